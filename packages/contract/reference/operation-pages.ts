import type { GraphQLSchema } from "graphql";
import type { Model, OperationModel } from "../generate/model";
import { textsOf } from "../generate/operation-texts";
import { row } from "../generate/operations";
import { twinOf } from "../generate/twins";
import type { OperationRow } from "../src/operation-row";
import { code } from "../src/reference/markdown";
import type { TypeText } from "../src/reference/members";
import { operationReference } from "../src/reference/operation";
import { type GraphqlDocument, graphqlExample } from "./graphql-documents";
import { block, type MarkdownPage } from "./markdown-page";
import { curlExample, facadeExample, functionExample } from "./samples";

/** The sources of the operation pages. */
export interface OperationSources {
	readonly model: Model;
	readonly schema: GraphQLSchema;
	readonly documents: ReadonlyMap<string, GraphqlDocument>;
	readonly typeText: TypeText;
}

function calls(one: OperationModel, { documents, schema }: OperationSources): string[] {
	const document = documents.get(twinOf(one.id) ?? "");
	return [
		"## Calls",
		...["### Client", block("ts", facadeExample(one))],
		...["### Function", block("ts", functionExample(one))],
		...["### curl", block("sh", curlExample(one))],
		...(document
			? ["### GraphQL", block("ts", graphqlExample(document, schema)), block("graphql", document.text)]
			: []),
	];
}

/** The GraphQL endpoint has no row in the operation table: its parameters are those of GraphQL over HTTP. */
const endpointReference = ({ source, responses }: OperationModel): string =>
	[
		source.description ?? "",
		"## Responses",
		Object.entries(responses)
			.map(([status, { description }]) => `- **${status}** ${description}`)
			.join("\n"),
	].join("\n\n");

/** Returns the same reference of an operation as the inspector's Explore view. */
const reference = (one: OperationModel, { model, typeText }: OperationSources): string =>
	// The generator writes the row as the source of a module, and so has no type for it.
	operationReference(row(one, model) as OperationRow, textsOf(one, model), typeText);

/** Returns the page of an operation: its reference, and examples of calls. */
export function operationPage(one: OperationModel, sources: OperationSources): MarkdownPage {
	const isEndpoint = one.domain === "graphql";
	const prefix = isEndpoint ? "/api" : one.servers ? "" : "/api/v4";
	return {
		path: `${one.domain}/${one.id}`,
		title: one.id,
		text: [
			one.source.summary,
			code(`${one.verb.toUpperCase()} ${prefix}${one.path}`),
			...(isEndpoint ? [endpointReference(one)] : [reference(one, sources), ...calls(one, sources)]),
		].join("\n\n"),
	};
}
