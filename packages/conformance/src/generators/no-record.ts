import { planOf } from "../plans/plan";
import type { Context } from "../rule/context";
import type { ApiResponse } from "../rule/response";
import type { Rule } from "../rule/rule";
import { states } from "../rule/states";
import { generated } from "./generated";
import { nobody, placeOf } from "./least-params";
import { refusesWithMore } from "./lower-roles";
import type { RestOperation } from "./rest-operations";
import { unchanged } from "./unchanged";

/** Returns the path parameters of an operation, without that of the project or group. */
const namesIn = (row: RestOperation) => row.parameters.filter((one) => one.in === "path" && !(one.name === "id" && placeOf(row)));

/** Returns the refusal of an id that no record has. By the specification, an unknown token or key gets the same response as an invalid one. */
function refusalOf({ domain, verb }: RestOperation, name: string): readonly [status: 401 | 404, message: string] {
	if (domain === "credentials" && verb === "DELETE") return [401, "401 Unauthorized"];
	if (domain === "users") return [404, name === "provider" ? "404 Identity Not Found" : "404 User Not Found"];
	return [404, name === "runner_id" ? "404 Runner Not Found" : "404 Not found"];
}

/** Whether removing a record that does not exist may succeed if it changes nothing. The refusal is stated only for users and credentials. */
const mayIdle = ({ verb, domain }: RestOperation): boolean => verb === "DELETE" && domain !== "users" && domain !== "credentials";
/** Whether the list of a record that does not exist may be empty. The refusal is stated only for some lists. */
const mayBeEmpty = (row: RestOperation): boolean => row.verb === "GET" && row.pagination !== undefined && !states(row, "404");

/** Whether a response is a permitted success that finds nothing. */
export const isIdle = (row: RestOperation, { succeeded, text }: ApiResponse): boolean =>
	succeeded && (mayIdle(row) || (mayBeEmpty(row) && text.replace(/\s/g, "") === "[]"));

function refusesOrIdles(t: Context, row: RestOperation, response: ApiResponse, status: number, message: string): void {
	if (isIdle(row, response)) t.assume("what is not there should be refused", false, response);
	else response.refuses(status, { message });
}

const isNumber = ({ schema }: ReturnType<typeof namesIn>[number]) => schema.type === "integer" || schema.anyOf !== undefined;

/** Returns rules that check that each operation finds only records that exist. */
const unknown = (rows: readonly RestOperation[]): readonly Rule[] =>
	rows.flatMap((row) => {
		const names = namesIn(row);
		const [first] = names;
		if (!first) return [];
		return generated(
			row,
			{
				phase: "negatives",
				what: "no-record",
				title: `finds nothing for an unknown ${names.map(({ name }) => name).join(", ")}, and changes nothing`,
				// In a project or group, a number never leads to a record with another number.
				...(placeOf(row) && row.domain !== "credentials" ? { level: "MUST" } : { rests: [String(refusalOf(row, first.name)[0])] }),
			},
			async (t) => {
				const plan = await planOf(row, t);
				await unchanged(t, plan, async () => {
					for (const one of names) {
						const [status, message] = refusalOf(row, one.name);
						// A number that exceeds a signed 32-bit integer is still a number.
						const large = isNumber(one) ? await plan.caller.call(row, { ...plan.params, [one.name]: 3_000_000_000 }) : undefined;
						// The parameter can be a number or a word, but not a number followed by a letter.
						const tailed = one.schema.anyOf && (await plan.caller.call(row, { ...plan.params, [one.name]: `${plan.params[one.name]}x` }));
						if (tailed) t.assume(`${one.name} with a letter behind it should be refused`, tailed.refused, tailed);
						if (large) t.assume(`${one.name} 3000000000 should be refused as another unknown number`, large.status === status, large);
						let idles = mayIdle(row);
						for (const value of isNumber(one) ? [nobody, 0] : [t.unique("none"), ...(one.name === "id_or_username" ? [nobody] : [])]) {
							const response = await plan.caller.call(row, { ...plan.params, [one.name]: value });
							refusesOrIdles(t, row, response, status, message);
							idles ||= isIdle(row, response);
						}
						if (!idles) await refusesWithMore(t, row, { ...plan, params: { ...plan.params, [one.name]: nobody } }, `an unknown ${one.name}`, status);
					}
				});
			},
		);
	});

/** Checks that a text is refused instead of a number: with 400, but with 404 in the paths of users and for a page of a wiki. */
async function refusesText(t: Context, row: RestOperation, name: string): Promise<void> {
	const plan = await planOf(row, t);
	await unchanged(t, plan, async () => {
		const own = String(plan.params[name]);
		for (const value of ["abc", `${own}.5`, `${own}x`, "-"]) {
			const response = await plan.caller.call(row, { ...plan.params, [name]: value });
			if (row.domain === "users") response.refuses(404, { error: "404 Not Found" });
			// A wiki page also has a name, but is not found by it here.
			else if (name === "wiki_page_meta_id") response.refuses(404, { message: "404 Not found" });
			else response.refuses(400, { error: `${name} is invalid` });
		}
	});
}

/** Returns rules that check that each operation accepts only numbers for the numbers in its path. */
const text = (rows: readonly RestOperation[]): readonly Rule[] =>
	rows.flatMap((row) => {
		const numbers = namesIn(row).filter(({ schema }) => schema.type === "integer");
		if (numbers.length === 0) return [];
		const title = `refuses a value of ${numbers.map(({ name }) => name).join(", ")} that is not a number, and changes nothing`;
		return generated(row, { phase: "negatives", what: "no-number", title, level: "ASSUMED" }, async (t) => {
			for (const { name } of numbers) await refusesText(t, row, name);
		});
	});

export const noRecords = (rows: readonly RestOperation[]): readonly Rule[] => [...unknown(rows), ...text(rows)];
