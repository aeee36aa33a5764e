/** Generates the `@example` of a method or a function. */
import { type Model, type OperationModel, refName } from "../model";
import { isRequirement } from "../requirement";
import type { Field, Result } from "./fields";
import { key } from "./names";

const sample = (field: Field): string => {
	const [first] = (field.schema.anyOf ?? []).filter((each) => !isRequirement(each));
	const type = [field.schema.type ?? first?.type ?? "string"].flat();
	if (field.name === "id") return type.includes("string") ? '"acme/web"' : "42";
	if (field.schema.enum) return JSON.stringify(field.schema.enum[0]);
	if (type.includes("integer") || type.includes("number")) return "7";
	if (type.includes("boolean")) return "true";
	if (type.includes("array")) return "[]";
	if (field.schema.format === "binary") return "file";
	if (field.schema.format?.startsWith("date")) return "new Date()";
	return JSON.stringify({ ref: "main", body: "Looks good.", name: "nightly", tag_name: "v1.0" }[field.name] ?? "…");
};

/** Returns the required fields of a call. If the body requires one of several, includes the first. */
function needed(one: OperationModel, fields: Field[], model: Model): Field[] {
	const [content] = Object.values(one.body?.content ?? {});
	const body = content?.$ref ? model.schemas.get(refName(content.$ref))?.schema : content;
	const [first] = body?.anyOf?.every(isRequirement) ? body.anyOf : [];
	return fields.filter(({ name, required }) => required || first?.required?.includes(name));
}

/** Returns a call of the method or the function, as code. */
export function example(
	one: OperationModel,
	fields: Field[],
	result: Result,
	as: "method" | "function",
	model: Model,
): string {
	const parts = one.servers
		? ["url", "key", 'payload: { title: "Disk full" }']
		: needed(one, fields, model).map((field) => `${key(field.name)}: ${sample(field)}`);
	const params = parts.length > 0 ? `{ ${parts.join(", ")} }` : "";
	const call =
		as === "method"
			? `tenon.${one.resource}.${one.action}(${params})`
			: `${one.id}(${["connection", params].filter(Boolean).join(", ")})`;
	return result.kind === "list" ? `for await (const item of ${call}) console.log(item);` : `await ${call};`;
}
