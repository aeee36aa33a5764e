import { generated } from "../generators/generated";
import { reading } from "../generators/rest-operations";
import { planOf } from "../plans/plan";
import { show } from "../rule/difference";
import type { ApiResponse, Fields } from "../rule/response";
import { isFields } from "../rule/response";
import type { Rule } from "../rule/rule";

/** A deprecated field and the field that replaces it. */
interface Alias {
	readonly old: string;
	readonly now: string;
	readonly agrees: (old: unknown, now: unknown) => boolean;
}

const same = (old: unknown, now: unknown): boolean => JSON.stringify(old) === JSON.stringify(now);
const opposite = (old: unknown, now: unknown): boolean => (old === null || now === null ? old === now : old === !now);

/** The deprecated fields of the specification, each with the field that replaces it. */
const aliases: readonly Alias[] = [
	{ old: "active", now: "paused", agrees: opposite },
	{ old: "emails_disabled", now: "emails_enabled", agrees: opposite },
	{ old: "confidential", now: "internal", agrees: same },
	{ old: "tag_list", now: "topics", agrees: same },
	{ old: "merge_requests", now: "assigned_merge_requests", agrees: same },
	{ old: "last_activity_at", now: "last_activity_on", agrees: (old, now) => String(old).slice(0, 10) === String(now) },
];

/** Returns every record of a response, at any depth. */
function recordsIn(value: unknown): readonly Fields[] {
	if (Array.isArray(value)) return value.flatMap(recordsIn);
	return isFields(value) ? [value, ...Object.values(value).flatMap(recordsIn)] : [];
}

const brokenIn = (response: ApiResponse): readonly string[] =>
	recordsIn(response.json).flatMap((record) =>
		aliases
			.filter(({ old, now, agrees }) => Object.hasOwn(record, old) && Object.hasOwn(record, now) && !agrees(record[old], record[now]))
			.map(({ old, now }) => `${old} ${show(record[old])} beside ${now} ${show(record[now])} of record ${show(record.id)}`),
	);

/** A deprecated field agrees with the field that replaces it, in every record. Catches a deprecated field that is not updated. */
export const aliasesAgree: readonly Rule[] = reading
	.filter(({ id }) => id !== "getGroupAvatar")
	.map((row) =>
		generated(
			row,
			{
				phase: "laws",
				what: "aliases",
				title: "returns the same value in a deprecated field and in the field that replaces it",
				level: "MUST",
				...(row.domain === "notes" && { claims: "NOTE-067" }),
			},
			async (t) => {
				const { caller, params } = await planOf(row.id, t);
				const isOwn = row.access.where === "self" && !row.path.includes("{");
				// An operation on the caller's own account returns another record for each caller.
				for (const one of [caller, ...(isOwn ? (["developer", "maintainer", "owner"] as const).map((who) => t.as(who)) : [])]) {
					const response = await one.call(row.id, row.pagination ? { ...params, per_page: 100 } : params);
					if (one === caller) response.is(200);
					if (response.succeeded) t.same("the fields that do not agree", brokenIn(response).join("; "), "", response);
				}
			},
		),
	);
