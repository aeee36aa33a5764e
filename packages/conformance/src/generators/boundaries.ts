import { isDeepStrictEqual } from "node:util";
import type { ValueSchema } from "@tenon/contract";
import { perform, planOf } from "../plans/plan";
import { forms } from "../rule/caller";
import { isFields } from "../rule/response";
import type { Rule } from "../rule/rule";
import { generated } from "./generated";
import { besideOf, type RestOperation, takesForms } from "./rest-operations";
import { unchanged } from "./unchanged";
import { applies, choicesOf, isLenient, refusalOf, sentFields } from "./wrong-input";

/** The longest text that is sent. Longer ones are too large to send for each operation; the rules of notes send them. */
const longest = 10_000;

interface Bound {
	/** The bound in words, such as `at most 5`. */
	readonly what: string;
	readonly accepted: unknown;
	readonly refused: unknown;
	/** The expected message of the refusal. */
	readonly says?: string;
	/** Whether it is open if `accepted` is within the bound: the specification does not say what counts as a character. */
	readonly isOpen?: boolean;
}

/** Letters for texts of a given length. `ü` is one character unless bytes are counted; `😀` is two in UTF-16, so how it counts is open. */
const countedLetters = [
	{ letter: "ü", isOpen: false },
	{ letter: "😀", isOpen: true },
];

/** The messages of the refusals of numbers and lists, by field. */
const reasons: { readonly [name: string]: string } = {
	maximum_timeout: "needs to be at least 10 minutes",
	tag_list: "Too many tags specified. Please limit the number of tags to 50",
	projects_limit: "must be greater than or equal to 0",
	two_factor_grace_period: "must be greater than or equal to 0",
};

export function boundsOf(schema: ValueSchema): readonly Bound[] {
	const bounds: Bound[] = [];
	const { minimum, maximum, minLength, maxLength, maxItems, items } = schema;
	if (minimum !== undefined) bounds.push({ what: `at least ${minimum}`, accepted: minimum, refused: minimum - 1 });
	if (maximum !== undefined) bounds.push({ what: `at most ${maximum}`, accepted: maximum, refused: maximum + 1 });
	if (minLength !== undefined)
		for (const { letter, isOpen } of countedLetters)
			bounds.push({
				what: `no shorter than ${minLength}`,
				accepted: letter.repeat(minLength),
				refused: letter.repeat(minLength - 1),
				isOpen,
			});
	if (maxLength !== undefined && maxLength <= longest)
		for (const { letter, isOpen } of countedLetters)
			bounds.push({
				what: `no longer than ${maxLength}`,
				accepted: letter.repeat(maxLength),
				refused: letter.repeat(maxLength + 1),
				says: `is too long (maximum is ${maxLength} characters)`,
				isOpen,
			});
	if (maxItems !== undefined) {
		const list = (length: number) => Array.from({ length }, (_, index) => (items?.type === "integer" ? index + 1 : `item-${index}`));
		bounds.push({ what: `no more than ${maxItems} items`, accepted: list(maxItems), refused: list(maxItems + 1) });
	}
	return bounds;
}

/**
 * Whether valid values of a field are not tested: the field changes the scene's own group or has other rules (paths begin with a slash, types of
 * runners require a place), or in an extension names another record by its number.
 */
const special = (row: RestOperation, name: string): boolean =>
	row.id === "updateGroup" || ["direct_asset_path", "runner_type", "projects_limit"].includes(name) || (row.plan !== undefined && /_i?id$/.test(name));

/** Whether a field is for pagination, which has its own laws. */
const isPaging = (name: string): boolean => /^(page|per_page)$/.test(name);

/** The fields whose bounds the specification gives as a number. */
const stated = /^(body|message|maintenance_note|maintainer_note|unique_project_download_limit(_interval_in_seconds|_allowlist|_alertlist)?)$/;

/** Whether a bound is a minimum length. It is only assumed that shorter texts are refused, but not that long enough ones are accepted. */
const isLeast = ({ what }: Bound): boolean => what.startsWith("no shorter");

