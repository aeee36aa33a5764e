import type { GraphQLSchema } from "graphql";
import { domains } from "../generate/domains";
import type { Model } from "../generate/model";
import { code } from "./code";
import { html } from "./html";
import type { Page } from "./page";
import { prose } from "./prose";

const packages: [name: string, text: string][] = [
	["@tenon/client", "The typed client: a method for every operation, lists to iterate over, GraphQL, alerts."],
	["@tenon/mock", "The whole platform in memory: behind msw, in process, or on a port of localhost."],
	["@tenon/conformance", "Checks any server against the contract, and reports what departs from it."],
	["@tenon/contract", "The contract itself: openapi.json, schema.graphql, types, validators, the table of operations."],
];

const start = `import { createClient } from "@tenon/client";

const tenon = createClient({
	baseUrl: "https://platform.example.com",
	auth: { token: process.env.TENON_TOKEN ?? "" },
});

for await (const pipeline of tenon.pipelines.list({ id: "acme/web", status: "failed" })) {
	console.log(pipeline.id, pipeline.ref);
}
`;

const shell = `# A platform on localhost, for a client in any language
npx @tenon/mock serve

# Does a server conform to the contract?
npx @tenon/conformance run --base-url https://platform.example.com --token "$TENON_TOKEN"
`;

/** The first page: what Tenon is, its packages, and what the contract counts. */
export function indexPage(model: Model, schema: GraphQLSchema): Page {
	const types = Object.values(schema.getTypeMap()).filter((type) => !type.name.startsWith("__"));
	const root = (type: { getFields(): object } | null | undefined) => Object.keys(type?.getFields() ?? {}).length;
	const evidence = model.operations.map((one) => one.source["x-tenon-evidence"]);
	const counts: [number, string, string][] = [
		[model.operations.length, "operations", "rest/notes.html"],
		[model.schemas.size, "records", "schemas/common.html"],
		[root(schema.getQueryType()), "GraphQL queries", "graphql/queries.html"],
		[root(schema.getMutationType()), "GraphQL mutations", "graphql/mutations.html"],
		[types.length, "GraphQL types", "graphql/objects.html"],
	];
	const stated = evidence.reduce((sum, one) => sum + one.stated.length, 0);
	const assumed = evidence.reduce((sum, one) => sum + one.assumed.length, 0);
	const tags = model.document.tags ?? [];
	return {
		path: "index.html",
		title: "Tenon",
		lead: html`<p>One contract for a collaboration and CI/CD platform, and what fits it: a typed client, a mock that behaves like the whole platform, and a runner that checks any server against the contract.</p>`,
		content: html`
<ul class="counts">${counts.map(([count, what, href]) => html`<li><a href="${href}"><strong>${count}</strong> ${what}</a></li>`)}</ul>
<h2>Start</h2>
${code(start)}
${code(shell)}
<h2>Operations</h2>
<ul class="cards">${domains.map((domain) => {
			const count = model.operations.filter((one) => one.domain === domain).length;
			const description = tags.find(({ name }) => name === domain)?.description;
			return (
				count > 0 &&
				html`<li><a href="rest/${domain}.html"><strong>${domain}</strong> <span>${count}</span></a>${prose(description)}</li>`
			);
		})}<li><a href="graphql/index.html"><strong>graphql</strong></a>${prose(tags.find(({ name }) => name === "graphql")?.description)}</li></ul>
<h2>Packages</h2>
<dl class="packages">${packages.map(([name, text]) => html`<div><dt><code>${name}</code></dt><dd>${text}</dd></div>`)}</dl>
<p><a href="api/index.html">The API of the packages</a>, module by module.</p>
<h2>About the contract</h2>
${prose(model.document.info.description)}
<p>What it says is marked by where it comes from: ${stated} responses and rules of the operations are stated by the platform's specification, ${assumed} are assumed where it leaves them open. Each operation names its own.</p>`,
	};
}
