import { generated } from "../generators/generated";
import { reading, writing } from "../generators/rest-operations";
import { unchanged } from "../generators/unchanged";
import { planOf } from "../plans/plan";
import { pause } from "../rule/eventually";
import { isFields } from "../rule/response";
import type { Rule } from "../rule/rule";

/** More of them would meet the rate limit. The scene's group need not have a picture. */
const isLimited = (limit: number | undefined): boolean => (limit ?? 1_000) <= 60;

/** What is read has a version, by which a caller asks whether it is still the same. */
const versions: readonly Rule[] = reading
	.filter((row) => row.id !== "getGroupAvatar" && !isLimited(row.rateLimit?.limit))
	.map((row) =>
		generated(
			row,
			{ phase: "laws", what: "conditional", title: "has an ETag, and returns 304 without a body to a caller who has that version", level: "ASSUMED" },
			async (t) => {
				const { caller, params } = await planOf(row.id, t);
				const first = await caller.call(row.id, params);
				if (first.status !== 200) return;
				const tag = first.header("etag") ?? "";
				t.holds("there should be a weak ETag", /^W\/"[^"]+"$/.test(tag), first);
				t.same("Cache-Control", first.header("cache-control"), "max-age=0, private, must-revalidate", first);
				t.holds("Vary should name Origin", /\borigin\b/i.test(first.header("vary") ?? ""), first);
				const second = await caller.call(row.id, params);
				// Another client may change a list meanwhile, and some records show the time.
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

/** What looks after when its record was changed, as the table says of it. */
const guarded = writing.filter(({ evidence }) => [...evidence.stated, ...evidence.assumed].includes("412"));

/** When a record was last changed, to the second, where it says so. */
const changedAt = (record: unknown): number | undefined =>
	isFields(record) && typeof record.updated_at === "string" ? Math.floor(Date.parse(record.updated_at) / 1000) * 1000 : undefined;

/** A record that was changed after If-Unmodified-Since is not removed. A text that is not a date does not count. */
const removals: readonly Rule[] = guarded.map((row) =>
	generated(
		row,
		{ phase: "laws", what: "unmodified", title: "removes no record that was changed after If-Unmodified-Since, but any other", level: "ASSUMED" },
		async (t) => {
			const plan = await planOf(row.id, t);
			const since = (time: number | string) => ({ "If-Unmodified-Since": typeof time === "string" ? time : new Date(time).toUTCString() });
			let now = 0;
			const keeps = async (time: number) =>
				await unchanged(t, plan, async () => {
					const kept = await plan.caller.with(since(time)).call(row.id, plan.params);
					now = Date.parse(kept.refuses(412, { message: "412 Precondition Failed" }).header("date") ?? "") || Date.now();
				});
			await keeps(Date.UTC(2000, 0));
			const change = writing.find(({ verb, path }) => verb === "PUT" && path.replace(/\/metadata$/, "") === row.path);
			const made = changedAt(await plan.look?.());
			if (change && !t.given.hasControl) {
				const before = made ?? now;
				// The header has full seconds: the change must be of a later one.
				await pause(made === undefined ? 1_100 : 1_050 - (Date.now() % 1_000));
				(await plan.caller.call(change.id, { ...(await planOf(change.id, t)).params, ...plan.params })).ok;
				if (made === undefined || (changedAt(await plan.look?.()) ?? made) > made) await keeps(before);
			}
			if (change && t.given.hasControl) {
				await t.given.advance("1 hour");
				(await plan.caller.call(change.id, { ...(await planOf(change.id, t)).params, ...plan.params })).ok;
				await keeps(now);
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
