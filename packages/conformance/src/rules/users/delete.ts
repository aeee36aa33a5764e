import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { eventually } from "../../rule/eventually";
import { assumed, type Rule, rule } from "../../rule/rule";
import { mustList } from "./listed";
import { person, recordOf, unknownId } from "./person";

const destroys = { effect: "destroys" } as const;

const remove = (t: Context, id: number, hard_delete?: boolean, caller: Caller = t.as("administrator")) => caller.call("deleteUser", { id, hard_delete });

/** Whether a user is no longer there, within some seconds: the server may delete in the background. */
const isGone = (t: Context, id: number): Promise<boolean> => eventually(async () => (await t.as("administrator").call("getUser", { id })).status === 404);

/** A user's note on the scene's issue, and how it is read. */
async function noteOf(t: Context, caller: Caller) {
	const at = { id: t.scene("project"), issue_iid: t.scene("issue_iid") };
	const note = (await caller.call("createIssueNote", { ...at, body: t.unique("note") })).is(201);
	const note_id = note.number("id");
	t.undo(`note ${note_id}`, () => t.as("owner").call("deleteIssueNote", { ...at, note_id }));
	return { body: note.field("body"), read: () => t.as("owner").call("getIssueNote", { ...at, note_id }) };
}

/** A user of the scene by name, and a group that they own. */
async function ownerNamed(t: Context, username: string): Promise<{ id: number; group: unknown }> {
	const administrator = t.as("administrator");
	const [user] = (await administrator.call("listUsers", { username })).is(200).items;
	if (typeof user?.id !== "number") return t.skip(`there is no user ${username} any more`);
	const rows = (await administrator.call("listUserMemberships", { id: user.id, type: "Namespace" })).is(200).items;
	const owned = rows.find(({ access_level }) => access_level === "50");
	return { id: user.id, group: owned?.source_id ?? t.skip(`${username} owns no group`) };
}

