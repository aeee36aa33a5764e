import { operations } from "@tenon/contract";
import type { Streams } from "./streams";

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
export function routes(word: string | undefined, asJson: boolean, { out, err }: Streams): number {
	const wanted = (word ?? "").toLowerCase();
	const found = rows.filter((row) =>
		[row.operation, row.path, row.domain].some((text) => text.toLowerCase().includes(wanted)),
	);
	if (asJson) {
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
