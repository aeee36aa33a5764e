/** A method of a resource. */
export interface Row {
	readonly name: string;
	/** The name of the function that sends it. */
	readonly sender: string;
	/** The route, in the format that `route` reads. */
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
 * Reads the table of a resource. Its first line has the name of a record in operationIds, the path of all records, and
 * what is appended to it in the path of one record. Each further line is a method: its name; where they do not follow
 * from it, `#` and the operationId (`~` stands for the record), `@` and the sender, and the verb; and the path. The
 * path is relative to one record, after `~` relative to all records, and after `^` absolute. The route's other
 * properties end the line.
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
