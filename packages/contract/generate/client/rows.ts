/** Generates the table of a resource's methods, which the client reads with `rowsOf`. */
import { pascal } from "./names";

/** A method of the resource. */
interface Row {
	readonly name: string;
	/** The client's function that sends the request. */
	readonly sender: string;
	/** The route, as `route` writes it. */
	readonly route: string;
}

const usualVerbs: { readonly [name: string]: string } = {
	get: "GET",
	list: "GET",
	create: "POST",
	update: "PUT",
	delete: "DELETE",
};

/** Returns the table as text. Leaves out what the client derives from the method's name and the resource's paths. */
export function tableOf(resource: string, rows: readonly Row[]): string {
	const split = rows.map(({ name, sender, route }) => {
		const [id = "", verb = "", path = "", ...more] = route.split(" ");
		return { name, sender, id, verb, path, more };
	});
	const byName = (name: string) => split.find((row) => row.name === name);
	const list = byName("list");
	const record = /^list(\w+)s$/.exec(list?.id ?? "")?.[1] ?? pascal(resource);
	const all = (list ?? split[0])?.path ?? "";
	const item = byName("get")?.path ?? "";
	const one = item.startsWith(`${all}/`) ? item.slice(all.length) : "";
	const lines = split.map(({ name, sender, id, verb, path, more }) => {
		const [, first = "", rest = ""] = /^([a-z]+)(\w*)$/.exec(name) ?? [];
		const usual = {
			id: first + record + rest + (name === "list" ? "s" : ""),
			sender: first === "list" ? "list" : "call",
			verb: usualVerbs[first] ?? "POST",
			path: name === "list" || name === "create" ? all : all + one + (usualVerbs[name] ? "" : snake(rest || first)),
		};
		return [
			name,
			...(id === usual.id ? [] : [`#${id.replace(record, "~")}`]),
			...(sender === usual.sender ? [] : [`@${sender}`]),
			...(verb === usual.verb ? [] : [verb]),
			...(path === usual.path ? [] : [pathWithin(path, all, one)]),
			...more,
		].join(" ");
	});
	return [[record, all, one].join(" ").trim(), ...lines].join("\n");
}

/** Converts a method's name to the last segment of a path. */
const snake = (name: string): string => `/${name.replace(/\B[A-Z]/g, "_$&").toLowerCase()}`;

/** Returns a path relative to one record, with the prefix `~` relative to all records, or with `^` as it is. */
function pathWithin(path: string, all: string, one: string): string {
	if (path.startsWith(`${all}${one}/`)) return path.slice(all.length + one.length);
	return path === all || path.startsWith(`${all}/`) ? `~${path.slice(all.length)}` : `^${path}`;
}
