import { existsSync } from "node:fs";
import { extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { AnyExtension } from "../extension/define";
import { isRecord } from "../lib/is-record";
import { UsageError } from "./usage-error";

const isExtension = (value: unknown): value is AnyExtension =>
	isRecord(value) && isRecord(value.openapi) && isRecord(value.openapi.operations) && isRecord(value.operations);

/** Whether Node runs TypeScript itself, which it does from 22.18 on. */
const runsTypeScript = (): boolean => Boolean(Reflect.get(process.features, "typescript"));

/** Imports a module, which can be TypeScript. */
async function importFile(file: string): Promise<unknown> {
	const url = pathToFileURL(file).href;
	if (!/^\.[cm]?ts$/.test(extname(file)) || runsTypeScript()) return import(url);
	const { createJiti } = await import("jiti");
	return createJiti(import.meta.url).import(url);
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Creates an extension without code from an OpenAPI file. */
async function fromDocument(path: string): Promise<AnyExtension> {
	const { readExtension: read } = await import("@tenon/contract/generate");
	const { byConvention } = await import("../extension/convention/by-convention");
	try {
		const { contract, document } = await read(path);
		// `readExtension` has checked that it is an OpenAPI document.
		return byConvention(contract, document as Parameters<typeof byConvention>[1]);
	} catch (error) {
		throw new UsageError(`--extend: ${reasonOf(error)}`);
	}
}

async function readExtension(path: string): Promise<readonly AnyExtension[]> {
	const file = resolve(path);
	if (!existsSync(file)) throw new UsageError(`--extend: there is no file "${path}".`);
	if (/\.(?:ya?ml|json)$/i.test(file)) return [await fromDocument(path)];
	let module: unknown;
	try {
		module = await importFile(file);
	} catch (error) {
		throw new UsageError(`--extend: ${path} could not be loaded: ${reasonOf(error)}`);
	}
	const found: unknown = isRecord(module) && "default" in module ? module.default : undefined;
	const all: readonly unknown[] = Array.isArray(found) ? found : [found];
	if (!all.every(isExtension) || all.length === 0)
		throw new UsageError(
			`--extend: the default export of ${path} is not an extension. Write: export default defineExtension({ openapi, operations }).`,
		);
	return all;
}

/** The options that select the operations beyond the contract. */
export interface ExtensionOptions {
	readonly extend?: readonly string[];
	readonly onlyContract?: boolean;
}

/**
 * Returns the supporting endpoints, unless the options exclude them, and the extensions that the options name, in their
 * order.
 *
 * @throws UsageError if a file does not exist, does not load, or does not export an extension.
 */
export async function extensionsOf({ extend = [], onlyContract }: ExtensionOptions): Promise<readonly AnyExtension[]> {
	const all: AnyExtension[] = onlyContract ? [] : [(await import("../supporting/index")).supporting];
	for (const path of extend) all.push(...(await readExtension(path)));
	return all;
}
