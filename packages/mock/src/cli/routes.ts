import type { OperationRow } from "@tenon/contract";
import { install } from "../extension/installed";
import { contractOperations } from "../request/operation-set";
import { type ExtensionOptions, extensionsOf } from "./read-extensions";
import type { Streams } from "./streams";
import { UsageError } from "./usage-error";

/** The options of `routes`. */
export interface RoutesCommandOptions extends ExtensionOptions {
	readonly json?: boolean;
}

/** An operation in the list of `routes`. */
interface Listed {
	readonly operation: string;
	readonly method: string;
	readonly path: string;
	readonly domain: string;
	readonly role: string;
	readonly scopes: readonly string[];
	readonly tier: string;
	/** The name of its extension; null for the contract. */
	readonly extension: string | null;
}

const listed = ({ id, verb, path, domain, access, tier }: OperationRow, extension: string | null): Listed => ({
	operation: id,
	method: verb,
	path: domain === "alerts" && extension === null ? path : `/api/v4${path}`,
	domain,
	role: access.role,
	scopes: access.scopes,
	tier: tier?.tier ?? "free",
	extension,
});

const graphql: Listed = {
	operation: "executeGraphql",
	method: "POST",
	path: "/api/graphql",
	domain: "graphql",
	role: "anonymous",
	scopes: ["api", "read_api"],
	tier: "free",
	extension: null,
};

/** Returns every operation of a platform with these options: the contract's, then those of each extension. */
async function listOf(options: ExtensionOptions): Promise<readonly Listed[]> {
	const extensions = await extensionsOf(options);
	const nameOf = (id: string): string | null =>
		extensions.find(({ openapi }) => Object.hasOwn(openapi.operations, id))?.openapi.name ?? null;
	const { rows } = install(extensions, contractOperations.ids);
	return [
		...contractOperations.rows.map((row) => listed(row, null)),
		graphql,
		...rows.map((row) => listed(row, nameOf(row.id))),
	];
}

function table(rows: readonly Listed[], out: Streams["out"]): void {
	const width = (key: "path" | "operation"): number => Math.max(...rows.map((row) => row[key].length));
	const [paths, names] = [width("path"), width("operation")];
	let heading: string | null = null;
	for (const { method, path, operation, role, tier, extension } of rows) {
		if (extension !== heading) out.write(`\nNot in the contract, added by ${extension}:\n`);
		heading = extension;
		out.write(
			`${method.padEnd(6)} ${path.padEnd(paths)}  ${operation.padEnd(names)}  ${role}${tier === "free" ? "" : `, ${tier}`}\n`,
		);
	}
}

/** `tenon-mock routes`: lists the operations of a platform, the contract's first. */
export async function routes(
	word: string | undefined,
	options: RoutesCommandOptions,
	{ out, err }: Streams,
): Promise<number> {
	const part = (word ?? "").toLowerCase();
	let rows: readonly Listed[];
	try {
		rows = await listOf(options);
	} catch (error) {
		if (error instanceof UsageError || !(error instanceof TypeError)) throw error;
		throw new UsageError(`--extend: ${error.message}`);
	}
	const found = rows.filter((row) =>
		[row.operation, row.path, row.domain].some((text) => text.toLowerCase().includes(part)),
	);
	if (options.json) {
		out.write(`${JSON.stringify(found)}\n`);
		return 0;
	}
	if (found.length === 0) {
		err.write(`tenon-mock: no operation has "${word}" in its name, its path or its domain.\n`);
		return 1;
	}
	table(found, out);
	return 0;
}
