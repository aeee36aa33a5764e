import type { ValueSchema } from "@tenon/contract";
import { perform, planOf } from "../plans/plan";
import type { Rule } from "../rule/rule";
import { generated } from "./generated";
import { type RestOperation, restOperations } from "./rest-operations";
import { unchanged } from "./unchanged";
import { applies, choicesOf, isLenient, refusalOf, sentFields } from "./wrong-input";

/** Longer texts are too heavy to send for each operation; the rules of notes send them. */
const longest = 10_000;

interface Bound {
	/** How the value lies to the bound, in words. */
	readonly what: string;
	readonly accepted: unknown;
	readonly refused: unknown;
}

const letters = (length: number): string => "a".repeat(length);

function boundsOf(schema: ValueSchema): readonly Bound[] {
	const bounds: Bound[] = [];
	const { minimum, maximum, minLength, maxLength, maxItems, items } = schema;
	if (minimum !== undefined) bounds.push({ what: `at least ${minimum}`, accepted: minimum, refused: minimum - 1 });
	if (maximum !== undefined) bounds.push({ what: `at most ${maximum}`, accepted: maximum, refused: maximum + 1 });
	if (minLength !== undefined)
		bounds.push({
			what: `no shorter than ${minLength}`,
			accepted: letters(minLength),
			refused: letters(minLength - 1),
		});
	if (maxLength !== undefined && maxLength <= longest)
		bounds.push({ what: `no longer than ${maxLength}`, accepted: letters(maxLength), refused: letters(maxLength + 1) });
	if (maxItems !== undefined) {
		const list = (length: number) => Array.from({ length }, (_, index) => (items?.type === "integer" ? index + 1 : `item-${index}`));
		bounds.push({ what: `no more than ${maxItems} items`, accepted: list(maxItems), refused: list(maxItems + 1) });
	}
	return bounds;
}

/** What changes the scene's own group; and what goes by rules of its own: paths begin with a slash, kinds of runners need their place. */
const special = (row: RestOperation, name: string): boolean =>
	row.id === "updateGroup" || ["direct_asset_path", "runner_type", "projects_limit"].includes(name);

/** The bounds that the specification gives as a number. */
const stated = /^(body|message|maintenance_note|maintainer_note|unique_project_download_limit(_interval_in_seconds|_allowlist|_alertlist)?)$/;

const bounded = restOperations.flatMap((row) => [true, false].flatMap((isStated) => boundsLaw(row, isStated)));

function boundsLaw(row: RestOperation, isStated: boolean): readonly Rule[] {
	const fields = sentFields(row)
		.filter(({ name }) => stated.test(name) === isStated)
		.flatMap((field) => boundsOf(field.schema).map((bound) => ({ ...field, ...bound })));
	if (fields.length === 0) return [];
	const rule = generated(
		row,
		{
			phase: "boundaries",
			what: isStated ? "stated-bounds" : "bounds",
			title: `accepts ${fields.map(({ name, what }) => `${name} ${what}`).join(", ")}, and refuses one more`,
			level: isStated ? "MUST" : "ASSUMED",
		},
		async (t) => {
			const applicable = fields.filter((field) => applies(t, field));
			for (const { name, accepted } of applicable.filter((field) => !special(row, field.name))) {
				const response = await perform(row.id, await planOf(row.id, t), { [name]: accepted });
				t.holds(`${name} at its bound should be accepted`, response.status < 300, response);
			}
			const plan = await planOf(row.id, t);
			await unchanged(t, plan, async () => {
				for (const { name, refused } of applicable.filter((field) => field.name !== "max_artifacts_size"))
					(await perform(row.id, plan, { [name]: refused })).is(refusalOf(row));
			});
		},
	);
	return [rule];
}

const choices = restOperations.flatMap((row) => {
	const fields = sentFields(row).flatMap((field) => {
		const values = special(row, field.name) || isLenient(row, field.name) ? undefined : choicesOf(field.schema);
		return values ? [{ ...field, values }] : [];
	});
	if (fields.length === 0) return [];
	return generated(
		row,
		{
			phase: "boundaries",
			what: "choices",
			title: `accepts every value of ${fields.map(({ name }) => name).join(", ")}`,
			level: row.evidence.assumed.includes("body") ? "ASSUMED" : "MUST",
		},
		async (t) => {
			const plan = await planOf(row.id, t);
			for (const field of fields.filter((one) => applies(t, one)))
				for (const value of field.values) {
					const fresh = row.verb === "POST" ? await planOf(row.id, t) : plan;
					const response = await perform(row.id, fresh, { [field.name]: value });
					t.holds(`${field.name} ${String(value)} should be accepted`, response.status < 300, response);
				}
		},
	);
});

/** Each bound of a parameter holds at the bound and one beyond; each value of a closed set is taken. */
export const boundaries: readonly Rule[] = [...bounded, ...choices];
