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

/** The names in an operation's path, but for that of the project or group. */
const namesIn = (row: RestOperation) => row.parameters.filter((one) => one.in === "path" && !(one.name === "id" && placeOf(row)));

/** How a name that no record has is refused. By the specification the response to an unknown token or key is that to an invalid one. */
function refusalOf({ domain, verb }: RestOperation, name: string): readonly [status: 401 | 404, message: string] {
	if (domain === "credentials" && verb === "DELETE") return [401, "401 Unauthorized"];
	if (domain === "users") return [404, name === "provider" ? "404 Identity Not Found" : "404 User Not Found"];
	return [404, name === "runner_id" ? "404 Runner Not Found" : "404 Not found"];
}

/** That the removal of what is not there is refused is stated of users and credentials: elsewhere it may succeed, as long as it changes nothing. */
const mayIdle = ({ verb, domain }: RestOperation): boolean => verb === "DELETE" && domain !== "users" && domain !== "credentials";
/** That the list of what is not there is refused is stated of some: elsewhere it may be empty. */
const mayBeEmpty = (row: RestOperation): boolean => row.verb === "GET" && row.pagination !== undefined && !states(row, "404");

/** Whether a response finds nothing, though it does not refuse. */
export const isIdle = (row: RestOperation, { succeeded, text }: ApiResponse): boolean =>
	succeeded && (mayIdle(row) || (mayBeEmpty(row) && text.replace(/\s/g, "") === "[]"));

function refusesOrIdles(t: Context, row: RestOperation, response: ApiResponse, status: number, message: string): void {
	if (isIdle(row, response)) t.assume("what is not there should be refused", false, response);
	else response.refuses(status, { message });
}

const isNumber = ({ schema }: ReturnType<typeof namesIn>[number]) => schema.type === "integer" || schema.anyOf !== undefined;

/** Each operation finds only what is there. */
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
				// Below a project or group no number leads to a record that it is not the number of.
				...(placeOf(row) && row.domain !== "credentials" ? { level: "MUST" } : { rests: [String(refusalOf(row, first.name)[0])] }),
			},
			async (t) => {
				const plan = await planOf(row, t);
				await unchanged(t, plan, async () => {
					for (const one of names) {
						const [status, message] = refusalOf(row, one.name);
						// A number that more than 32 bits hold is a number.
						const large = isNumber(one) ? await plan.caller.call(row, { ...plan.params, [one.name]: 3_000_000_000 }) : undefined;
						// Its kind may be a word instead, but not a number with a tail.
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

/** How a text is refused where a number belongs: the paths of users lead nowhere with it, and tokens may be named by a word. */
async function refusesText(t: Context, row: RestOperation, name: string): Promise<void> {
	const plan = await planOf(row, t);
	await unchanged(t, plan, async () => {
		const own = String(plan.params[name]);
		for (const value of ["abc", `${own}.5`, `${own}x`, "-"]) {
			const response = await plan.caller.call(row, { ...plan.params, [name]: value });
			if (row.domain === "users") response.refuses(404, { error: "404 Not Found" });
			// A page has a name, too, by which it is not found here.
			else if (name === "wiki_page_meta_id") response.refuses(404, { message: "404 Not found" });
			else response.refuses(400, { error: `${name} is invalid` });
		}
	});
}

/** Each operation takes only a number for a number in its path. */
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
