import type { OperationId } from "@tenon/contract";
import type { Context } from "../../rule/context";
import { atLeast } from "../../rule/facts";
import { assumed, type Rule, rule } from "../../rule/rule";
import { unknownGroup } from "./refusals";
import { onGroup } from "./update-table";

/** The operations that read a group or what belongs to it, open to all who see it. */
const open = [
	"getGroup",
	"listGroupProjects",
	"listGroupSharedProjects",
	"listSubgroups",
	"listDescendantGroups",
	"listGroupSharedGroups",
	"listInvitedGroups",
] as const satisfies readonly OperationId[];

/** The operations below a group that can be asked in vain without harm, as far as the server offers them. */
const all = (t: Context): readonly OperationId[] => [
	...open,
	"getGroupAvatar",
	"updateGroup",
	...(atLeast(t.facts.tier, "premium") ? (["listGroupSamlUsers", "listGroupProvisionedUsers"] as const) : []),
];

const tokenFaults = ["expired", "revoked"] as const;

/** How groups are addressed. */
export const groupAddress: readonly Rule[] = [
	assumed(
		"GROUP-016",
		'POST /groups and DELETE /groups/{id}, being outside the contract, are answered 405 with {"error":"405 Not Allowed"} and an Allow header.',
		[],
		async (t) => {
			const root = t.as("administrator");
			// A group that is not there: a server that took the request must have nothing to remove.
			for (const [method, path, allowed] of [
				["POST", "/api/v4/groups", ["GET", "HEAD", "OPTIONS"]],
				["DELETE", "/api/v4/groups/999999999", ["GET", "HEAD", "PUT", "OPTIONS"]],
			] as const) {
				const response = (await root.send(method, path)).refuses(405, { error: "405 Not Allowed" });
				const methods = (response.header("allow") ?? "").split(/,\s*/).sort();
				t.same("the methods of the header Allow", methods, [...allowed].sort(), response);
			}
		},
	),
	rule(
		"GROUP-017",
		"Every {id} of a group accepts a numeric ID and the URL-encoded full path (for a nested group parent%2Fchild) and both address the same record.",
		open,
		async (t) => {
			const owner = t.as("owner");
			for (const field of ["group", "subgroup"] as const)
				for (const operation of open) {
					const path = t.scene(field);
					const { id } = (await owner.call("getGroup", { id: path, with_projects: false })).is(200).fields;
					const [byPath, byId] = [await owner.call(operation, { id: path }), await owner.call(operation, { id })];
					t.same(`the answer of ${operation} by number`, byId.is(200).json, byPath.is(200).json, byId);
				}
		},
		{ effect: "reads" },
	),
	assumed(
		"GROUP-019",
		'Unknown group ID or path → 404 {"message":"404 Group Not Found"} on every /groups/{id}… operation (signed-in caller, operation offered).',
		[...open, "getGroupAvatar", "updateGroup"],
		async (t) => {
			for (const operation of all(t))
				for (const id of [999_999_999, `${t.unique("no")}/such`]) {
					const answer = await t.as("owner").call(operation, { id });
					answer.refuses(404, unknownGroup);
				}
		},
		{ effect: "writes" },
	),
	assumed(
		"GROUP-020",
		'A private group the caller cannot see answers exactly as an unknown one: 404 {"message":"404 Group Not Found"}, never 403.',
		[...open, "getGroupAvatar", "updateGroup"],
		async (t) => {
			const id = t.scene("private_group");
			for (const operation of all(t)) (await t.as("outsider").call(operation, { id })).refuses(404, unknownGroup);
			(await t.as("administrator").call("getGroup", { id, with_projects: false })).is(200);
		},
		{ effect: "writes" },
	),
	assumed(
		"GROUP-021",
		"An internal group is readable by any signed-in user and answers 404 to an anonymous caller.",
		["getGroup"],
		async (t) => {
			const params = { id: t.scene("internal_group"), with_projects: false };
			(await t.as("outsider").call("getGroup", params)).is(200).has({ visibility: "internal" });
			(await t.anonymous.call("getGroup", params)).refuses(404, unknownGroup);
		},
		{ effect: "reads" },
	),
	rule(
		"GROUP-022",
		"Without credentials getGroup, listGroups, the project, subgroup, descendant, shared and invited lists, and getGroupAvatar (avatar set) of a public group answer 200.",
		["listGroups", ...open, "getGroupAvatar"],
		async (t) => {
			const id = t.scene("group");
			(await t.anonymous.call("listGroups")).is(200);
			for (const operation of open) (await t.anonymous.call(operation, { id })).is(200);
			const { avatar_url } = (await t.anonymous.call("getGroup", { id, with_projects: false })).is(200).fields;
			if (avatar_url) (await t.anonymous.call("getGroupAvatar", { id })).is(200);
		},
		{ effect: "reads" },
	),
	assumed(
		"GROUP-023",
		"An invalid, expired or revoked token on a group read answers 401 even when the group is public; it does not fall back to anonymous.",
		["getGroup"],
		async (t) => {
			const params = { id: t.scene("group"), with_projects: false };
			(await t.anonymous.call("getGroup", params)).is(200);
			(await t.bearing(t.unique("token")).call("getGroup", params)).refuses(401, { message: "401 Unauthorized" });
			for (const who of tokenFaults) (await t.as(who).call("getGroup", params)).refuses(401).has({ error: "invalid_token" });
		},
		{ effect: "reads" },
	),
	onGroup(
		"GROUP-027",
		async (group, t) => {
			for (const as of ["query", "form", "json"] as const) {
				const name = t.unique(`name by ${as}`);
				(await group.change({ name }, group.owner, { as })).has({ name });
				(await group.get()).is(200).has({ name });
			}
		},
		{ of: "leaf_group", operations: ["updateGroup"] },
	),
];
