import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { buildSchema, type GraphQLSchema } from "graphql";
import { domains } from "../generate/domains";
import { readSchema } from "../generate/graphql";
import type { Model, OperationModel } from "../generate/model";
import { repository } from "../generate/repository";
import { readDocuments } from "./graphql-documents";
import { graphqlPages, typePlaces, typeView } from "./graphql-view";
import { html } from "./html";
import { indexPage } from "./index-page";
import { operationView } from "./operation-view";
import { type Navigation, type Page, pageText, rootOf } from "./page";
import { operationHref, schemaHref } from "./places";
import { prose } from "./prose";
import { schemaView } from "./schema-view";

const titleOf = (domain: string): string => domain.charAt(0).toUpperCase() + domain.slice(1);

/** Found by the search box: its kind or verb, its name, what it is about, where it stands. */
type SearchEntry = [kind: string, name: string, about: string, href: string];

function searchIndex(model: Model, schema: GraphQLSchema): SearchEntry[] {
	const pages = graphqlPages(schema);
	const places = typePlaces(pages);
	const roots = [schema.getQueryType(), schema.getMutationType()].filter((type) => type != null);
	return [
		...[...model.operations, ...model.graphql].map(
			(one): SearchEntry => [one.verb, one.id, `${one.path} ${one.source.summary}`, operationHref(one)],
		),
		...[...model.schemas.values()].map((one): SearchEntry => ["record", one.name, one.domain, schemaHref(one)]),
		...roots.flatMap((root) =>
			Object.values(root.getFields()).map(
				(field): SearchEntry => [
					root === schema.getQueryType() ? "query" : "mutation",
					field.name,
					(field.description ?? "").replace(/\s+/g, " "),
					`${places.get(root.name)}.${field.name}`,
				],
			),
		),
		...[...places].map(([name, place]): SearchEntry => ["type", name, "GraphQL", place]),
	];
}

/** The links of every page; those to the packages' pages lead into `api/`, which is built beside. */
function navigationOf(model: Model, pages: ReturnType<typeof graphqlPages>): Navigation {
	const operations = (domain: string): OperationModel[] => model.operations.filter((one) => one.domain === domain);
	const records = (domain: string) => [...model.schemas.values()].filter((one) => one.domain === domain);
	return [
		{ title: "Tenon", entries: [{ label: "Overview", href: "index.html" }] },
		{
			title: "Operations",
			entries: domains
				.filter((domain) => operations(domain).length > 0)
				.map((domain) => ({
					label: titleOf(domain),
					href: `rest/${domain}.html`,
					below: operations(domain).map((one) => ({ label: one.id, href: `#${one.id}`, verb: one.verb })),
				})),
		},
		{
			title: "GraphQL",
			entries: [
				{ label: "Over HTTP", href: "graphql/index.html" },
				...pages.map(({ name, title, types: [first, ...others] }) => ({
					label: title,
					href: `graphql/${name}.html`,
					below:
						first && others.length === 0 && "getFields" in first
							? Object.keys(first.getFields()).map((field) => ({ label: field, href: `#${first.name}.${field}` }))
							: [first, ...others].flatMap((type) => (type ? [{ label: type.name, href: `#${type.name}` }] : [])),
				})),
			],
		},
		{
			title: "Records",
			entries: domains
				.filter((domain) => records(domain).length > 0)
				.map((domain) => ({
					label: titleOf(domain),
					href: `schemas/${domain}.html`,
					below: records(domain).map((one) => ({ label: one.name, href: `#${one.name}` })),
				})),
		},
		{ title: "Packages", entries: [{ label: "API of the packages", href: "api/index.html" }] },
	];
}

/** The text of every page and asset of the contract's part of the reference, by its path below the reference's root. */
export async function contractSite(model: Model): Promise<Map<string, string>> {
	const schema = buildSchema(await readSchema());
	const documents = await readDocuments();
	const pages = graphqlPages(schema);
	const places = typePlaces(pages);
	const tags = model.document.tags ?? [];
	const leadOf = (domain: string) => prose(tags.find(({ name }) => name === domain)?.description);
	const written: Page[] = [
		indexPage(model, schema),
		...domains.flatMap((domain): Page[] => {
			const path = `rest/${domain}.html`;
			const own = model.operations.filter((one) => one.domain === domain);
			const book = { model, documents, schema, root: rootOf(path) };
			const content = html`${own.map((one) => operationView(one, book))}`;
			return own.length > 0 ? [{ path, title: titleOf(domain), lead: leadOf(domain), content, wide: true }] : [];
		}),
		...domains.flatMap((domain): Page[] => {
			const path = `schemas/${domain}.html`;
			const own = [...model.schemas.values()].filter((one) => one.domain === domain);
			const content = html`${own.map(
				(one) => html`<section class="entry" id="${one.name}">
<h2><a class="self" href="#${one.name}" aria-label="Link to this record">#</a> ${one.name}</h2>
<p class="caption">${[one.inRequests && "in requests", one.inResponses && "in responses"].filter(Boolean).join(", ")}</p>
${prose(one.schema.description)}
${schemaView(one.schema, { model, root: rootOf(path), within: [one.name] })}
</section>`,
			)}`;
			return own.length > 0 ? [{ path, title: `Records: ${domain}`, content }] : [];
		}),
		{
			path: "graphql/index.html",
			title: "GraphQL over HTTP",
			lead: leadOf("graphql"),
			content: html`${model.graphql.map((one) => operationView(one, { model, documents, schema, root: "../" }))}`,
			wide: true,
		},
		...pages.map(({ name, title, types }) => ({
			path: `graphql/${name}.html`,
			title: `GraphQL: ${title.toLowerCase()}`,
			content: html`${types.map((type) => typeView(type, schema, places))}`,
		})),
	];
	const navigation = navigationOf(model, pages);
	const assets = await Promise.all(
		["style.css", "reference.js"].map(async (name): Promise<[string, string]> => {
			const file = join(repository, "packages/contract/reference/assets", name);
			return [`assets/${name}`, await readFile(file, "utf8")];
		}),
	);
	return new Map([
		...written.map((page): [string, string] => [page.path, pageText(page, navigation)]),
		...assets,
		// A script and no JSON: pages of file:// may not fetch.
		["assets/search-index.js", `window.tenonSearch = ${JSON.stringify(searchIndex(model, schema))};\n`],
	]);
}
