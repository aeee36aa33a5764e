import type { Model } from "../generate/model";
import { block, type MarkdownPage } from "./markdown-page";

const start = `import { createClient } from "@tenon/client";

const tenon = createClient({
	baseUrl: "https://platform.example.com",
	auth: { token: process.env.TENON_TOKEN ?? "" },
});

for await (const pipeline of tenon.pipelines.list({ id: "acme/web", status: "failed" })) {
	console.log(pipeline.id, pipeline.ref);
}`;

const shell = `# A platform on localhost, for a client in any language
npx @tenon/mock serve

# Does a server conform to the contract?
npx @tenon/conformance run --base-url https://platform.example.com --token "$TENON_TOKEN"`;

/** Returns the front page: what Tenon is, how to begin, and a link to each page of the contract. */
export function frontPage(model: Model, pages: readonly MarkdownPage[]): MarkdownPage {
	const evidence = model.operations.map((one) => one.source["x-tenon-evidence"]);
	const stated = evidence.reduce((sum, one) => sum + one.stated.length, 0);
	const assumed = evidence.reduce((sum, one) => sum + one.assumed.length, 0);
	const groups = [...new Set(pages.map(({ group = "" }) => group))];
	const links = (group: string): string =>
		pages
			.filter((page) => page.group === group)
			.map(({ path, title, children = [] }) => `- [${title}](./${path}.md) (${children.length})`)
			.join("\n");
	return {
		path: "index",
		title: "Tenon",
		text: [
			"One contract of GitLab's API, and what is made from it: a typed client, a mock that behaves like the whole platform, and a runner that checks any server against the contract.",
			block("ts", start),
			block("sh", shell),
			...groups.flatMap((group) => [`## ${group}`, links(group)]),
			"## About the contract",
			model.document.info.description ?? "",
			`The platform's specification states ${stated} responses and rules of the operations; ${assumed} are assumed where it leaves them open. The page of each operation names its own.`,
		].join("\n\n"),
	};
}
