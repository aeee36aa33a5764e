import type { OperationId } from "@tenon/contract";
import { rotations } from "../../plans/spare-token";
import type { Params } from "../../rule/address";
import type { Caller } from "../../rule/caller";
import type { ApiResponse } from "../../rule/response";
import { assumed, groupSettings, type Rule, rule } from "../../rule/rule";
import { deletions, forbidden, Lab, lists, type Sort, unauthorized, unknownId } from "./lab";

/** One of the eight operations on credentials, with what it needs to succeed. */
interface Operation {
	readonly id: OperationId;
	readonly sort: Exclude<Sort, "service">;
	call(caller: Caller, where?: Params): Promise<ApiResponse>;
	/**
	 * The call must succeed. Outside a mock, tokens and keys are few. So the token to remove is one that a rotation has already revoked, and a key is
	 * removed only if the server ignores If-Unmodified-Since.
	 */
	succeeds(caller: Caller, where?: Params): Promise<unknown>;
	/** The call must be refused, and its token or key must stay as it was. */
	refuses(caller: Caller, status: number, body?: unknown, where?: Params): Promise<void>;
}

type Row = readonly [OperationId, Operation["sort"]];
const reading: readonly Row[] = [
	[lists.personal, "personal"],
	[lists.resource, "resource"],
	[lists.key, "key"],
];
const writing: readonly Row[] = [
	[deletions.personal, "personal"],
	[deletions.resource, "resource"],
	[deletions.key, "key"],
	[rotations.personal, "personal"],
	[rotations.resource, "resource"],
];

function bound(lab: Lab, [id, sort]: Row): Operation {
	const isList = id.startsWith("list");
	const target = async (): Promise<Params> => (isList ? {} : { [sort === "key" ? "key_id" : "token_id"]: await lab.spare(sort) });
	const call: Operation["call"] = async (caller, where) => caller.call(id, { id: lab.group, ...(await target()), ...where });
	const refuses: Operation["refuses"] = async (caller, status, body, where) => {
		const params = await target();
		const request = () => caller.call(id, { id: lab.group, ...params, ...where });
		const response = isList ? await request() : await lab.stays(sort, Number(params.key_id ?? params.token_id), request);
		response.refuses(status, body);
		// A refusal must not show credentials.
		if (isList) lab.t.holds("the refusal is not a list", !response.text.startsWith("["), response);
	};
	const succeeds: Operation["succeeds"] = async (caller, where) => {
		if (lab.t.given.hasControl || !id.startsWith("delete")) {
			const response = (await call(caller, where)).ok;
			return isList ? response.ids : response.status;
		}
		const unchanged = caller.with({ "If-Unmodified-Since": new Date(0).toUTCString() });
		const response = await (sort === "key" ? call(unchanged, where) : call(caller, { ...where, token_id: (await lab.live(sort)).old }));
		lab.t.assume(`${id} should succeed for ${caller.actor}`, response.succeeded || (sort === "key" && response.status === 412), response);
		return response.status;
	};
	return { id, sort, call, succeeds, refuses };
}

/** The refusal of a caller who is not an owner: 403, or 401 for the rotation of a personal token. */
const lowRole = ({ id }: Operation): readonly [number, object] => (id === rotations.personal ? [401, unauthorized] : [403, forbidden]);

/** The rules that run on every offering, not only on the hosted one. */
const anywhere = ["CRED-010", "CRED-011"];
/** The rule that uses a subgroup, whose path other rules change for a while. */
const ofSubgroup = "CRED-018, CRED-019";

/** Two rules about the operations on credentials: one for the lists, which only reads, and one for the others, which uses up what the scene sets aside. */
const guard = (make: typeof rule, ids: string, title: string, run: (operation: Operation, lab: Lab) => Promise<void>): Rule[] =>
	([reading, writing] as const).map((rows) =>
		make(
			ids,
			rows === reading ? title : `Rotation and removal: ${title}`,
			rows.map(([id]) => id),
			async (t) => {
				const lab = await Lab.of(t);
				for (const row of rows) await run(bound(lab, row), lab);
			},
			{
				...(rows === writing && { id: `${ids}/writes` }),
				...(!anywhere.includes(ids) && { offering: "hosted" }),
				...(ids === ofSubgroup && { alone: groupSettings }),
			},
		),
	);

