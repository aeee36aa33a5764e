import { generated } from "../generators/generated";
import { type RestOperation, reading } from "../generators/rest-operations";
import { planOf } from "../plans/plan";
import type { Params } from "../rule/address";
import type { Context } from "../rule/context";
import { isFields } from "../rule/response";
import type { Rule } from "../rule/rule";

/** Parameters of administrators, and the fields that they add to each record; a total of all that is below to top-level groups alone. */
const added: { readonly [parameter: string]: readonly string[] } = {
	with_custom_attributes: ["custom_attributes"],
	statistics: ["statistics", "root_storage_statistics"],
};

const parametersOf = (row: RestOperation): readonly string[] => row.parameters.map(({ name }) => name).filter((name) => Object.hasOwn(added, name));

/** Where the specification says of the parameter that it is for administrators. */
const isTheirs = ({ id }: RestOperation, parameter: string): boolean => parameter === "statistics" || ["getGroup", "getUser", "listUsers"].includes(id);

const claims: { readonly [operation: string]: string } = {
	listGroups: "GROUP-110, GROUP-113, GROUP-114, GROUP-120, GROUP-121, GROUP-123, GROUP-212",
	getGroup: "GROUP-158, GROUP-160, GROUP-161",
	listGroupProjects: "GROUP-311",
	listGroupSharedProjects: "GROUP-345",
	listSubgroups: "GROUP-407..409, GROUP-122",
	listDescendantGroups: "GROUP-433..435",
	listGroupSharedGroups: "GROUP-462",
	listInvitedGroups: "GROUP-479",
	listUsers: "USER-281, USER-282",
	getUser: "USER-290, USER-291",
};

/** The records of a response, as a caller gets them; none where it is refused. */
async function recordsOf(t: Context, row: RestOperation, who: "administrator" | "owner" | "outsider" | "auditor" | "anonymous", params: Params) {
	const caller = who === "anonymous" ? t.anonymous : t.as(who);
	const response = await caller.call(row, params);
	if (who === "administrator") response.is(200);
	const records = response.status !== 200 ? [] : isFields(response.json) ? [response.json] : response.items;
	return { response, records };
}

/** What only administrators may ask for is in each of their records, and in nobody else's, whose list stays the same. */
export const extras: readonly Rule[] = reading
	.filter((row) => parametersOf(row).length > 0)
	.map((row) => {
		const names = parametersOf(row);
		return generated(
			row,
			{
				phase: "laws",
				what: "extras",
				title: `adds to administrators' records what ${names.join(" and ")} ask for, and to nobody else's`,
				level: "MUST",
				claims: claims[row.id],
			},
			async (t) => {
				const plan = await planOf(row.id, t);
				// Those who are signed in see their own groups first, unless they ask for all.
				const params = row.parameters.some(({ name }) => name === "all_available") ? { ...plan.params, all_available: true } : plan.params;
				// Everyone's own record is one of all; so is that of a bot.
				const bot =
					row.id === "getUser" ? (await t.as("administrator").call("listUsers", { per_page: 100 })).is(200).items.find((one) => one.bot === true) : undefined;
				const others =
					row.id === "getUser" ? [...(["administrator", "owner", "outsider"] as const).map((who) => t.user(who).id), ...(bot ? [bot.id] : [])] : [];
				for (const [parameter, at] of names.flatMap((name) => [params, ...others.map((id) => ({ ...params, id }))].map((one) => [name, one] as const)))
					for (const who of ["administrator", "owner", "outsider", "auditor", "anonymous"] as const) {
						const plain = await recordsOf(t, row, who, at);
						for (const value of [true, false, undefined]) {
							const { response, records } = value === undefined ? plain : await recordsOf(t, row, who, { ...at, [parameter]: value });
							t.assume(`${parameter}=${value} should not be refused to ${who}`, response.status === plain.response.status, response);
							for (const record of records)
								for (const field of added[parameter] ?? []) {
									const isShown = value === true && who === "administrator" && (field !== "root_storage_statistics" || record.parent_id === null);
									const what = `${field} should ${isShown ? "be there" : "be absent"} for ${who} with ${parameter}=${value}`;
									const isRight = Object.hasOwn(record, field) === isShown && (!isShown || typeof record[field] === "object");
									if (isTheirs(row, parameter) && (value === true || row.id === "listUsers")) t.holds(what, isRight, response);
									else t.assume(what, isRight, response);
								}
						}
					}
			},
		);
	});
