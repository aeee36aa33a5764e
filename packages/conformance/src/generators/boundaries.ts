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

/** Longer texts are too heavy to send for each operation; the rules of notes send them. */
const longest = 10_000;

interface Bound {
	/** How the value lies to the bound, in words. */
	readonly what: string;
	readonly accepted: unknown;
	readonly refused: unknown;
	/** What the refusal says. */
	readonly says?: string;
	/** Whether the specification leaves open that the value is accepted: it gives a length without saying what counts as a character. */
	readonly isOpen?: boolean;
}

/** One that is a single character by every count but that of bytes, and one that UTF-16 counts twice: how that one counts is open. */
const countedLetters = [
	{ letter: "ü", isOpen: false },
	{ letter: "😀", isOpen: true },
];

/** What the refusals of numbers and lists say, by their names. */
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
 * What changes the scene's own group; and what goes by rules of its own: paths begin with a slash, kinds of runners need their place. In an
 * extension, numbers that name another record.
 */
const special = (row: RestOperation, name: string): boolean =>
	row.id === "updateGroup" || ["direct_asset_path", "runner_type", "projects_limit"].includes(name) || (row.plan !== undefined && /_i?id$/.test(name));

/** How a list is cut into pages has laws of its own. */
const isPaging = (name: string): boolean => /^(page|per_page)$/.test(name);

/** The bounds that the specification gives as a number. */
const stated = /^(body|message|maintenance_note|maintainer_note|unique_project_download_limit(_interval_in_seconds|_allowlist|_alertlist)?)$/;

/** That a text may be too short is assumed; one that is long enough is not. */
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
			// A record that has a value at its bound already takes none beyond it either.
			if (row.verb === "PUT" || row.verb === "PATCH")
				for (const { name, accepted, isOpen } of applicable.filter((field) => !special(row, field.name)))
					if (!isOpen) await perform(row, plan, { [name]: accepted });
			const beyond = applicable.filter((field) => tooMuch.includes(field) && field.name !== "max_artifacts_size");
			await unchanged(t, { ...plan, wrong: beyond.map(({ name }) => name) }, async () => {
				// As texts a server may read them elsewhere.
				for (const { name, refused, says = reasons[name] } of beyond)
					for (const as of isStated && takesForms(row) ? forms : [plan.as]) {
						const response = (await perform(row, { ...plan, ...(as && { as }) }, { [name]: refused })).is(refusalOf(row));
						t.assume(`the refusal should say: ${says}`, says === undefined || response.text.includes(says), response);
					}
			});
			if (!isStated) return;
			// Valid fields beside it do not help. A record has their values already: that a refused request stores none is assumed.
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
					// By which parameters a list is paged with cursors is not shown.
					const demands = field.name === "pagination" ? t.assume : t.holds;
					demands(`${field.name} ${String(value)} should be accepted`, response.status < 300, response);
				}
		},
	);
	return [rule];
}

/** A few values of a parameter that its type alone makes right. */
function plainValues(name: string, { type, format }: ValueSchema): readonly unknown[] {
	if (type === "boolean") return [true, false];
	if (format === "date-time" || format === "date") return [`2026-01-04${format === "date" ? "" : "T08:00:00Z"}`];
	return name === "page" || name === "per_page" ? [1, 2] : [];
}

/** An operation that reads accepts pages, times and both booleans, for every parameter that has such values. */
function plainLaw(row: RestOperation): readonly Rule[] {
	const fields = sentFields(row).flatMap((field) => plainValues(field.name, field.schema).map((value) => ({ ...field, value })));
	if (row.verb !== "GET" || fields.length === 0) return [];
	const title = "accepts page numbers, times, and true and false in the parameters of these types";
	const rule = generated(row, { phase: "boundaries", what: "plain", title, level: row.plan ? "ASSUMED" : "MUST" }, async (t) => {
		const { caller, params } = await planOf(row, t);
		for (const field of fields.filter((one) => applies(t, one))) {
			const response = await caller.call(row, { ...params, [field.name]: field.value });
			// Many lists have one page, and what is beyond the end is assumed.
			const demands = field.name === "page" && field.value !== 1 ? t.assume : t.holds;
			demands(`${field.name} ${String(field.value)} should be accepted`, ![400, 404, 415, 422, 500].includes(response.status), response);
		}
	});
	return [rule];
}

/** Each bound of a parameter holds at the bound and one beyond; each value of a closed set is accepted. */
export const boundaries = (rows: readonly RestOperation[]): readonly Rule[] => [
	...rows.flatMap((row) => [true, false].flatMap((isStated) => boundsLaw(row, isStated))),
	...rows.flatMap(choicesLaw),
	...rows.flatMap(plainLaw),
];
