import type { GraphQLSchema } from "graphql";
import type { Media, Response } from "../generate/document";
import { type OperationModel, refName } from "../generate/model";
import { accessText, lifecycleText, tierText } from "../generate/wording";
import { code, json } from "./code";
import { type GraphqlDocument, graphqlExample } from "./graphql-documents";
import { html, type Markup } from "./html";
import { inline, prose } from "./prose";
import { curlExample, facadeExample, functionExample } from "./samples";
import { type Member, members, membersOf, type Surroundings, schemaView } from "./schema-view";
import { twinOf } from "./twins";

/** What the view of an operation needs beside the operation. */
export interface Book extends Surroundings {
	documents: ReadonlyMap<string, GraphqlDocument>;
	schema: GraphQLSchema;
}

const parameterMembers = (one: OperationModel, where: string): Member[] =>
	one.parameters
		.filter((each) => each.in === where)
		.map((each) => ({
			name: each.name,
			required: each.required === true,
			schema: each.schema,
			description: each.description,
			deprecated: each.deprecated,
			tier: each["x-tenon-tier"],
			lifecycle: each["x-tenon-lifecycle"],
		}));

const retryTexts = {
	safe: "Safe: it changes nothing, and is sent again after a fault.",
	idempotent: "Idempotent: sent again after a fault, to the same end.",
	"non-idempotent": "Not idempotent: sent again only after a 429, or where it was provably not sent.",
};

function paginationText(one: OperationModel): string | undefined {
	const paging = one.source["x-tenon-pagination"] as
		| { styles: string[]; max?: number; orderKeys?: string[]; defaultOrder?: string; keyset?: Record<string, unknown> }
		| undefined;
	if (!paging) return undefined;
	if (paging.styles.length === 0) return "The list comes whole.";
	const { requiredAbove, since, anonymousOnly } = paging.keyset ?? {};
	return [
		`By ${paging.styles.join(" and ")}${paging.max ? `, ${paging.max} a page at most` : ""}.`,
		paging.defaultOrder &&
			`Order: \`${paging.defaultOrder}\`${paging.orderKeys ? `; keys ${paging.orderKeys.map((key) => `\`${key}\``).join(", ")}` : ""}.`,
		typeof since === "string" && `Keyset since release ${since}.`,
		anonymousOnly === true && "Keyset only without credentials.",
		typeof requiredAbove === "number" && `Keyset is needed beyond ${requiredAbove.toLocaleString("en")} records.`,
	]
		.filter(Boolean)
		.join(" ");
}

function rateText(one: OperationModel): string | undefined {
	const limit = one.source["x-tenon-rate-limit"];
	if (!limit) return undefined;
	const period = limit.period % 60 === 0 ? `${limit.period / 60} min` : `${limit.period} s`;
	return `${limit.limit} requests in ${period} per ${limit.per.replaceAll("-", " ")} (\`${limit.key}\`).`;
}

function facts(one: OperationModel): Markup {
	const { source } = one;
	const access = source["x-tenon-access"];
	const { stated = [], assumed = [] } = source["x-tenon-evidence"] ?? {};
	const coded = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(", ");
	const rows: [string, string | undefined | false][] = [
		["Access", access && accessText(one)],
		["Scopes", access?.scopes.length > 0 && `One of ${coded(access.scopes)}`],
		["Credentials", !access && coded(one.security.map((names) => names.join(" and ") || "none"))],
		["Plan", tierText(source["x-tenon-tier"])],
		["Life", lifecycleText(source["x-tenon-lifecycle"])],
		["Pages", paginationText(one)],
		["Rate limit", rateText(one)],
		["Retry", retryTexts[source["x-tenon-retry"]]],
		["Reveals", source["x-tenon-reveals"] && `Secrets: ${coded(source["x-tenon-reveals"])}`],
		["Stated", stated.length > 0 && coded(stated)],
		["Assumed", assumed.length > 0 && coded(assumed)],
	];
	return html`<dl class="facts">${rows.map(([name, text]) => text && html`<div><dt>${name}</dt><dd>${inline(text)}</dd></div>`)}</dl>`;
}

function examplesOf(media: Media): Markup {
	const several = Object.entries(media.examples ?? {});
	if (media.example !== undefined) return json(media.example);
	return html`${several.map(([name, { value }]) => html`<p class="caption">${name}</p>${json(value)}`)}`;
}

