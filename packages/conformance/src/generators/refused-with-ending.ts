import { addressOf, type Params } from "../rule/address";
import type { Caller, CallOptions } from "../rule/caller";
import type { Context } from "../rule/context";
import type { RestOperation } from "./rest-operations";

/** Checks that a path with an ending is refused like the path without it, and HEAD like GET. Both are only assumed. */
export async function refusedWithEnding(
	t: Context,
	caller: Caller,
	row: RestOperation,
	params: Params,
	status: number,
	end: NonNullable<CallOptions["end"]> = ".json",
): Promise<void> {
	const response = await caller.call(row, params, { end });
	t.assume(`the path with ${end} should be refused as without`, response.status === status, response);
	if (row.verb !== "GET") return;
	const head = await caller.send("HEAD", addressOf(row, params).path);
	t.assume("HEAD should be refused as GET is", head.status === status, head);
}
