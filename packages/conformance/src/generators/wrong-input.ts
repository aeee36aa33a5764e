import type { ValueSchema } from "@tenon/contract";
import { planOf } from "../plans/plan";
import { forms } from "../rule/caller";
import type { Context } from "../rule/context";
import type { Rule } from "../rule/rule";
import { generated } from "./generated";
import { placeOf } from "./least-params";
import { type RestOperation, restOperations, takesForms } from "./rest-operations";
import { unchanged } from "./unchanged";

export interface Field {
	readonly name: string;
	readonly required?: boolean;
	readonly schema: ValueSchema;
	readonly tier?: { readonly tier?: "premium" | "ultimate"; readonly offering?: "hosted" | "self-managed" };
	readonly lifecycle?: { readonly stage?: string };
}

/** Returns the parameters and fields of an operation that are sent in the query or the body. */
export const sentFields = (row: RestOperation): readonly Field[] => [...row.parameters.filter((one) => one.in === "query"), ...(row.body?.fields ?? [])];

/** Returns all values that a schema accepts if they are a closed set, else undefined. */
export function choicesOf(schema: ValueSchema): readonly unknown[] | undefined {
	if (schema.enum) return schema.enum;
	const parts = schema.anyOf?.map(choicesOf);
	return parts?.every((one) => one !== undefined) ? parts.flat() : undefined;
}

/** The most values that are taken from the closed sets of other fields. */
const fromOthers = 3;

/** Values that a schema does not accept, and the message of their refusal. */
interface Wrong {
	/** The invalid values; the last ones are almost valid. */
	readonly values: readonly unknown[];
	/** Values that other fields accept, those of fields with the same name first. */
	readonly others?: readonly unknown[];
	readonly message: string;
}

/** Returns values that a field cannot have; undefined if no value is certainly wrong. */
export function wrong({ name, schema }: Field, row: RestOperation): Wrong | undefined {
	const choices = choicesOf(schema);
	if (choices) {
		const word = String(choices.find((one) => /[a-z]/i.test(String(one))) ?? choices[0]);
		const near = [word.toUpperCase(), word.toLowerCase()].filter((one) => !choices.includes(one));
		const ofOthers = (row: RestOperation, isMeant: (other: string) => boolean, most: number) =>
			sentFields(row)
				.filter((one) => isMeant(one.name))
				.flatMap((one) => (choicesOf(one.schema) ?? []).slice(-most));
		// Operations of the same domain come first.
		const rows = [...restOperations.filter(({ domain }) => domain === row.domain), ...restOperations];
		const namesakes = rows.flatMap((one) => ofOthers(one, (other) => other === name, 20));
		const foreign = (values: readonly unknown[]) =>
			[...new Set(values)].filter((one) => typeof one === "string" && one !== "" && !choices.includes(one)).slice(0, fromOthers);
		const numbers = choices.filter((one) => typeof one === "number");
		const beyond = numbers.length > 0 ? [0, Math.min(...numbers) - 1, Math.max(...numbers) + 1].filter((one) => !choices.includes(one)) : [];
		// A word that many settings could have, but few do.
		const words = choices.some((one) => typeof one === "string") ? foreign(["always"]) : [];
		const others = [...foreign(namesakes), ...words, ...foreign(ofOthers(row, (other) => other !== name, fromOthers)), ...beyond];
		return { values: schema.type === "integer" ? [17, 42] : ["no-such-value", ...near], others, message: "does not have a valid value" };
	}
	const types = [schema.type ?? []].flat();
	const isTime = schema.format === "date" || schema.format === "date-time";
	if (isTime || (types.length > 0 && types.every((type) => ["integer", "number", "boolean", "null"].includes(type))))
		// A number with a fraction is not an integer, even if the fraction is zero.
		return {
			values: isTime
				? ["no-such-value", schema.format === "date" ? "2026-13-01" : "2026-01-31T25:00:00Z", "2026-02-30", "2026-01-04x"]
				: ["no-such-value", types.includes("boolean") ? 2 : !types.includes("integer") ? "1.5x" : row.verb === "GET" ? "1.0" : 1.5],
			message: "is invalid",
		};
	return undefined;
}

/** Whether a field has a closed set, but the specification lets a server accept other values: `sort` of credentials, a user status, `sudo`. */
export const isLenient = ({ domain }: RestOperation, name: string): boolean =>
	(domain === "credentials" && name === "sort") || ["availability", "clear_status_after", "sudo"].includes(name);

/** Whether a parameter has an effect on the server's tier and offering. */
export const applies = (t: Context, { tier, lifecycle }: Field): boolean =>
	lifecycle?.stage !== "removed" && (!tier?.tier || t.facts.tier === "ultimate" || t.facts.tier === tier.tier) && t.offers(tier?.offering);

/** Returns the status that refuses wrong values: 404 for the update of a user, else 400. */
export const refusalOf = ({ id }: RestOperation): 400 | 404 => (id === "updateUser" ? 404 : 400);

/** Returns a list with a harmless value of a field; an empty list if the value may name a record or need a certain format. */
export function plainValue({ schema }: Field): readonly unknown[] {
	const [choice] = choicesOf(schema) ?? [];
	if (choice !== undefined) return [choice];
	return schema.type === "boolean" ? [true] : schema.type === "string" && !schema.format ? ["text"] : [];
}