export const userRemoval: readonly Rule[] = [
	rule("USER-485", "DELETE /users/:id needs an administrator.", "deleteUser", async (t) => {
		const { id } = await person(t);
		(await remove(t, id, undefined, t.as("owner"))).refuses(403);
		await recordOf(t, id);
	}),
	assumed("USER-486", "Anonymous DELETE answers 401; a regular user (own id too) gets 403 and the user stays.", "deleteUser", async (t) => {
		const { id, caller } = await person(t);
		(await remove(t, id, undefined, t.anonymous)).refuses(401);
		for (const who of [t.as("owner"), caller]) (await remove(t, id, undefined, who)).refuses(403, { message: "403 Forbidden" });
		await recordOf(t, id);
	}),
	rule("USER-487", "Success answers 204 with an empty body.", "deleteUser", async (t) => {
		const { id } = await person(t);
		const response = (await remove(t, id)).is(204);
		t.same("the body", response.text, "", response);
	}),
	rule("USER-488", "Unknown id answers 404.", "deleteUser", async (t) => {
		(await remove(t, unknownId)).refuses(404);
	}),
	assumed("USER-489", 'The 404 body for an unknown id is {"message":"404 User Not Found"}.', "deleteUser", async (t) => {
		(await remove(t, unknownId)).refuses(404, { message: "404 User Not Found" });
	}),
	rule("USER-493", "Without hard_delete the user's contributions (e.g. notes) survive and are shown under a placeholder account.", "deleteUser", async (t) => {
		const { id, caller } = await person(t);
		const { body, read } = await noteOf(t, caller);
		(await remove(t, id)).is(204);
		t.holds("the user should be gone", await isGone(t, id));
		const note = (await read()).is(200).has({ body });
		const author: unknown = Object(note.field("author")).id;
		t.holds("the author should be another account", typeof author === "number" && author !== id, note);
	}),
	rule("USER-494", "With hard_delete=true the user's contributions are deleted: their notes answer 404 afterwards.", "deleteUser", async (t) => {
		const { id, caller } = await person(t);
		const { read } = await noteOf(t, caller);
		(await remove(t, id, true)).is(204);
		t.holds("the user should be gone", await isGone(t, id));
		t.holds("the note should be gone", await eventually(async () => (await read()).status === 404), await read());
	}),
	assumed(
		"USER-497",
		"After 204 the user is (eventually) gone: GET /users/:id answers 404 and the user's own token no longer works (401 or 403).",
		"deleteUser",
		async (t) => {
			const own = t.bearing(t.scene("throwaway_user_token"));
			const before = await own.call("getCurrentUser");
			if (before.status !== 200) t.skip("the token of throwaway_user_token works no longer: give a new one");
			const id = before.number("id");
			(await remove(t, id)).is(204);
			t.holds("the user should be gone", await isGone(t, id));
			(await own.call("getCurrentUser")).is(401, 403);
		},
		destroys,
	),
	assumed("USER-498", "A second DELETE of the same id answers 404.", "deleteUser", async (t) => {
		const { id } = await person(t);
		(await remove(t, id)).is(204);
		t.holds("the user should be gone", await isGone(t, id));
		(await remove(t, id)).refuses(404);
	}),
	assumed(
		"USER-499",
		'If-Unmodified-Since earlier than the user\'s last change answers 412 {"message":"412 Precondition Failed"} and deletes nothing.',
		"deleteUser",
		async (t) => {
			const { id, username } = await person(t);
			const header = (time: number) => ({ "If-Unmodified-Since": new Date(time).toUTCString() });
			const administrator = t.as("administrator");
			const response = await administrator.with(header(Date.now() - 3_600_000)).call("deleteUser", { id });
			response.refuses(412, { message: "412 Precondition Failed" });
			await mustList(t, administrator, {}, [username]);
			(await administrator.with(header(Date.now() + 3_600_000)).call("deleteUser", { id })).is(204);
		},
	),
	rule(
		"USER-490",
		"A user that cannot be soft deleted answers 409 and stays.",
		"deleteUser",
		async (t) => {
			const { id } = await ownerNamed(t, t.scene("sole_owner"));
			(await remove(t, id)).refuses(409);
			await recordOf(t, id);
		},
		destroys,
	),
	assumed(
		"USER-491",
		'Sole owner of a group without hard_delete: 409 {"message":"User cannot be removed while is the sole-owner of a group"}.',
		"deleteUser",
		async (t) => {
			const { id } = await ownerNamed(t, t.scene("sole_owner"));
			const message = "User cannot be removed while is the sole-owner of a group";
			for (const hard of [undefined, false]) (await remove(t, id, hard)).refuses(409, { message });
			await recordOf(t, id);
		},
		destroys,
	),
	rule(
		"ERR-006",
		"Success → 204; unknown user → 404; user that cannot be soft-deleted → 409.",
		"deleteUser",
		async (t) => {
			const { id } = await ownerNamed(t, t.scene("sole_owner"));
			(await remove(t, (await person(t)).id)).is(204);
			(await remove(t, unknownId)).is(404);
			(await remove(t, id)).is(409);
			await recordOf(t, id);
		},
		destroys,
	),
	assumed(
		"USER-496",
		"With hard_delete=true a group that has another owner survives.",
		"deleteUser",
		async (t) => {
			const { id, group } = await ownerNamed(t, t.scene("co_owner"));
			(await remove(t, id, true)).is(204);
			t.holds("the user should be gone", await isGone(t, id));
			(await t.as("administrator").call("getGroup", { id: group })).is(200);
		},
		destroys,
	),
	rule(
		"USER-495",
		"With hard_delete=true groups owned solely by the user are deleted; the call answers 204 instead of 409.",
		"deleteUser",
		async (t) => {
			const { id, group } = await ownerNamed(t, t.scene("sole_owner"));
			const read = () => t.as("administrator").call("getGroup", { id: group });
			(await read()).is(200);
			(await remove(t, id, true)).is(204);
			t.holds("the group should be gone", await eventually(async () => (await read()).status === 404), await read());
		},
		destroys,
	),
];
