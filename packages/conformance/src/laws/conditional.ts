import { isDeepStrictEqual } from "node:util";
import { generated } from "../generators/generated";
import { type RestOperation, reading, writing } from "../generators/rest-operations";
import { unchanged } from "../generators/unchanged";
import { planOf, type RestOperationId } from "../plans/plan";
import type { Params } from "../rule/address";
import type { Context } from "../rule/context";
import { type ApiResponse, isFields } from "../rule/response";
import type { Rule } from "../rule/rule";

/** Whether an operation has a rate limit that the requests of this law would exceed. */
const isLimited = (limit: number | undefined): boolean => (limit ?? 1_000) <= 60;

/** Each GET returns an ETag, with which a caller can check whether the response is still the same. */
const versions: readonly Rule[] = reading
	.filter((row) => row.id !== "getGroupAvatar" && !isLimited(row.rateLimit?.limit))
	.map((row) =>
		generated(
			row,
			{ phase: "laws", what: "conditional", title: "returns an ETag, and 304 without a body if If-None-Match has that ETag", level: "ASSUMED" },
			async (t) => {
				const { caller, params } = await planOf(row.id, t);
				const first = await caller.call(row.id, params);
				if (first.status !== 200) return;
				const tag = first.header("etag") ?? "";
				t.holds("there should be a weak ETag", /^W\/"[^"]+"$/.test(tag), first);
				t.same("Cache-Control", first.header("cache-control"), "max-age=0, private, must-revalidate", first);
				t.holds("Vary should name Origin", /\borigin\b/i.test(first.header("vary") ?? ""), first);
				const second = await caller.call(row.id, params);
				// Another client may change a list in the meantime, and some records contain the current time.
				if (second.header("etag") !== tag) return t.holds("the same body should have the same ETag", second.text !== first.text, second);
				for (const header of [tag, `"other", ${tag}`, tag.slice(2), "*"]) {
					const known = await caller.with({ "If-None-Match": header }).call(row.id, params);
					if (known.status === 200 && known.text !== first.text) return;
					t.same(`the status for If-None-Match: ${header}`, known.status, 304, known);
					t.same("the body", known.text, "", known);
					t.same("its ETag", known.header("etag"), tag, known);
				}
				(await caller.with({ "If-None-Match": '"other"' }).call(row.id, params)).is(200);
			},
		),
	);

/** Operations that may return 412 according to the table, because they check when their record was last changed. */
const guarded = writing.filter(({ evidence }) => [...evidence.stated, ...evidence.assumed].includes("412"));

/** Returns when a record was last changed, rounded down to the second, or undefined if it does not show it. */
const changedAt = (record: unknown): number | undefined =>
	isFields(record) && typeof record.updated_at === "string" ? Math.floor(Date.parse(record.updated_at) / 1000) * 1000 : undefined;

/** Returns the time in the response's Date header, which has full seconds, or the current time without one. */
const timeOf = (response: ApiResponse): number => Date.parse(response.header("date") ?? "") || Date.now();

/** Operations that change a record through a path other than its own, by the operation that removes it. */
const elsewhere: { readonly [removal: string]: { readonly change: RestOperationId; readonly fields: (t: Context, known: unknown) => Params } } = {
	deleteUserIdentity: { change: "updateUser", fields: (t) => ({ extern_uid: t.unique("uid") }) },
	deleteRunnerByToken: { change: "updateRunner", fields: (_, known) => ({ id: Object(known).id }) },
};

/** Returns the operations that change the record that `row` removes, at its path, directly below it, or at another path. A retry follows the cancellation. */
const changesOf = ({ id, path }: RestOperation): readonly RestOperation[] =>
	writing.toReversed().filter((row) => {
		const below = row.path.startsWith(path) ? row.path.slice(path.length) : undefined;
		const isOwn =
			row.verb === "PUT" ? below === "" || below === "/metadata" : below !== undefined && /^\/(cancel|retry|reset_authentication_token)$/.test(below);
		return row.id === elsewhere[id]?.change || (elsewhere[id] === undefined && isOwn);
	});

/** A record that was changed after If-Unmodified-Since is not removed. A header that is not a date is ignored. */
const removals: readonly Rule[] = guarded.map((row) =>
	generated(
		row,
		{ phase: "laws", what: "unmodified", title: "returns 412 for a record changed after If-Unmodified-Since and removes others", level: "ASSUMED" },
		async (t) => {
			const plan = await planOf(row.id, t);
			const since = (time: number | string) => ({ "If-Unmodified-Since": typeof time === "string" ? time : new Date(time).toUTCString() });
			let now = 0;
			const keeps = async (time: number) =>
				await unchanged(t, plan, async () => {
					const kept = await plan.caller.with(since(time)).call(row.id, plan.params);
					now = timeOf(kept.refuses(412, { message: "412 Precondition Failed" }));
				});
			await keeps(Date.UTC(2000, 0));
			for (const change of changesOf(row)) {
				const known = await plan.look?.();
				const made = changedAt(known);
				const before = made ?? now;
				// The header has full seconds, so the change must happen in a later second.
				await t.given.nextSecond(made === undefined ? 1_100 : 1_050 - (Date.now() % 1_000));
				const { caller, params } = await planOf(change.id, t);
				const changer = plan.caller.actor === "anonymous" ? caller : plan.caller;
				const response = (await changer.call(change.id, { ...params, ...plan.params, ...elsewhere[row.id]?.fields(t, known) })).ok;
				// The server's clock may be stopped, and the change may have no effect.
				if (timeOf(response) > before && (made === undefined || !isDeepStrictEqual(await plan.look?.(), known))) await keeps(before);
			}
			const changed = changedAt(await plan.look?.());
			if (changed) await keeps(changed - 1000);
			for (const time of [changed ?? now + 86_400_000, now + 86_400_000, "whenever", ""]) {
				const { caller, params } = time === changed ? plan : await planOf(row.id, t);
				(await caller.with(since(time)).call(row.id, params)).is(204);
				if (row.id !== "deleteUser") (await caller.call(row.id, params)).is(404, 403);
			}
		},
	),
);

export const conditionals: readonly Rule[] = [...versions, ...removals];
