import { generated } from "../generators/generated";
import { restOperations } from "../generators/rest-operations";
import { planOf } from "../plans/plan";
import type { Params } from "../rule/address";
import type { Answer } from "../rule/answer";
import type { Rule } from "../rule/rule";

const full = { emoji: "coffee", message: "Away", availability: "busy", clear_status_after: "3_hours" } as const;

/** Changes of single fields; an emoji that is taken away is left open. */
const changes: readonly Params[] = [
	{ emoji: "tea" },
	{ message: "Back soon" },
	{ message: null },
	{ availability: "not_set" },
	{ availability: null },
	{ clear_status_after: "30_days" },
	{ clear_status_after: null },
];

/** What two statuses that are set one after the other have in common, and when they end. */
function steady(answer: Answer) {
	const { emoji, message, availability, clear_status_at } = answer.fields;
	const end = typeof clear_status_at === "string" ? Date.parse(clear_status_at) : undefined;
	return { emoji, message, isBusy: availability === "busy", end };
}

/** Milliseconds by which the ends may differ, for the two are set one after the other. */
const tolerance = 120_000;

/** A change of some fields of a status gives what a replacement by the whole of it gives. */
export const statusChanges: readonly Rule[] = restOperations
	.filter(({ id }) => id === "updateCurrentUserStatus")
	.map((row) =>
		generated(
			row,
			{
				phase: "laws",
				what: "put",
				title: "gives with some fields what PUT gives with those and all that was set before",
				rests: ["body"],
			},
			async (t) => {
				const { caller } = await planOf(row.id, t);
				for (const change of changes) {
					(await caller.call("replaceCurrentUserStatus", full)).ok;
					const patched = (await caller.call("updateCurrentUserStatus", change)).ok;
					// What is null in a change is left out of a replacement, which nulls it.
					const whole = Object.entries({ ...full, ...change }).filter(([, value]) => value !== null);
					const put = (await caller.call("replaceCurrentUserStatus", Object.fromEntries(whole))).ok;
					const { end: patchedEnd, ...byPatch } = steady(patched);
					const { end: putEnd, ...byPut } = steady(put);
					const what = `the status after PATCH of ${JSON.stringify(change)}`;
					t.same(what, byPatch, byPut, patched);
					const isNear = patchedEnd === putEnd || (patchedEnd !== undefined && putEnd !== undefined && Math.abs(patchedEnd - putEnd) < tolerance);
					t.holds(`clear_status_at after PATCH of ${JSON.stringify(change)} should be PUT's`, isNear, patched);
				}
			},
		),
	);
