import type { AlertMapping } from "../../state/records";

/** A path in a payload that a field can be mapped to. */
export type PayloadField = Omit<AlertMapping, "field" | "label"> & { readonly label: string };

function typeOf(value: unknown): AlertMapping["type"] {
	if (Array.isArray(value)) return "array";
	if (typeof value === "number") return "number";
	return typeof value === "string" && /^\d{4}/.test(value) ? "datetime" : "string";
}

const labelOf = (path: readonly (string | number)[]): string =>
	path.reduce<string>(
		(label, step) => (typeof step === "number" ? `${label}[${step}]` : label === "" ? step : `${label}/${step}`),
		"",
	);

/** Returns every list and every plain value of a sample payload, with its path and type. */
export function payloadFields(value: unknown, path: readonly (string | number)[] = []): PayloadField[] {
	const own = { path, label: labelOf(path), type: typeOf(value) };
	if (Array.isArray(value))
		return [
			...(path.length > 0 ? [own] : []),
			...value.flatMap((item, index) => payloadFields(item, [...path, index])),
		];
	if (typeof value === "object" && value !== null)
		return Object.entries(value).flatMap(([name, one]) => payloadFields(one, [...path, name]));
	return path.length > 0 ? [own] : [];
}
