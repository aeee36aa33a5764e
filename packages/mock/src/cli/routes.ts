import { operations } from "@tenon/contract";
import { routesHelp } from "./help";
import { type Options, parseOptions } from "./parse-options";
import type { Streams } from "./streams";

const options = { json: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const satisfies Options;

const rows = [
	...Object.values(operations).map(({ id, verb, path, domain, access, tier }) => ({
		operation: id,
		method: verb,
		path: domain === "alerts" ? path : `/api/v4${path}`,
		domain,
		role: access.role,
		scopes: access.scopes,
		tier: tier?.tier ?? "free",
	})),
	{
		operation: "executeGraphql",
		method: "POST",
		path: "/api/graphql",
		domain: "graphql",
		role: "anonymous",
		scopes: ["api", "read_api"],
		tier: "free",
	},
];

/** `tenon-mock routes`: what the platform can be asked. */
export function routes(args: readonly string[], { out, err }: Streams): number {
	const { values, positionals } = parseOptions(args, options, 1);
	if (values.help) {
		out.write(routesHelp);
		return 0;
	}
	const [word = ""] = positionals;
	const wanted = word.toLowerCase();
	const found = rows.filter((row) =>
		[row.operation, row.path, row.domain].some((text) => text.toLowerCase().includes(wanted)),
	);
	if (values.json) {
		out.write(`${JSON.stringify(found)}\n`);
		return 0;
	}
	if (found.length === 0) {
		err.write(`tenon-mock: no operation has "${word}" in its name, its path or its domain.\n`);
		return 1;
	}
	const width = (key: "path" | "operation"): number => Math.max(...found.map((row) => row[key].length));
	const [paths, names] = [width("path"), width("operation")];
	for (const { method, path, operation, role, tier } of found)
		out.write(
			`${method.padEnd(6)} ${path.padEnd(paths)}  ${operation.padEnd(names)}  ${role}${tier === "free" ? "" : `, ${tier}`}\n`,
		);
	return 0;
}
