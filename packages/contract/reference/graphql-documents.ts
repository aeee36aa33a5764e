import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import {
	type GraphQLInputType,
	type GraphQLSchema,
	isEnumType,
	isInputObjectType,
	isListType,
	isNonNullType,
	Kind,
	type OperationDefinitionNode,
	parse,
	typeFromAST,
} from "graphql";
import { repository } from "../generate/repository";
import { literal } from "./literal";

/** A typed document: its text in graphql/operations, and its definition. */
export interface GraphqlDocument {
	name: string;
	text: string;
	definition: OperationDefinitionNode;
}

/** Returns the typed documents of the contract by name. */
export async function readDocuments(): Promise<Map<string, GraphqlDocument>> {
	const folder = join(repository, "graphql/operations");
	const names = (await readdir(folder)).filter((name) => name.endsWith(".graphql")).sort();
	const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
	const documents = texts.flatMap((text) =>
		parse(text).definitions.flatMap((definition): GraphqlDocument[] =>
			definition.kind === Kind.OPERATION_DEFINITION && definition.name
				? [{ name: definition.name.value, text: text.trim(), definition }]
				: [],
		),
	);
	return new Map(documents.map((one) => [one.name, one]));
}

/** Example values of text variables, by name. */
const samples: Readonly<Record<string, string>> = {
	fullPath: "acme/web",
	projectPath: "acme/web",
	projectId: "gid://service/Project/7",
	groupId: "gid://service/Group/3",
	tagName: "v1.4.0",
	ref: "main",
	iid: "7",
	username: "developer",
	body: "Looks good.",
	url: "https://downloads.example.com/web-1.4.0.tar.gz",
	name: "Archive",
};

function sampleOf(name: string, type: GraphQLInputType): unknown {
	if (isNonNullType(type)) return sampleOf(name, type.ofType);
	if (isListType(type)) return [sampleOf(name, type.ofType)];
	if (isEnumType(type)) return type.getValues()[0]?.name;
	if (isInputObjectType(type)) {
		const fields = Object.values(type.getFields());
		const required = fields.filter((field) => isNonNullType(field.type) && field.defaultValue === undefined);
		return Object.fromEntries(required.map((field) => [field.name, sampleOf(field.name, field.type)]));
	}
	if (/.ID$/.test(type.name)) {
		// A scalar for records of several classes does not name a class.
		const [, record = "Issue"] = /gid:\/\/service\/([\w:]+)\//.exec(type.description ?? "") ?? [];
		return `gid://service/${record}/7`;
	}
	if (type.name === "Boolean") return true;
	return type.name === "Int" ? 7 : (samples[name] ?? "…");
}

/** Variables for documents that need one of several optional variables. */
const oneOf: Readonly<Record<string, object>> = {
	ProjectPipeline: { iid: "15" },
	User: { username: "developer" },
	RunnerUpdate: { paused: true },
};

function variablesOf({ name, definition }: GraphqlDocument, schema: GraphQLSchema): string {
	const required = (definition.variableDefinitions ?? []).filter(
		(one) => one.type.kind === Kind.NON_NULL_TYPE && one.defaultValue === undefined,
	);
	const values = Object.fromEntries(
		required.map((one): [string, unknown] => {
			// The types of variables are input types, because the documents are valid.
			const type = typeFromAST(schema, one.type) as GraphQLInputType | undefined;
			const value = type && sampleOf(one.variable.name.value, type);
			const wrapped = one.variable.name.value === "input" && oneOf[name];
			return [one.variable.name.value, wrapped ? { ...Object(value), ...wrapped } : value];
		}),
	);
	const all = required.some((one) => one.variable.name.value === "input") ? values : { ...values, ...oneOf[name] };
	return Object.keys(all).length > 0 ? `, ${literal(all)}` : "";
}

/** Returns an example that sends a typed document with the client. */
export const graphqlExample = (document: GraphqlDocument, schema: GraphQLSchema): string =>
	`import { createGraphQL, ${document.name}Document } from "@tenon/client/graphql";

const graphql = createGraphQL({
	baseUrl: "https://platform.example.com",
	auth: { token: process.env.TENON_TOKEN ?? "" },
});

const data = await graphql.request(${document.name}Document${variablesOf(document, schema)});
`;
