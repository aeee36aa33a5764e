import type { Document, Schema } from "../../generate/document";
import { refName } from "../../generate/model";

/** Returns the contract's own examples, at any depth, by the name of their schema. */
export function examplesByName(document: Document): Map<string, unknown[]> {
	const found = new Map<string, unknown[]>();
	const all = document.components.schemas;
	const visit = (schema: Schema, value: unknown): void => {
		if (schema.$ref) {
			const name = refName(schema.$ref);
			found.set(name, [...(found.get(name) ?? []), value]);
			const target = all[name];
			if (target) visit(target, value);
			return;
		}
		for (const part of schema.allOf ?? []) visit(part, value);
		if (Array.isArray(value)) {
			for (const item of value) visit(schema.items ?? {}, item);
		} else if (value && typeof value === "object") {
			for (const [key, held] of Object.entries(value)) {
				const values = schema.additionalProperties;
				visit(schema.properties?.[key] ?? (typeof values === "object" ? values : {}), held);
			}
			for (const branch of schema.anyOf ?? []) if (branch.$ref) visit(branch, value);
		}
	};
	const media = (node: unknown): void => {
		if (!node || typeof node !== "object") return;
		if ("content" in node && node.content && typeof node.content === "object") {
			for (const { schema, example, examples } of Object.values(node.content)) {
				if (!schema) continue;
				if (example !== undefined) visit(schema, example);
				for (const { value } of Object.values<{ value?: unknown }>(examples ?? {})) visit(schema, value);
			}
		}
		for (const child of Object.values(node)) media(child);
	};
	media(document);
	return found;
}
