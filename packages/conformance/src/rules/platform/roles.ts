import type { ActorName } from "../../rule/actors";
import type { Context } from "../../rule/context";
import { assumed, rule, sharing } from "../../rule/rule";

/** Who is refused, and who is not: an operation that reads, of the scene's group or project. */
async function admits(
	t: Context,
	operation: "listGroupProvisionedUsers" | "listGroupRunners" | "listProjectRunners",
	id: string,
	least: ActorName,
): Promise<void> {
	const ladder: readonly ActorName[] = ["outsider", "guest", "reporter", "developer", "maintainer", "owner", "administrator"];
	for (const actor of ladder) {
		const response = await t.as(actor).call(operation, { id });
		if (ladder.indexOf(actor) < ladder.indexOf(least)) response.is(403);
		else response.ok;
	}
	if (t.facts.tier !== "free" && operation !== "listGroupProvisionedUsers") (await t.as("auditor").call(operation, { id })).ok;
}

/** What a role may do. */
export const roleChecks = [
	rule("AUTH-055", "Revoking a token by its group needs the Owner.", "revokeGroupToken", async (t) => {
		const asked = { id: t.scene("group"), token: t.unique("unknown") };
		for (const actor of ["guest", "reporter", "developer", "maintainer"] as const) (await t.as(actor).call("revokeGroupToken", asked)).is(403);
		(await t.as("owner").call("revokeGroupToken", asked)).is(422);
	}),
	rule("AUTH-056", "The provisioned users of a group need a Maintainer.", "listGroupProvisionedUsers", async (t) => {
		await admits(t, "listGroupProvisionedUsers", t.scene("group"), "maintainer");
	}),
	rule("AUTH-066", "Sending note `created_at` has effect only for administrators and project or group owners.", ["createIssueNote"], async (t) => {
		const created_at = "2020-02-03T04:05:06.000Z";
		const where = { id: t.scene("project"), issue_iid: t.scene("issue_iid") };
		for (const actor of ["administrator", "owner"] as const) {
			const response = await t.as(actor).call("createIssueNote", { ...where, body: t.unique("note"), created_at });
			const note_id = response.ok.number("id");
			t.undo(`note ${note_id}`, () => t.as("owner").call("deleteIssueNote", { ...where, note_id }));
			t.same("created_at", Date.parse(response.string("created_at")), Date.parse(created_at), response);
		}
		const developer = t.as("administrator").sudo(t.user("developer").id);
		const acting = (await developer.call("createIssueNote", { ...where, body: t.unique("note"), created_at })).ok;
		t.undo("the note", () => t.as("owner").call("deleteIssueNote", { ...where, note_id: acting.number("id") }));
		for (const other of [await t.given.issueNote({ created_at }), acting])
			t.holds("a developer's created_at should have no effect", Date.parse(other.string("created_at")) !== Date.parse(created_at), other);
	}),
	assumed("AUTH-067", "Who may not date a note writes it now.", ["createIssueNote"], async (t) => {
		const where = { id: t.scene("project"), issue_iid: t.scene("issue_iid") };
		for (const actor of ["maintainer", "developer", "reporter"] as const) {
			const note = (await t.as(actor).call("createIssueNote", { ...where, body: t.unique("note"), created_at: "2020-02-03T04:05:06.000Z" })).ok;
			t.undo("the note", () => t.as("owner").call("deleteIssueNote", { ...where, note_id: note.number("id") }));
			const late = Math.abs(Date.parse(note.string("created_at")) - Date.now());
			t.holds("the time should be now, within two minutes", late < 120_000, note);
		}
	}),
	sharing({ tier: "free" }).rule("AUTH-068", "Epic notes exist only on Premium and Ultimate.", ["listEpicNotes"], async (t) => {
		const where = { id: t.scene("group"), epic_id: t.scene("epic_id") };
		for (const who of ["owner", "administrator"] as const) (await t.as(who).call("listEpicNotes", where)).is(t.facts.tier === "free" ? 404 : 200);
	}),
];