/** Where the credentials of a group can be managed, and who can manage them. */
export const access: readonly Rule[] = [
	...guard(
		rule,
		"CRED-010",
		"A group's credentials can be managed only on the hosted offering. A self-managed installation returns 404.",
		async (operation, { t }) => {
			if (t.facts.offering !== "self-managed") await operation.succeeds(t.as("owner"));
			if (t.given.hasControl) await t.given.settings({ offering: "self-managed" });
			if (t.given.hasControl || t.facts.offering === "self-managed") (await operation.call(t.as("owner"))).is(404);
			if (!t.given.hasControl) return;
			for (const offering of ["hosted", "any"]) {
				await t.given.settings({ offering });
				await operation.succeeds(t.as("owner"));
			}
		},
	),
	...guard(
		assumed,
		"CRED-011",
		"On a self-managed installation, the operations on a group's credentials return 404 to every caller, signed in or not.",
		async ({ id, sort }, { group, t }) => {
			if (t.given.hasControl) await t.given.settings({ offering: "self-managed" });
			else if (t.facts.offering !== "self-managed") t.skip("needs a self-managed installation");
			const target = { id: group, [sort === "key" ? "key_id" : "token_id"]: unknownId };
			for (const caller of [t.anonymous, t.bearing(t.unique("token")), t.as("guest"), t.as("owner"), t.as("administrator")])
				(await caller.call(id, target)).refuses(404, { message: "404 Not Found" });
			if (t.given.hasControl) await t.given.settings({ offering: "hosted" });
		},
	),
	...guard(
		assumed,
		"CRED-014",
		"Operations on a group's credentials check authentication first, then the group, then the role, then the token or key.",
		async (operation, { t }) => {
			await operation.refuses(t.anonymous, 401, undefined, { id: t.unique("nothing") });
			await operation.refuses(t.as("outsider"), 404, undefined, { id: t.unique("nothing") });
			await operation.refuses(t.as("outsider"), ...lowRole(operation));
			await operation.refuses(t.as("maintainer"), ...lowRole(operation), { [operation.sort === "key" ? "key_id" : "token_id"]: unknownId });
		},
	),
	...guard(assumed, "CRED-016", "An administrator who is not a member manages a group's credentials like an owner.", async (operation, { t }) => {
		t.same("the result for an administrator, as for an owner", await operation.succeeds(t.as("administrator")), await operation.succeeds(t.as("owner")));
	}),
	...guard(
		rule,
		"CRED-015, CRED-087, CRED-123, CRED-152, CRED-178, CRED-198",
		"A user whose credentials the group manages cannot manage them, not even their own.",
		async (operation, lab) => {
			const text = lab.t.unique("own");
			await lab.record("personal", { text });
			await operation.refuses(lab.t.bearing(text), lowRole(operation)[0]);
		},
	),
	...guard(assumed, "CRED-017", "An owner of a subgroup cannot manage the credentials of the top-level group.", async (operation, { subgroup, t }) => {
		const { username } = t.user("maintainer");
		if ((await t.given.records("members", { user: username, group: subgroup })).length === 0)
			await t.given.record("members", { user: username, group: subgroup, role: "owner" });
		await operation.refuses(t.as("maintainer"), ...lowRole(operation));
	}),
	...guard(
		rule,
		ofSubgroup,
		"Only top-level groups manage credentials. A subgroup is refused with 400 and a message that says so.",
		async (operation, { subgroup, t }) => {
			const message = "400 Bad request - Must be a top-level group";
			for (const id of [subgroup, await t.given.groupId(subgroup)])
				for (const who of ["owner", "administrator"] as const) {
					const response = await operation.call(t.as(who), { id });
					t.holds("a subgroup is refused", response.refused, response);
					t.assume(`the refusal should say: ${message}`, response.status === 400 && response.text.includes(message), response);
				}
		},
	),
	...guard(
		assumed,
		"CRED-020",
		"A group whose credentials are managed is addressed by its id or by its path, which is case-insensitive.",
		async (operation, lab) => {
			const { group, t } = lab;
			const names = [group, await t.given.groupId(group), group.toUpperCase()];
			const shown: unknown[] = [];
			for (const id of names) shown.push(await operation.succeeds(t.as("owner"), { id }));
			t.same("the results by path, by id and by path in upper case", shown, [shown[0], shown[0], shown[0]]);
		},
	),
];
