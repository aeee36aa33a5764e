import { nobody } from "../../generators/least-params";
import { bearer } from "../../rule/callers";
import { assumed, sharing, writing } from "../../rule/rule";
import { addressOf, groupNotFound, insufficient, offered, onIssue, scopedOperations, unauthorized, unchanged } from "./lab";

const noAdministrator = { message: "403 Forbidden - Must be admin to use sudo" };
const unknown = (who: number | string) => ({ message: `404 User with ID or username '${who}' Not Found` });

/** Administrators who act as another user. */
export const sudoChecks = [
	writing.rule(
		"AUTH-033, USER-298, USER-299, USER-300",
		"With sudo, an administrator gets the record of the current user as that user, even of another administrator. Other users cannot use sudo.",
		"getCurrentUser",
		async (t) => {
			(await t.as("administrator").call("getCurrentUser", { sudo: t.user("auditor").id })).ok.has({ id: t.user("auditor").id });
			for (const { id } of [(await t.given.user({ admin: true })).fields, t.user("administrator")]) {
				const response = (await t.as("administrator").call("getCurrentUser", { sudo: id })).ok.has({ id });
				t.assume("is_admin should be true", response.field("is_admin") === true, response);
			}
			// With the credential in either header.
			for (const [actor, root] of [
				["developer", bearer(t, t.token("administrator"))],
				["outsider", t.as("administrator")],
			] as const) {
				const { id } = t.user(actor);
				const response = (await root.call("getCurrentUser", { sudo: id })).ok.has({ id });
				const own = Object.keys((await t.as(actor).call("getCurrentUser")).ok.fields).sort();
				t.assume(`the fields should be ${own.join(", ")}, as that user sees them`, Object.keys(response.fields).sort().join() === own.join(), response);
				for (const other of ["owner", "auditor", "maintainer"] as const) {
					const refused = await t.as(other).call("getCurrentUser", { sudo: id });
					t.holds(`${other} should not be able to use sudo`, !refused.succeeded || refused.field("id") !== id, refused);
				}
			}
		},
	),
	writing.assumed(
		"AUTH-034, AUTH-036, AUTH-038, USER-304, USER-306",
		"sudo accepts an id or a username, in the query, body or header. Records that are created belong to that user.",
		["createIssueNote", "createSupportPin", "createPipeline"],
		async (t) => {
			const root = t.as("administrator");
			const { id, username } = (await t.given.user({ username: t.unique("user.of.the_rule") })).fields;
			const path = `/api/v4/projects/${encodeURIComponent(t.scene("project"))}/issues/${t.scene("issue_iid")}/notes`;
			// A username that begins with another user's id is a username.
			const named = (await t.given.user({ username: `${t.user("owner").id}${t.unique("x")}` })).fields;
			(await root.sudo(String(named.username)).call("getCurrentUser")).is(200).has({ id: named.id });
			for (const sudo of [id, username, String(username).toUpperCase()]) {
				(await root.sudo(String(sudo)).call("getCurrentUser")).is(200).has({ id });
				const body = t.unique("note");
				for (const sent of [
					{ query: { sudo, body } },
					{ json: { sudo, body } },
					{ form: { sudo, body } },
					{ json: { body }, headers: { Sudo: String(sudo) } },
				]) {
					const note = (await root.send("POST", path, sent)).is(201).has({ body });
					t.undo("the note", () => t.as("owner").call("deleteIssueNote", { ...onIssue(t), note_id: note.number("id") }));
					t.same("the author", Object(note.field("author")).id, id, note);
				}
			}
			const { pin } = (await root.sudo(Number(id)).call("createSupportPin")).is(201).fields;
			(await root.call("getUserSupportPin", { id })).is(200).has({ pin });
			const developer = t.user("developer").id;
			const pipeline = (await root.sudo(developer).call("createPipeline", { id: t.scene("project"), ref: "develop" })).is(201, 400);
			if (!pipeline.succeeded) return;
			t.undo("the pipeline", () => t.as("owner").call("deletePipeline", { id: t.scene("project"), pipeline_id: pipeline.number("id") }));
			t.same("the user of the pipeline", Object(pipeline.field("user")).id, developer, pipeline);
		},
	),
	sharing({ effect: "writes", id: "AUTH-043" }).assumed(
		"AUTH-034, AUTH-043, USER-302, USER-306",
		"Every operation returns 404 for an unknown sudo user, before it looks for anything else.",
		[],
		async (t) => {
			const root = t.as("administrator");
			const parts = new FormData();
			parts.append("sudo", String(nobody));
			const [placed, inBody] = [
				[{ query: { sudo: nobody } }, { headers: { Sudo: String(nobody) } }],
				[{ form: { sudo: nobody } }, { json: { sudo: nobody } }, { body: parts }],
			];
			for (const [turn, row] of offered(t, scopedOperations).entries()) {
				// Operations take turns in where they send sudo.
				for (const sent of [placed[turn % 2], ...(row.verb === "GET" ? [] : [inBody[turn % 3]])])
					(await root.send(row.verb, addressOf(t, row), sent)).refuses(404, unknown(nobody));
			}
			(await root.sudo("no.such.user").call("getCurrentUser")).refuses(404, unknown("no.such.user"));
		},
	),
	writing.assumed(
		"AUTH-037, USER-306",
		"An administrator who uses sudo has only the rights of that user.",
		["getGroup", "listUserMemberships", "deletePipeline"],
		async (t) => {
			const root = t.as("administrator");
			const outsider = root.sudo(t.user("outsider").id);
			(await outsider.call("getGroup", { id: t.scene("private_group") })).refuses(404, groupNotFound);
			(await outsider.call("listUserMemberships", { id: t.user("developer").id })).is(403);
			(await outsider.call("listPipelines", { id: t.scene("private_project") })).is(404);
			const at = { id: t.scene("project"), pipeline_id: (await t.given.pipeline()).number("id") };
			for (const actor of ["reporter", "developer", "maintainer"] as const) (await root.sudo(t.user(actor).id).call("deletePipeline", at)).is(403);
			(await root.sudo(t.user("maintainer").id).call("getPipeline", at)).is(200);
		},
	),
	writing.assumed(
		"AUTH-039, AUTH-040, AUTH-042, AUTH-044, USER-301, USER-303, USER-305",
		"sudo is refused without credentials, for non-administrators, without the scope sudo and for an unknown user. Nothing changes.",
		["getCurrentUser", "getGroup", "listGroups", "updateRunner", "deleteRunner"],
		async (t) => {
			const id = (await t.given.runner()).number("id");
			await unchanged(t, [t.as("owner"), "getRunner", { id }], async () => {
				for (const [caller, target, status, refusal] of [
					[t.anonymous, t.user("developer").id, 401, unauthorized],
					[t.as("owner"), t.user("developer").id, 403, noAdministrator],
					[t.as("owner"), t.user("owner").id, 403, noAdministrator],
					[t.as("owner"), t.user("owner").username, 403, noAdministrator],
					[t.as("auditor"), t.user("developer").id, 403, noAdministrator],
					[t.as("plain-administrator"), t.user("owner").id, 403, insufficient(["sudo"])],
					[t.as("administrator"), nobody, 404, unknown(nobody)],
				] as const)
					for (const response of [
						await caller.sudo(target).call("getCurrentUser"),
						await caller.sudo(target).call("getGroup", { id: t.scene("group"), with_projects: false }),
						await caller.send("GET", `/api/v4/groups?sudo=${target}`),
						await caller.sudo(target).call("updateRunner", { id, paused: true }),
						await caller.sudo(target).call("deleteRunner", { id }),
						await caller.send("PUT", `/api/v4/runners/${id}`, { json: { sudo: target, paused: true } }),
						await caller.send("PUT", `/api/v4/runners/${id}`, { form: { sudo: target, paused: true } }),
					])
						response.refuses(status, refusal);
			});
			(await t.as("plain-administrator").call("getCurrentUser")).is(200);
		},
	),
	assumed("AUTH-045", "sudo applies to one request only; the next one is the administrator's own.", "getCurrentUser", async (t) => {
		const root = t.as("administrator");
		for (const actor of ["developer", "administrator", "outsider", "administrator"] as const) {
			const caller = actor === "administrator" ? root : root.sudo(t.user(actor).id);
			(await caller.call("getCurrentUser")).is(200).has({ id: t.user(actor).id });
		}
	}),
];
