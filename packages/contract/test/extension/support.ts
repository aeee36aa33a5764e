import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import { type Extension, readExtension } from "../../src/generate";

/** Runs a function in a folder with these files. Strings are written unchanged, and other values as YAML. */
export async function inFolder<T>(
	files: { readonly [name: string]: unknown },
	run: (folder: string) => Promise<T>,
): Promise<T> {
	const folder = mkdtempSync(join(tmpdir(), "tenon-extension-"));
	try {
		for (const [name, content] of Object.entries(files))
			writeFileSync(join(folder, name), typeof content === "string" ? content : stringify(content));
		return await run(folder);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** Reads the file `company.yaml` in a folder with other files. */
export const readCompany = (company: unknown, others: { readonly [name: string]: unknown } = {}): Promise<Extension> =>
	inFolder({ "company.yaml": company, ...others }, (folder) => readExtension(join(folder, "company.yaml")));

/** Returns the lines of the error about an invalid file, without the path of the folder. */
export async function refusalOf(
	company: unknown,
	others: { readonly [name: string]: unknown } = {},
): Promise<string[]> {
	try {
		await readCompany(company, others);
	} catch (error) {
		if (!(error instanceof Error)) throw error;
		return error.message.split("\n").map((line) => line.replaceAll(/\S*tenon-extension-\w+\//g, ""));
	}
	return [];
}

type Fields = { readonly [name: string]: unknown };

const content = (schema: object): object => ({ "application/json": { schema } });

/** Returns a document with one operation, `GET /widgets/{widget_id}`. `operation` and `more` replace its parts. */
export const document = (operation: Fields = {}, more: Fields = {}, path = "/widgets/{widget_id}"): Fields => ({
	openapi: "3.1.0",
	info: { title: "Company", version: "1" },
	paths: {
		[path]: {
			parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
				name,
				in: "path",
				required: true,
				schema: { type: "integer" },
			})),
			get: {
				operationId: "getWidget",
				tags: ["Widgets"],
				responses: { 200: { description: "It.", content: content({ $ref: "#/components/schemas/Widget" }) } },
				...operation,
			},
		},
	},
	components: { schemas: { Widget: { type: "object", properties: { id: { type: "integer" } } } } },
	...more,
});

/** Returns the same document with another schema for the widget. */
export const withSchema = (widget: object, more: Fields = {}): Fields =>
	document({}, { components: { schemas: { Widget: widget, ...more } } });