const missing = (rows: readonly RestOperation[]): readonly Rule[] =>
	rows.flatMap((row) => {
		const needed = sentFields(row).filter(({ required }) => required);
		if (needed.length === 0) return [];
		return generated(
			row,
			{
				phase: "negatives",
				what: "missing",
				title: `requires ${needed.map(({ name }) => name).join(", ")}; it is refused and changes nothing if one is missing`,
				level: "MUST",
			},
			async (t) => {
				const plan = await planOf(row, t);
				await unchanged(t, plan, async () => {
					for (const { name } of needed) {
						const { [name]: _, ...rest } = plan.params;
						for (const as of takesForms(row) ? forms : forms.slice(0, 1)) {
							const response = await plan.caller.call(row, rest, { as });
							t.holds(`it should be refused without ${name} as ${as}`, response.refused, response);
							if (!row.evidence.assumed.includes("body")) response.is(400);
							else t.assume("the status should be 400", response.status === 400, response);
							const says = ['"error"', `${name} is missing`].every((one) => response.text.includes(one));
							t.assume(`error should say that ${name} is missing`, says, response);
						}
						// Other fields do not replace it: neither texts nor flags. Flags are sent in two halves, since some exclude each other.
						const others = sentFields(row).filter((one) => !one.required && applies(t, one) && !Object.hasOwn(rest, one.name));
						const flags = others.filter((one) => one.schema.type === "boolean");
						for (const some of [others.filter((one) => !flags.includes(one)), ...[0, 1].map((half) => flags.filter((_, at) => at % 2 === half))]) {
							const beside = Object.fromEntries(some.flatMap((one) => plainValue(one).map((value) => [one.name, value])));
							if (Object.keys(beside).length === 0) continue;
							const instead = await plan.caller.call(row, { ...rest, ...beside });
							t.holds(`it should be refused without ${name} beside others`, instead.refused, instead);
						}
					}
				});
				// Whether a blank text is missing is open.
				const texts = needed.filter(({ schema }) => schema.type === "string" && !schema.enum);
				await t.assuming(() =>
					unchanged(t, plan, async () => {
						for (const { name } of texts)
							for (const blank of ["", "  ", null]) {
								const response = await plan.caller.call(row, { ...plan.params, [name]: blank });
								if (response.status < 300) plan.made?.(response);
								t.assume(`${name} should not be blank`, response.refused, response);
							}
					}),
				);
			},
		);
	});

const invalid = (rows: readonly RestOperation[]): readonly Rule[] =>
	rows.flatMap((row) => {
		const all = sentFields(row);
		const wrongs = all.flatMap((field) => {
			const found = isLenient(row, field.name) ? undefined : wrong(field, row);
			return found ? [{ ...field, ...found }] : [];
		});
		if (wrongs.length === 0) return [];
		return generated(
			row,
			{
				phase: "negatives",
				what: "invalid",
				title: `refuses invalid values of ${wrongs.map(({ name }) => name).join(", ")}, and changes nothing`,
				rests: [String(refusalOf(row))],
				// It is assumed that a rotation with a malformed date is refused: the specification states 400 only for tokens that are not rotated.
				...(row.id.startsWith("rotateGroup") && { level: "ASSUMED" }),
			},
			async (t) => {
				const plan = await planOf(row, t);
				await unchanged(t, { ...plan, wrong: wrongs.map(({ name }) => name) }, async () => {
					for (const field of wrongs.filter((one) => applies(t, one))) {
						// GitLab itself accepts some values that the specification does not have.
						const values = [...field.values, ...((t.facts.dialect === undefined && field.others) || [])];
						// The invalid value is also sent together with valid values of other fields.
						const right = all.filter((one) => one.name !== field.name && applies(t, one) && !Object.hasOwn(plan.params, one.name));
						const beside = Object.fromEntries(
							right.flatMap(({ name, schema }) => (choicesOf(schema)?.[0] === undefined ? [] : [[name, choicesOf(schema)?.[0]]])),
						);
						if (row.verb === "GET" && Object.keys(beside).length > 0) {
							const response = await plan.caller.call(row, { ...plan.params, ...beside, [field.name]: field.values[0] });
							t.assume(`${field.name} should not be ${String(field.values[0])} beside others`, response.status === refusalOf(row), response);
						}
						for (const [index, value] of values.entries()) {
							// A page does not change the refusal, and a search does not change the refusal of an order.
							const isSearched = field.name === "order_by" && index > 0 && all.some(({ name }) => name === "search");
							for (const more of [row.pagination && index > 0 ? { page: 1 } : {}, ...(isSearched ? [{ search: "text" }] : [])]) {
								const response = await plan.caller.call(row, { ...plan.params, ...more, [field.name]: value });
								// For page numbers and sizes, the specification states no refusal, even if the operation has this status for other values.
								if (index === 0 && !/^(page|per_page)$/.test(field.name)) response.refuses(refusalOf(row), { error: `${field.name} ${field.message}` });
								else t.assume(`${field.name} should not be ${String(value)}`, response.status === refusalOf(row), response);
							}
						}
						// Every caller who may read it gets the same refusal.
						if (row.verb === "GET" && /^(anonymous|signed-in)$/.test(row.access.role) && placeOf(row)) {
							const response = await t.as("guest").call(row, { ...plan.params, [field.name]: field.values[0] });
							t.assume(`${field.name} should not be ${String(field.values[0])} for a guest`, response.status === refusalOf(row), response);
						}
						if (!takesForms(row)) continue;
						const inForm = await plan.caller.call(row, { ...plan.params, [field.name]: field.values.at(-1) }, { as: "form" });
						t.assume(`${field.name} should not be ${String(field.values.at(-1))} in a form`, inForm.status === refusalOf(row), inForm);
					}
				});
			},
		);
	});

/** Returns rules that check that each operation refuses requests that lack a required field or have invalid values. */
export const wrongInput = (rows: readonly RestOperation[]): readonly Rule[] => [...missing(rows), ...invalid(rows)];
