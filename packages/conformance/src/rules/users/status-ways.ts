import type { Params } from "../../rule/address";
import type { Answer } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { type Person, person } from "./person";

/** The two ways of writing a status. */
export const ways = ["replaceCurrentUserStatus", "updateCurrentUserStatus"] as const;
export type Way = (typeof ways)[number];

/** A status with every field set. */
export const full = { emoji: "coffee", message: "Back soon", availability: "busy", clear_status_after: "3_hours" };

/** A new user with a full status, and the status as it was answered. */
export async function busy(t: Context): Promise<{ readonly who: Person; readonly before: Answer }> {
	const who = await person(t);
	const before = (await who.caller.call("replaceCurrentUserStatus", full)).is(200);
	before.has({ emoji: full.emoji, message: full.message, availability: full.availability });
	t.holds("a status with a span should end", typeof before.field("clear_status_at") === "string", before);
	return { who, before };
}

export const statusOf = async ({ caller }: Person): Promise<Answer> => (await caller.call("getCurrentUserStatus")).is(200);

/** The status must be removed: nothing in it but an empty `message_html`. */
export function isNone(t: Context, answer: Answer): void {
	answer.is(200).has({ emoji: null, message: null, availability: null, clear_status_at: null });
	t.holds("message_html should be null or empty", !answer.field("message_html"), answer);
}

/** The fields that these changes name must be new, the others as before. */
export function changedOnly(t: Context, after: Answer, before: Answer, changes: Params): void {
	const { message_html: _new, ...rest } = after.is(200).fields;
	const { message_html: _old, ...kept } = before.fields;
	t.same("the status", rest, { ...kept, ...changes }, after);
}
