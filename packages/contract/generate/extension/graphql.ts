/** Generates the GraphQL part of an extension: additions to the contract's schema, and a module of typed documents. */
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import {
	buildSchema,
	type DefinitionNode,
	type DocumentNode,
	extendSchema,
	GraphQLError,
	type GraphQLSchema,
	getLocation,
	isExecutableDefinitionNode,
	Kind,
	NoUnusedFragmentsRule,
	parse,
	print,
	printSchema,
	Source,
	specifiedRules,
	validate,
	validateSchema,
} from "graphql";
import { schemaText } from "../../src/generated/graphql/schema";
import { typedDocuments } from "../typed-documents";
import { display, ExtensionError, type Finding } from "./errors";
import { additionRules } from "./graphql-additions";

/** The result of {@link graphqlModule}. */
export interface GraphqlModule {
	/** The module, `graphql.ts`. */
	readonly text: string;
	/** The number of queries, mutations and subscriptions. */
	readonly documents: number;
	/** The absolute paths of the files and folders that were read. */
	readonly paths: readonly string[];
}

const isGraphql = (name: string): boolean => /\.(?:graphql|gql)$/.test(name);

/** Returns the files at the paths. A folder stands for all GraphQL files in it. */
async function filesOf(paths: readonly string[], seen: Set<string>): Promise<string[]> {
	const files: string[] = [];
	for (const path of paths.map((one) => resolve(one))) {
		seen.add(path);
		const found = await stat(path).catch(() => undefined);
		if (!found) throw new ExtensionError([{ at: display(path), says: `The file ${display(path)} does not exist.` }]);
		if (!found.isDirectory()) {
			files.push(path);
			continue;
		}
		const inside = (await readdir(path, { recursive: true })).filter(isGraphql).sort();
		if (inside.length === 0)
			throw new ExtensionError([{ at: display(path), says: "The folder has no .graphql or .gql file." }]);
		files.push(...inside.map((name) => join(path, name)));
	}
	return [...new Set(files)];
}

/** The name of the contract's schema as a source in graphql-js. No file can have this name. */
const contractName = "the contract's schema";

/** Converts an error to a finding, at the error's first location in the extension's files. */
function findingOf(error: GraphQLError): Finding {
	const places = error.nodes?.flatMap(({ loc }) => loc ?? []) ?? [];
	const place = places.find(({ source }) => source.name !== contractName);
	const { name } = place?.source ?? error.source ?? { name: contractName };
	const { line, column } = (place ? getLocation(place.source, place.start) : error.locations?.[0]) ?? {
		line: 1,
		column: 1,
	};
	return { at: `${name}:${line}:${column}`, says: error.message };
}

const documentOf = (definitions: readonly DefinitionNode[]): DocumentNode => ({ kind: Kind.DOCUMENT, definitions });

/** Extends the contract's schema with the additions. Throws if they are invalid. */
function extended(additions: readonly DefinitionNode[]): GraphQLSchema {
	const base = buildSchema(new Source(schemaText, contractName));
	if (additions.length === 0) return base;
	const document = documentOf(additions);
	refuse(validate(base, document, additionRules));
	const schema = extendSchema(base, document, { assumeValidSDL: true });
	refuse(validateSchema(schema));
	return schema;
}

function refuse(errors: readonly GraphQLError[]): void {
	if (errors.length > 0) throw new ExtensionError(errors.map(findingOf));
}

/** All rules except the one against unused fragments, which do no harm. */
const documentRules = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule);

/** Throws if the documents have faults. Each operation needs a name, because types are named after it. */
function checkDocuments(definitions: readonly DefinitionNode[], schema: GraphQLSchema): void {
	const unnamed = definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION && !one.name);
	refuse(
		unnamed.map(
			(node) => new GraphQLError("The operation needs a name: its types are named after it.", { nodes: node }),
		),
	);
	refuse(validate(schema, documentOf(definitions), documentRules));
}

/** Parses files into definitions that have their locations. */
async function definitionsOf(paths: readonly string[], seen: Set<string>): Promise<DefinitionNode[]> {
	const findings: Finding[] = [];
	const definitions: DefinitionNode[] = [];
	for (const path of await filesOf(paths, seen)) {
		seen.add(path);
		try {
			definitions.push(...parse(new Source(await readFile(path, "utf8"), display(path))).definitions);
		} catch (error) {
			if (!(error instanceof GraphQLError)) throw error;
			findings.push(findingOf(error));
		}
	}
	if (findings.length > 0) throw new ExtensionError(findings);
	return definitions;
}

/**
 * Reads GraphQL files that extend the contract's schema, contain documents, or both.
 *
 * @param paths files, and folders with files
 * @throws {ExtensionError} if a file is invalid; each finding has file, line and column
 */
export async function graphqlModule(paths: readonly string[]): Promise<GraphqlModule> {
	const seen = new Set<string>();
	try {
		return { ...(await moduleOf(paths, seen)), paths: [...seen] };
	} catch (error) {
		throw error instanceof ExtensionError ? new ExtensionError(error.findings, [...seen]) : error;
	}
}

async function moduleOf(paths: readonly string[], seen: Set<string>): Promise<Omit<GraphqlModule, "paths">> {
	const definitions = await definitionsOf(paths, seen);
	const documents = definitions.filter(isExecutableDefinitionNode);
	const additions = definitions.filter((one) => !isExecutableDefinitionNode(one));
	const schema = extended(additions);
	checkDocuments(documents, schema);
	const banner = `// Generated by tenon-contract generate from ${paths.map((path) => basename(path)).join(", ")}. Do not edit.`;
	const typed =
		documents.length === 0
			? `${banner}\n`
			: await typedDocuments({
					schema,
					sdl: printSchema(schema),
					documents: [documents.map(print).join("\n")],
					banner,
					classFrom: "@tenon/contract/graphql",
					scalars: ownScalars(additions),
				});
	const typeDefs = `
/** The additions to the GraphQL schema, for \`graphql\` of a mock's extension. */
export const typeDefs = ${JSON.stringify(additions.map(print).join("\n"))};
`;
	return {
		text: additions.length === 0 ? typed : typed + typeDefs,
		documents: documents.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION).length,
	};
}

/** Returns the names of the scalars that the additions define. Their values can be anything. */
const ownScalars = (additions: readonly DefinitionNode[]): readonly string[] =>
	additions.flatMap((one) => (one.kind === Kind.SCALAR_TYPE_DEFINITION ? [one.name.value] : []));
