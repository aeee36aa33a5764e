import { generated } from "../generators/generated";
import { isGenerous, reading } from "../generators/rest-operations";
import { planOf } from "../plans/plan";
import type { ActorName } from "../rule/actors";
import { auditors } from "../rule/callers";
import type { Rule } from "../rule/rule";
import { whileUnchanged } from "./while-unchanged";
import { keyOf, wholeList, widest } from "./whole-list";

/** Actors in a group or project: each sees at least the records that the actors before it see. */
const ladder = ["outsider", "guest", "reporter", "developer", "maintainer", "owner"] as const satisfies ActorName[];

/** Whether all callers get the same list. A list of the caller's own records does not qualify, nor one of the whole instance, which depends on membership. */
const isShared = (where: string): boolean => where === "project" || where === "group";

const lists = reading.filter(({ pagination, access }) => pagination && isShared(access.where));

/** A caller with a higher role in a group or project sees every record that a lower role sees. */
const byRole = lists
	// Operations with a low rate limit are left out.
	.filter(isGenerous)
	.map((row) =>
		generated(row, { phase: "laws", what: "views", title: "lists for a higher role every record that a lower role sees", level: "ASSUMED" }, async (t) => {
			const { params } = await planOf(row.id, t);
			const read = () => wholeList(t.as("owner"), row.id, params);
			await whileUnchanged(t, read, async () => {
				let below: readonly string[] = [];
				let was = "nobody";
				for (const actor of ladder) {
					const caller = t.as(actor);
					const first = await caller.call(row.id, { ...params, per_page: 1 });
					// An actor may be refused the whole list, but only if no lower role can see it.
					if (first.status !== 200) {
						t.holds(`${actor} should see the records that ${was} sees`, below.length === 0, first.is(403, 404));
						continue;
					}
					const seen = (await wholeList(caller, row.id, params)).map(keyOf);
					t.same(`x-total for ${actor}`, first.header("x-total") ?? String(seen.length), String(seen.length), first);
					const missing = below.filter((key) => !seen.includes(key));
					t.same(`the records that ${was} sees and ${actor} does not`, missing, []);
					below = seen.some((key) => !/^\d+$/.test(key)) ? [] : seen;
					was = actor;
				}
				// An auditor without a role there sees all records of a list that auditors can read.
				const all = { ...params, ...widest[row.id] };
				if (auditors(t).length === 0 || (await t.as("auditor").call(row.id, { ...all, per_page: 1 })).status !== 200) return;
				const audited = (await wholeList(t.as("auditor"), row.id, all)).map(keyOf);
				t.same(
					`the records that ${was} sees and an auditor does not`,
					below.filter((key) => !audited.includes(key)),
					[],
				);
			});
		}),
	);

/** Anonymous callers see no records of a public group or project that signed-in callers do not see. */
const anonymous = reading
	// Anonymous callers can list users only if they name one.
	.filter(({ id, pagination, access, rateLimit }) => pagination && id !== "listUsers" && access.role === "anonymous" && isGenerous({ rateLimit }))
	.map((row) =>
		generated(
			row,
			{
				phase: "laws",
				what: "public-view",
				title: "lists for anonymous callers only records that signed-in users see",
				level: "MUST",
			},
			async (t) => {
				const plan = await planOf(row.id, t);
				// Signed-in callers see only their own groups, unless they request all.
				const hasAll = row.parameters.some(({ name }) => name === "all_available");
				const params = hasAll ? { ...plan.params, all_available: true } : plan.params;
				// The specification states that anonymous callers can see public groups, but not that they can see what is in a public project.
				if (row.access.where === "project") {
					const first = await t.anonymous.call(row.id, { ...params, per_page: 1 });
					t.assume("anonymous callers should be able to read a public project", first.succeeded, first);
					if (first.refused) return;
				}
				const read = () => wholeList(t.as("outsider"), row.id, params);
				await whileUnchanged(t, read, async (records) => {
					const everyone = (await wholeList(t.anonymous, row.id, params)).map(keyOf);
					const signedIn = records.map(keyOf);
					const more = everyone.filter((key) => /^\d+$/.test(key) && !signedIn.includes(key));
					t.same("the records that only anonymous callers see", more, []);
					const size = Math.min(Math.max(Math.ceil(everyone.length / 3), 1), 100);
					const numbers = [1, 2, 3].filter((page) => page === 1 || (page - 1) * size < everyone.length);
					const parts = await Promise.all(numbers.map((page) => t.anonymous.call(row.id, { ...params, page, per_page: size })));
					for (const part of parts)
						t.assume(`x-total should be ${everyone.length}`, Number(part.header("x-total") ?? everyone.length) === everyone.length, part);
					t.same(
						"the records that anonymous callers see page by page",
						parts.flatMap((page) => page.is(200).items.map(keyOf)),
						everyone.slice(0, 3 * size),
					);
				});
			},
		),
	);

export const views: readonly Rule[] = [...byRole, ...anonymous];
