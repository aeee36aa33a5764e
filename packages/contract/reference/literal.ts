const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** A source text in place of a value. */
export class Source {
	readonly text: string;
	constructor(text: string) {
		this.text = text;
	}
}

/** Formats a value as TypeScript, on one line if it is short. */
export function literal(value: unknown, indent = ""): string {
	if (value instanceof Source) return value.text;
	if (typeof value !== "object" || value === null) return JSON.stringify(value);
	const deeper = `${indent}\t`;
	const list = Array.isArray(value);
	const write = (inner: string): string[] =>
		list
			? value.map((one) => literal(one, inner))
			: Object.entries(value).map(([name, one]) => `${key(name)}: ${literal(one, inner)}`);
	const parts = write(indent);
	const line = list ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`;
	if (parts.length === 0) return list ? "[]" : "{}";
	if (line.length < 52 && !line.includes("\n")) return line;
	const lines = write(deeper).map((part) => `${deeper}${part},\n`);
	return `${list ? "[" : "{"}\n${lines.join("")}${indent}${list ? "]" : "}"}`;
}
