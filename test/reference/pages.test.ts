import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { buildSchema } from "graphql";
import { expect, test } from "vitest";
import type { Document } from "../../packages/contract/generate/document";
import { readSchema } from "../../packages/contract/generate/graphql";
import { readOwnModel } from "../../packages/contract/generate/own";
import contract from "../../packages/contract/openapi.json";
import { filesOf } from "../../packages/contract/reference/markdown-page";
import { contractPages } from "../../packages/contract/reference/pages";
import { writeSite } from "../../packages/contract/reference/typedoc";

// Lint checks that the bundled document only uses the generators' subset of OpenAPI.
const model = await readOwnModel(contract as unknown as Document);
const pages = await contractPages(model);
const files = new Map(pages.flatMap(filesOf));
const schema = buildSchema(await readSchema());

test("every operation has a page, with its URL, parameters, fields, responses and three ways to call it", () => {
	expect(model.operations.length).toBeGreaterThan(100);
	for (const one of model.operations) {
		const text = files.get(`${one.domain}/${one.id}.md`);
		expect(text, one.id).toContain(`${one.verb.toUpperCase()} ${one.servers ? "" : "/api/v4"}${one.path}\``);
		for (const { name, in: where } of one.parameters)
			if (where !== "header") expect(text, `${one.id}: ${name}`).toContain(`\n- \`${name}\` `);
		for (const status of Object.keys(one.responses)) expect(text, one.id).toContain(`\n- **${status}** `);
		expect(text, one.id).toMatch(/### Client\n.*### Function\n.*### curl\n/s);
		expect(text, one.id).toMatch(/\*\*Access:\*\*.*\*\*Retry:\*\*.*\*\*(Stated by the specification|Assumed):\*\*/s);
		for (const content of Object.values(one.body?.content ?? {})) {
			const body = content.$ref ? model.schemas.get(content.$ref.split("/").at(-1) ?? "")?.schema : content;
			for (const name of Object.keys(body?.properties ?? {}))
				expect(text, `${one.id}: ${name}`).toContain(`\n- \`${name}\` `);
		}
	}
});

test("pages show tiers, limits, deprecations and pagination where the contract has them", () => {
	const shown: [string, RegExp][] = [
		["x-tenon-tier", /\*\*Plan:\*\*/],
		["x-tenon-rate-limit", /\*\*Rate limit:\*\*/],
		["x-tenon-pagination", /\*\*Pages:\*\*/],
		["x-tenon-lifecycle", /\*\*(Lifecycle|Deprecated):\*\*/],
		["x-tenon-reveals", /\*\*Secrets:\*\*/],
		["deprecated", /\*\*Deprecated:\*\*/],
	];
	for (const [extension, words] of shown) {
		const having = model.operations.filter(({ source }) => Reflect.get(source, extension));
		expect(having.length, extension).toBeGreaterThan(0);
		for (const { id, domain } of having) expect(files.get(`${domain}/${id}.md`), id).toMatch(words);
	}
});

test("every record has a page with all its properties", () => {
	expect(model.schemas.size).toBeGreaterThan(100);
	for (const { name, domain, schema: record } of model.schemas.values()) {
		const text = files.get(`records/${domain}/${name}.md`);
		for (const property of Object.keys(record.properties ?? { [name]: record }))
			expect(text, name).toMatch(new RegExp(`(\n- \`|# )${property}\\b`));
	}
});

test("every GraphQL type, query and mutation has a page, and deprecated fields say so", () => {
	const names = [...files.keys()].map((path) => posix.basename(path, ".md"));
	const roots = [schema.getQueryType(), schema.getMutationType()].filter((type) => type != null);
	for (const root of roots) for (const name of Object.keys(root.getFields())) expect(names).toContain(name);
	const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith("__"));
	for (const type of types.filter((one) => !roots.some((root) => root === one))) {
		const path = [...files.keys()].find((one) => new RegExp(`^graphql/[a-z]+/${type.name}\\.md$`).test(one));
		expect(path, type.name).toBeDefined();
		if (!("getFields" in type)) continue;
		for (const field of Object.values(type.getFields())) {
			const [, entry = ""] = `${files.get(path ?? "")}\n- `.split(`\n- \`${field.name}\` `);
			expect(entry, `${type.name}.${field.name}`).not.toBe("");
			if (field.deprecationReason) expect(entry.split("\n- ")[0], field.name).toContain("**Deprecated:**");
		}
	}
});

test("every link leads to a page", () => {
	const links = [...files].flatMap(([path, text]) =>
		[...text.matchAll(/\]\((\.[^)]*)\)/g)].map(
			([, href = ""]) => [path, posix.join(posix.dirname(path), href)] as const,
		),
	);
	expect(links.length).toBeGreaterThan(1000);
	expect(links.filter(([, target]) => !files.has(target))).toEqual([]);
});

test("prose has no HTML outside of code", () => {
	const withoutCode = (text: string): string => text.replace(/```.*?```|`[^`]*`/gs, "");
	const found = [...files].filter(([, text]) => /<[a-z!/]/i.test(withoutCode(text)));
	expect(found.map(([path]) => path)).toEqual([]);
});

test("TypeDoc builds the site without a warning and without resources of other hosts", async () => {
	const folder = await mkdtemp(join(tmpdir(), "tenon-site-"));
	try {
		await writeSite(pages, [], folder);
		const built = (await readdir(join(folder, "documents"))).filter((name) => name.endsWith(".html"));
		expect(built).toHaveLength(files.size - 1);
		for (const name of built) {
			const text = await readFile(join(folder, "documents", name), "utf8");
			expect(text.match(/<(?:script|link|img)\b[^>]*(?:src|href)="(?:\w+:)?\/\/[^"]*"/g), name).toBeNull();
		}
	} finally {
		await rm(folder, { recursive: true });
	}
});
