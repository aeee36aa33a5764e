import type { OperationId } from "@tenon/contract";
import type { Platform } from "@tenon/mock";
import { contract } from "../../packages/conformance/src/wire/document";

export type Operation = OperationId | "executeGraphql";
type Pass = (request: Request) => Promise<Response>;

/** One broken behaviour: what comes of a request of the operation, instead of what the mock would answer. */
export type Break = (request: Request, pass: Pass, platform: Platform) => Promise<Response>;

/** A server with one behaviour broken. */
export interface Mutant {
	/** What is wrong with it. */
	readonly name: string;
	/** Whose behaviour is broken; `*` for all operations. */
	readonly operations: readonly Operation[] | "*";
	/** Patterns of the checks that are made of it; those of its operations unless given. */
	readonly checks: readonly string[];
	readonly break: Break;
}

/** A mutant of one operation or several. */
export const mutant = (name: string, operations: Operation | readonly Operation[], broken: Break): Mutant => {
	const all = typeof operations === "string" ? [operations] : operations;
	return { name, operations: all, checks: all.map((id) => `operation:${id}`), break: broken };
};

/** A mutant of a rule that holds everywhere, looked at with some checks. */
export const everywhere = (name: string, checks: readonly string[], broken: Break): Mutant => ({
	name,
	operations: "*",
	checks,
	break: broken,
});

/** The platform's answers, as the mutant gives them; on top of another mutant's, if one is given. */
export function mutated(
	{ operations, break: broken }: Mutant,
	platform: Platform,
	fetch: typeof globalThis.fetch = platform.fetch,
): typeof globalThis.fetch {
	const pass: Pass = (request) => fetch(request);
	return async (input, init) => {
		const request = new Request(input, init);
		const operation = contract.operationOf(request.method, request.url)?.operation.operationId;
		// A query may come by GET too, which is an operation of its own in the document.
		const isMeant =
			operations === "*" ||
			(operation !== undefined && operations.some((one) => one === operation || `${one}Query` === operation));
		return await (isMeant ? broken(request, pass, platform) : pass(request));
	};
}