function responseView(status: string, response: Response, around: Surroundings): Markup {
	const headers = Object.entries(response.headers ?? {});
	const kind = status.startsWith("2") ? "good" : "bad";
	const bodies = Object.entries(response.content ?? {}).map(([type, media]) => {
		const example = media.example !== undefined || media.examples;
		return html`<p class="caption"><code>${type}</code></p>${media.schema && schemaView(media.schema, around)}${example && html`<details open><summary>Example</summary>${examplesOf(media)}</details>`}`;
	});
	const summary = html`<span class="status ${kind}">${status}</span> ${inline(response.description)}`;
	if (bodies.length === 0 && headers.length === 0) return html`<div class="response flat">${summary}</div>`;
	return html`<details class="response"><summary>${summary}</summary>${
		headers.length > 0 &&
		html`<p class="caption">Headers</p>${members(
			headers.map(([name, header]) => ({
				name,
				required: false,
				schema: header.schema,
				description: header.description,
			})),
			around,
		)}`
	}${bodies}</details>`;
}

function body(one: OperationModel, around: Surroundings): Markup {
	const content = Object.entries(one.body?.content ?? {});
	const [first] = content;
	if (!first) return html``;
	const name = first[1].$ref && refName(first[1].$ref);
	const target = name ? around.model.schemas.get(name)?.schema : first[1];
	const fields = target && membersOf(target);
	// A form takes files as well: what it has beside the first's fields, or otherwise.
	const others = content.slice(1).flatMap(([type, schema]) => {
		const own = membersOf((schema.$ref && around.model.schemas.get(refName(schema.$ref))?.schema) || schema);
		const known = target?.properties ?? {};
		const further = own.filter((each) => JSON.stringify(known[each.name]) !== JSON.stringify(each.schema));
		return further.length > 0
			? [html`<p class="caption">Besides, in <code>${type}</code></p>${members(further, around)}`]
			: [];
	});
	return html`<h3>Body</h3><p class="caption">${content.map(([type]) => html`<code>${type}</code> `)}${one.body?.required ? "– required" : "– optional"}</p>${
		fields && fields.length > 0 && !target?.anyOf && !target?.not
			? members(fields, { ...around, within: [name ?? ""] })
			: schemaView(first[1], around)
	}${others}`;
}

function samples(one: OperationModel, book: Book): Markup {
	const twin = twinOf(one.id);
	const document = twin ? book.documents.get(twin) : undefined;
	const called = one.resource !== "";
	const parts: [string, Markup | undefined | false][] = [
		["Client", called && code(facadeExample(one))],
		["Function", called && code(functionExample(one))],
		["curl", called && code(curlExample(one))],
		["GraphQL", document && html`${code(graphqlExample(document, book.schema))}${code(document.text)}`],
	];
	const there = parts.filter(([, text]) => text);
	// One is open at a time, by the name that they share, with no script.
	return html`${there.map(([label, text], index) => html`<details name="sample-${one.id}"${index === 0 && " open"}><summary>${label}</summary>${text}</details>`)}`;
}

/** An operation: what it does, who may, what it takes, what it returns, and how it is called. */
export function operationView(one: OperationModel, book: Book): Markup {
	const { source } = one;
	const prefix = one.servers ? (one.domain === "graphql" ? "/api" : "") : "/api/v4";
	const tier = source["x-tenon-tier"];
	const lists: [string, Member[]][] = [
		["In the path", parameterMembers(one, "path")],
		["In the query", parameterMembers(one, "query")],
		["Headers", parameterMembers(one, "header")],
	];
	const responses = Object.entries(one.responses).map(([status, response]) => responseView(status, response, book));
	const calls = samples(one, book);
	return html`<section class="operation" id="${one.id}">
<div class="described">
<h2><a class="self" href="#${one.id}" aria-label="Link to this operation">#</a> ${one.id}</h2>
<p class="address"><span class="verb ${one.verb}">${one.verb.toUpperCase()}</span> <code>${prefix}${one.path}</code></p>
<p class="summary">${inline(source.summary)} ${tier?.tier && html`<span class="badge">${tier.tier}</span> `}${tier?.offering && html`<span class="badge">${tier.offering}</span> `}${source.deprecated && html`<span class="badge warn">deprecated</span>`}</p>
${source.deprecated && html`<p class="notice">Deprecated${source["x-tenon-lifecycle"]?.replacedBy && `: use ${source["x-tenon-lifecycle"].replacedBy}`}${source["x-tenon-lifecycle"]?.removal && `, to be removed in ${source["x-tenon-lifecycle"].removal}`}.</p>`}
${prose(source.description)}
${facts(one)}
${lists.map(([title, list]) => list.length > 0 && html`<h3>${title}</h3>${members(list, book)}`)}
${body(one, book)}
<h3>Responses</h3>
${responses}
</div>
<aside class="samples">${calls}</aside>
</section>`;
}
