import { buildSchema } from "graphql";
import { describe, expect, test } from "vitest";
import type { Document } from "../../packages/contract/generate/document";
import { readSchema } from "../../packages/contract/generate/graphql";
import { readOwnModel } from "../../packages/contract/generate/own";
import contract from "../../packages/contract/openapi.json";
import { contractSite } from "../../packages/contract/reference/site";

// The bundled document is what the generators' own subset describes; lint holds it to that.
const model = await readOwnModel(contract as unknown as Document);
const site = await contractSite(model);
const schema = buildSchema(await readSchema());
const pages = new Map([...site].filter(([path]) => path.endsWith(".html")));

const idsOf = (text: string): Set<string> => new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id));
const ids = new Map([...pages].map(([path, text]) => [path, idsOf(text)]));

/** The part of a page that stands in the section of an id. */
function section(path: string, id: string): string {
	const text = pages.get(path) ?? "";
	const start = text.indexOf(`id="${id}"`);
	return start < 0 ? "" : text.slice(start, text.indexOf("</section>", start));
}

describe("the reference of the contract", () => {
	test("every operation has its section, with its URL, parameters, fields, responses and three ways to call it", () => {
		expect(model.operations).toHaveLength(112);
		for (const one of model.operations) {
			const text = section(`rest/${one.domain}.html`, one.id);
			expect(text, one.id).toContain(`${one.path}</code>`);
			for (const { name } of one.parameters) expect(text, `${one.id}: ${name}`).toContain(`<dt><code>${name}</code>`);
			for (const status of Object.keys(one.responses)) expect(text, one.id).toContain(`>${status}</span>`);
			expect(text, one.id).toMatch(/<summary>Client<.*<summary>Function<.*<summary>curl</s);
			expect(text, one.id).toMatch(/<dt>Access<.*<dt>Retry<.*<dt>(Stated|Assumed)</s);
			for (const content of Object.values(one.body?.content ?? {})) {
				const body = content.$ref ? model.schemas.get(content.$ref.split("/").at(-1) ?? "")?.schema : content;
				for (const name of Object.keys(body?.properties ?? {}))
					expect(text, `${one.id}: ${name}`).toContain(`<dt><code>${name}</code>`);
			}
		}
	});

	test("shows tiers, limits, deprecations and pagination where the contract has them", () => {
		const told: [string, RegExp][] = [
			["x-tenon-tier", /<dt>Plan</],
			["x-tenon-rate-limit", /<dt>Rate limit</],
			["x-tenon-pagination", /<dt>Pages</],
			["x-tenon-lifecycle", /<dt>Life<|Deprecated/],
			["x-tenon-reveals", /<dt>Reveals</],
			["deprecated", /class="notice">Deprecated/],
		];
		for (const [extension, words] of told) {
			const having = model.operations.filter((one) => one.source[extension as keyof typeof one.source]);
			expect(having.length, extension).toBeGreaterThan(0);
			for (const one of having) expect(section(`rest/${one.domain}.html`, one.id), one.id).toMatch(words);
		}
	});

	test("every record has its place, with all its properties", () => {
		expect(model.schemas.size).toBeGreaterThan(100);
		for (const one of model.schemas.values()) {
			expect(ids.get(`schemas/${one.domain}.html`), one.name).toContain(one.name);
			const text = section(`schemas/${one.domain}.html`, one.name);
			for (const name of Object.keys(one.schema.properties ?? {}))
				expect(text, one.name).toContain(`<dt><code>${name}</code>`);
		}
	});

	test("every GraphQL type, field and mutation has its place, and the deprecated ones say so", () => {
		const all = [...pages.keys()].filter((path) => path.startsWith("graphql/"));
		const places = new Set(all.flatMap((path) => [...(ids.get(path) ?? [])]));
		for (const type of Object.values(schema.getTypeMap())) {
			if (type.name.startsWith("__")) continue;
			expect(places).toContain(type.name);
			if (!("getFields" in type)) continue;
			for (const field of Object.values(type.getFields())) {
				expect(places).toContain(`${type.name}.${field.name}`);
				if (!field.deprecationReason) continue;
				const text = all.map((path) => pages.get(path) ?? "").join("");
				const from = text.indexOf(`id="${type.name}.${field.name}"`);
				expect(text.slice(from, from + 400), field.name).toContain("deprecated");
			}
		}
	});

	test("no link within the pages is broken; those to the packages' API lead to its first page", () => {
		const broken: string[] = [];
		let count = 0;
		for (const [path, text] of pages) {
			for (const [, href = ""] of text.matchAll(/ (?:href|src)="([^"]*)"/g)) {
				const target = new URL(href, `file:///${path}`);
				const file = decodeURI(target.pathname.slice(1));
				count += 1;
				if (file === "api/index.html") continue;
				const anchor = target.hash.slice(1);
				if (!site.has(file) || (anchor && !ids.get(file)?.has(anchor))) broken.push(`${path}: ${href}`);
			}
		}
		expect(count).toBeGreaterThan(1000);
		expect(broken).toEqual([]);
	});

	test("nothing is taken from a host: no page, style or script names an outside resource", () => {
		for (const [path, text] of site) {
			const resources = [...text.matchAll(/(?:src|href)="(\w+:|\/\/)[^"]*"|url\(|@import|fetch\(|XMLHttpRequest/g)];
			expect(
				resources.map(([found]) => found),
				path,
			).toEqual([]);
		}
	});

	test("every id of a page stands once, and prose is escaped", () => {
		for (const [path, text] of pages) {
			const found = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
			expect(new Set(found).size, path).toBe(found.length);
			expect(
				text.match(
					/<(?!\/?(?:a|aside|body|button|code|dd|details|div|dl|dt|h1|h2|h3|h5|head|header|html|input|li|link|main|meta|nav|ol|p|pre|script|section|small|span|strong|summary|title|ul)\b|!doctype)[^\s]{0,20}/g,
				),
				path,
			).toBeNull();
		}
	});

	test("the search index finds every operation, record and type at its place", () => {
		const text = site.get("assets/search-index.js") ?? "";
		const entries: [string, string, string, string][] = JSON.parse(
			text.slice(text.indexOf("["), text.lastIndexOf("]") + 1),
		);
		expect(entries.length).toBeGreaterThan(model.operations.length + model.schemas.size);
		for (const [, name, , href] of entries) {
			const [path = "", anchor = ""] = href.split("#");
			expect(ids.get(path), `${name} at ${href}`).toContain(anchor);
		}
		for (const { id } of model.operations) expect(entries.map(([, name]) => name)).toContain(id);
	});
});
