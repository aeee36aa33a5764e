import { buildSchema } from "graphql";
import { domains } from "../generate/domains";
import { readSchema } from "../generate/graphql";
import type { Model } from "../generate/model";
import { frontPage } from "./front-page";
import { readDocuments } from "./graphql-documents";
import { graphqlPages } from "./graphql-pages";
import { linked, type MarkdownPage } from "./markdown-page";
import { operationPage } from "./operation-pages";
import { recordPages } from "./record-pages";

const titleOf = (domain: string): string => domain.charAt(0).toUpperCase() + domain.slice(1);

/** Returns the pages of the contract: its operations, records and GraphQL schema. The first one is the front page. */
export async function contractPages(model: Model): Promise<readonly [MarkdownPage, ...MarkdownPage[]]> {
	const schema = buildSchema(await readSchema());
	const documents = await readDocuments();
	const leads = new Map(model.document.tags?.map(({ name, description = "" }) => [name, description]));
	const typeText = (root: string) =>
		linked(
			new Map([...model.schemas.values()].map(({ name, domain }) => [name, `${root}records/${domain}/${name}.md`])),
		);
	const sources = { model, schema, documents, typeText: typeText("../") };
	const all = [...model.operations, ...model.graphql];
	const operations = domains.map(
		(domain): MarkdownPage => ({
			path: domain,
			title: domain === "graphql" ? "GraphQL over HTTP" : titleOf(domain),
			group: "Operations",
			text: leads.get(domain) ?? "",
			children: all.filter((one) => one.domain === domain).map((one) => operationPage(one, sources)),
		}),
	);
	const records = domains.map(
		(domain): MarkdownPage => ({
			path: `records/${domain}`,
			title: `${titleOf(domain)} records`,
			group: "Records",
			text: "",
			children: recordPages(model, domain, typeText("../../")),
		}),
	);
	const pages = [...operations, ...records, ...graphqlPages(schema)].filter(({ children = [] }) => children.length > 0);
	return [frontPage(model, pages), ...pages];
}