function boundsLaw(row: RestOperation, isStated: boolean): readonly Rule[] {
	const fields = sentFields(row)
		.filter(({ name }) => !isPaging(name))
		.flatMap((field) => boundsOf(field.schema).map((bound) => ({ ...field, ...bound })))
		.filter((field) => stated.test(field.name) === isStated || (!isStated && isLeast(field)));
	const tooMuch = fields.filter((field) => !(isStated && isLeast(field)));
	if (fields.length === 0) return [];
	const rule = generated(
		row,
		{
			phase: "boundaries",
			what: isStated ? "stated-bounds" : "bounds",
			title: `accepts ${[...new Set(fields.map(({ name, what }) => `${name} ${what}`))].join(", ")}${tooMuch.length > 0 ? ", and refuses values beyond" : ""}`,
			level: isStated ? "MUST" : "ASSUMED",
		},
		async (t) => {
			const applicable = fields.filter((field) => applies(t, field));
			for (const { name, accepted, isOpen } of applicable.filter((field) => !special(row, field.name))) {
				const response = await perform(row, await planOf(row, t), { [name]: accepted });
				const expect = isOpen ? t.assume : t.holds;
				expect(`${name} at its bound should be accepted`, response.status < 300, response);
				if (response.text.startsWith("{") && Object.hasOwn(response.fields, name))
					t.assume(`${name} should be as it was sent`, isDeepStrictEqual(response.field(name), accepted), response);
			}
			const plan = await planOf(row, t);
			// A record whose value is already at the bound must still refuse a value beyond it.
			if (row.verb === "PUT" || row.verb === "PATCH")
				for (const { name, accepted, isOpen } of applicable.filter((field) => !special(row, field.name)))
					if (!isOpen) await perform(row, plan, { [name]: accepted });
			const beyond = applicable.filter((field) => tooMuch.includes(field) && field.name !== "max_artifacts_size");
			await unchanged(t, { ...plan, wrong: beyond.map(({ name }) => name) }, async () => {
				// Forms and queries send values as texts, which a server may read in another place.
				for (const { name, refused, says = reasons[name] } of beyond)
					for (const as of isStated && takesForms(row) ? forms : [plan.as]) {
						const response = (await perform(row, { ...plan, ...(as && { as }) }, { [name]: refused })).is(refusalOf(row));
						t.assume(`the refusal should say: ${says}`, says === undefined || response.text.includes(says), response);
					}
			});
			if (!isStated) return;
			// Valid fields in the same request do not help. They have the record's current values: it is only assumed that a refused request stores nothing.
			const now = await plan.look?.();
			const right = sentFields(row).flatMap((field) => {
				const { name, schema } = field;
				const choices = choicesOf(schema) ?? [];
				const value = isFields(now) ? now[name] : choices[0];
				return !field.required && applies(t, field) && choices.includes(value) ? [[name, value]] : [];
			});
			for (const { name, refused } of right.length > 0 ? beyond : []) {
				const response = await perform(row, plan, { ...Object.fromEntries(right), [name]: refused });
				t.holds(`${name} should be refused beside others`, response.refused, response);
			}
		},
	);
	return [rule];
}

function choicesLaw(row: RestOperation): readonly Rule[] {
	const fields = sentFields(row).flatMap((field) => {
		const values = special(row, field.name) || isLenient(row, field.name) ? undefined : choicesOf(field.schema);
		return values ? [{ ...field, values }] : [];
	});
	if (fields.length === 0) return [];
	const rule = generated(
		row,
		{
			phase: "boundaries",
			what: "choices",
			title: `accepts every value of ${fields.map(({ name }) => name).join(", ")}`,
			level: row.evidence.assumed.includes("body") ? "ASSUMED" : "MUST",
		},
		async (t) => {
			const plan = await planOf(row, t);
			for (const field of fields.filter((one) => applies(t, one)))
				for (const value of field.values) {
					const fresh = row.verb === "POST" ? await planOf(row, t) : plan;
					const response = await perform(row, fresh, { ...besideOf(row, field.name), [field.name]: value });
					// The specification does not show which parameters pagination with cursors requires.
					const demands = field.name === "pagination" ? t.assume : t.holds;
					demands(`${field.name} ${String(value)} should be accepted`, response.status < 300, response);
				}
		},
	);
	return [rule];
}

/** Returns a few values that are valid for every parameter of this type. */
function plainValues(name: string, { type, format }: ValueSchema): readonly unknown[] {
	if (type === "boolean") return [true, false];
	if (format === "date-time" || format === "date") return [`2026-01-04${format === "date" ? "" : "T08:00:00Z"}`];
	return name === "page" || name === "per_page" ? [1, 2] : [];
}

/** Returns the rule that an operation that reads accepts page numbers, times and both booleans in every parameter of these types. */
function plainLaw(row: RestOperation): readonly Rule[] {
	const fields = sentFields(row).flatMap((field) => plainValues(field.name, field.schema).map((value) => ({ ...field, value })));
	if (row.verb !== "GET" || fields.length === 0) return [];
	const title = "accepts page numbers, times, and true and false in the parameters of these types";
	const rule = generated(row, { phase: "boundaries", what: "plain", title, level: row.plan ? "ASSUMED" : "MUST" }, async (t) => {
		const { caller, params } = await planOf(row, t);
		for (const field of fields.filter((one) => applies(t, one))) {
			const response = await caller.call(row, { ...params, [field.name]: field.value });
			// Many lists have one page only, and the response beyond the last page is assumed.
			const demands = field.name === "page" && field.value !== 1 ? t.assume : t.holds;
			demands(`${field.name} ${String(field.value)} should be accepted`, ![400, 404, 415, 422, 500].includes(response.status), response);
		}
	});
	return [rule];
}

/** Returns rules that check each bound of a parameter, at the bound and one beyond, and that each value of a closed set is accepted. */
export const boundaries = (rows: readonly RestOperation[]): readonly Rule[] => [
	...rows.flatMap((row) => [true, false].flatMap((isStated) => boundsLaw(row, isStated))),
	...rows.flatMap(choicesLaw),
	...rows.flatMap(plainLaw),
];
