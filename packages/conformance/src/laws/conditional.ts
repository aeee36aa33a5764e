import { generated } from "../generators/generated";
import { reading } from "../generators/rest-operations";
import { planOf } from "../plans/plan";
import type { Rule } from "../rule/rule";

/** More of them would meet the rate limit. The scene's group need not have a picture. */
const isLimited = (limit: number | undefined): boolean => (limit ?? 1_000) <= 60;

/** What is read has a version, by which a caller asks whether it is still the same. */
export const conditionals: readonly Rule[] = reading
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
				for (const header of [tag, `"other", ${tag}`, tag.slice(2)]) {
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
