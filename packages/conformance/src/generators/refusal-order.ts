import { planOf } from "../plans/plan";
import type { Params } from "../rule/address";
import type { Caller } from "../rule/caller";
import type { Context } from "../rule/context";
import type { Rule } from "../rule/rule";
import { boundsOf } from "./boundaries";
import { generated } from "./generated";
import { nobody, placeOf } from "./least-params";
import { refusedRoles, withoutRight } from "./lower-roles";
import type { RestOperation } from "./rest-operations";
import { unchanged } from "./unchanged";
import { applies, isLenient, refusalOf, sentFields, wrong } from "./wrong-input";

/** Returns a well-formed value that the operation refuses: one beyond a bound, an invalid URL or email address, or an unknown id. */
const unacceptable = ({ name, schema }: ReturnType<typeof sentFields>[number]): unknown =>
	// Minimum lengths are left out: an empty text is refused for its form.
	boundsOf(schema).find(({ what }) => !what.startsWith("no shorter"))?.refused ??
	(schema.format === "uri" ? "no address" : schema.format === "email" ? "no-address" : /_id$/.test(name) && schema.type === "integer" ? nobody : undefined);

const named = (entries: readonly (readonly [string, unknown])[]): Params => Object.fromEntries(entries.filter(([, value]) => value !== undefined));

/** Returns requests with all parameters wrong at once. `forms`: required ones are missing, or all are malformed. `values`: all are out of range. */
function wrongs(row: RestOperation, planned: Params, t: Context): { readonly forms: readonly Params[]; readonly values: readonly Params[] } {
	const fields = sentFields(row).filter((field) => applies(t, field) && !isLenient(row, field.name));
	const isNeeded = (name: string) => fields.some((field) => field.name === name && field.required);
	const missing = named(Object.entries(planned).filter(([name]) => !isNeeded(name)));
	const malformed = named(fields.map((field) => [field.name, wrong(field, row)?.values[0]]));
	// If the body names the place, the role depends on it: it stays right.
	const isPlace = (name: string) => row.access.where === "body" && name.endsWith("_id");
	const values = named(fields.map((field) => [field.name, isPlace(field.name) ? undefined : unacceptable(field)]));
	const beside = (params: Params) => (Object.keys(params).length > 0 ? [{ ...planned, ...params }] : []);
	return { forms: [...(Object.keys(planned).some(isNeeded) ? [missing] : []), ...beside(malformed)], values: beside(values) };
}

/**
 * Returns rules that check the order of refusals: first for missing credentials, then for the form of the request, then for the role, and last for
 * the values. They catch an operation that checks its values before the role, for all callers or for some.
 */
export const refusalOrder = (rows: readonly RestOperation[]): readonly Rule[] =>
	rows
		.filter((row) => refusedRoles(row).length > 0 && sentFields(row).length > 0)
		.map((row) =>
			generated(
				row,
				{
					phase: "negatives",
					what: "refusal-order",
					title: "checks first the credentials, then the types of the parameters, then the role, and last the values",
					level: "ASSUMED",
				},
				async (t) => {
					const plan = await planOf(row, t);
					const { forms, values } = wrongs(row, plan.params, t);
					const refused = async (caller: Caller, params: Params, ...statuses: readonly number[]) => {
						const response = await caller.call(row, params);
						t.holds(`${caller.actor} should be refused with ${statuses.join(" or ")}`, statuses.includes(response.status), response);
					};
					await unchanged(t, plan, async () => {
						const role = row.id.startsWith("rotateGroup") ? [401, 403, 404] : placeOf(row) ? [403, 404] : [403];
						for (const caller of [...new Set([...refusedRoles(row).slice(0, 1), ...refusedRoles(row).slice(-1)])].map(t.as)) {
							for (const params of values) await refused(caller, params, ...role);
							for (const params of forms) await refused(caller, params, refusalOf(row));
						}
						for (const actor of withoutRight(row))
							for (const params of forms)
								if (actor === "anonymous") await refused(t.anonymous, params, ...(row.anonymous ? [refusalOf(row)] : [401]));
								else await refused(t.as(actor), params, 403);
					});
				},
			),
		);
