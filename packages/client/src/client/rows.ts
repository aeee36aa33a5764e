/** A method of a resource. */
export interface Row {
	readonly name: string;
	/** What sends it, by the name that the resource has for it. */
	readonly sender: string;
	/** As `route` reads it. */
	readonly route: string;
}

const usualVerbs: { readonly [name: string]: string } = {
	get: "GET",
	list: "GET",
	create: "POST",
	update: "PUT",
	delete: "DELETE",
};

const parts = /^(([a-z]+)(\w*))(?: #(\S+))?(?: @(\w+))?(?: ([A-Z]+))?(?: ([~^/])(\S*))?(.*)/;

/**
 * Reads the table of a resource. Its first line says what operationIds call a record, the path of all records, and what follows
 * it in the path of one. Then comes a line for each method: its name and, where they do not follow from it, `#` and the
 * operationId (`~` stands for the record), `@` and what sends it, the verb, and the path: below that of one record, behind `~`
 * below that of all, or whole behind `^`. The route's further properties end the line.
 */
export function rowsOf(table: string): Row[] {
	const [head = "", ...lines] = table.split("\n");
	const [record = "", all = "", one = ""] = head.split(" ");
	return lines.map((line) => {
		const [, name = "", first = "", rest = "", id, sender, verb, mark, end = "", more = ""] = parts.exec(line) ?? [];
		const isList = name === "list";
		const below = `/${(rest || first).replace(/\B[A-Z]/g, "_$&").toLowerCase()}`;
		const usual = isList || name === "create" ? all : all + one + (usualVerbs[name] ? "" : below);
		const path = mark ? { "~": all, "^": "", "/": `${all + one}/` }[mark] + end : usual;
		const operationId = id?.replace("~", record) ?? first + record + rest + (isList ? "s" : "");
		return {
			name,
			sender: sender ?? (first === "list" ? first : "call"),
			route: `${operationId} ${verb ?? usualVerbs[first] ?? "POST"} ${path}${more}`,
		};
	});
}
