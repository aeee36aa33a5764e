import type { OperationId } from "@tenon/contract";
import type { Platform } from "@tenon/mock";
import { contract } from "../../packages/conformance/src/wire/document";

export type Operation = OperationId | "executeGraphql";
type Pass = (request: Request) => Promise<Response>;

/** Returns the response of an operation in place of the mock, with one wrong behavior. */
export type Break = (request: Request, pass: Pass, platform: Platform) => Promise<Response>;

/** A server with one behaviour broken. */
export interface Mutant {
	/** The name of its fault. */
	readonly name: string;
	/** The operations that are broken; `*` for all. */
	readonly operations: readonly Operation[] | "*";
	/** Patterns of the checks that run against it; by default those of its operations. */
	readonly checks: readonly string[];
	readonly break: Break;
}

/** Creates a mutant of one operation or several. */
export const mutant = (name: string, operations: Operation | readonly Operation[], broken: Break): Mutant => {
	const all = typeof operations === "string" ? [operations] : operations;
	return { name, operations: all, checks: all.map((id) => `operation:${id}`), break: broken };
};

/** Creates a mutant of all operations, with the checks that may notice it. */
export const everywhere = (name: string, checks: readonly string[], broken: Break): Mutant => ({
	name,
	operations: "*",
	checks,
	break: broken,
});

/** Whether a request calls one of the operations. A query may also be sent by GET, which is a separate operation in the document. */
function callsOne({ method, url }: Request, operations: readonly Operation[]): boolean {
	const called = contract.operationOf(method, url)?.operation.operationId;
	return called !== undefined && operations.some((one) => one === called || `${one}Query` === called);
}

/** Returns a `fetch` of the platform with a mutant. The given `fetch` may already have another mutant. */
export function mutated(
	{ operations, break: broken }: Mutant,
	platform: Platform,
	fetch: typeof globalThis.fetch = platform.fetch,
): typeof globalThis.fetch {
	const pass: Pass = (request) => fetch(request);
	return async (input, init) => {
		const request = new Request(input, init);
		const isMeant = operations === "*" || callsOne(request, operations);
		return await (isMeant ? broken(request, pass, platform) : pass(request));
	};
}
