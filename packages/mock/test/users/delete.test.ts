import { describe, expect, test } from "vitest";
import { type Scene, scene } from "./scene";

const alone = { message: "User cannot be removed while is the sole-owner of a group" };
const remove = ({ ask, user }: Scene, username: string, query = "") =>
	ask("root", "DELETE", `/users/${user(username).id}${query}`);

describe("who may", () => {
	test("USER-485, USER-486 without credentials 401; other users 403, for themselves, too", async () => {
		const { refused, user, ask } = scene();
		const path = `/users/${user("guest").id}`;
		expect(await refused(null, "DELETE", path)).toMatchObject({ status: 401, unchanged: true });
		for (const who of ["guest", "owner", "auditor"]) {
			const told = await refused(who, "DELETE", path);
			expect(told).toMatchObject({ status: 403, unchanged: true });
			expect(told.body).toEqual({ message: "403 Forbidden" });
		}
		expect((await ask("root", "GET", path)).status).toBe(200);
	});
});

describe("the answer", () => {
	test("USER-487, USER-497, ERR-006 204, and the user is gone, with the token", async () => {
		const made = scene();
		const { id } = made.user("guest");
		const { status, body } = await remove(made, "guest");
		expect([status, body]).toEqual([204, undefined]);
		expect((await made.ask("root", "GET", `/users/${id}`)).status).toBe(404);
		expect((await made.ask("guest", "GET", "/user")).status).toBe(401);
		expect(await made.names("root", "username=guest")).toEqual([]);
	});

	test("USER-488, USER-489, ERR-006 an unknown user: 404", async () => {
		const { refused } = scene();
		const told = await refused("root", "DELETE", "/users/999999");
		expect(told).toMatchObject({ status: 404, unchanged: true });
		expect(told.body).toEqual({ message: "404 User Not Found" });
	});

	test("USER-498 the second time: 404", async () => {
		const { ask, user } = scene();
		const path = `/users/${user("guest").id}`;
		expect((await ask("root", "DELETE", path)).status).toBe(204);
		expect((await ask("root", "DELETE", path)).status).toBe(404);
	});

	test("USER-499 changed since: 412", async () => {
		const { ask, refused, user, platform } = scene();
		const path = `/users/${user("guest").id}`;
		platform.clock.advance("1 hour");
		const before = new Date(platform.clock.now() - 60_000).toUTCString();
		await ask("root", "PUT", path, { json: { name: "Else" } });
		const told = await refused("root", "DELETE", path, { headers: { "If-Unmodified-Since": before } });
		expect(told).toMatchObject({ status: 412, unchanged: true });
		expect(told.body).toEqual({ message: "412 Precondition Failed" });
		const now = new Date(platform.clock.now()).toUTCString();
		expect((await ask("root", "DELETE", path, { headers: { "If-Unmodified-Since": now } })).status).toBe(204);
	});
});

describe("groups", () => {
	/** A group of somebody's own, with a group and a project below it. */
	function owned(): Scene {
		const made = scene();
		const { make } = made;
		make.user({ username: "boss" });
		make.user({ username: "mate" });
		make.group("realm");
		make.group("realm/sub");
		make.project("realm/sub/thing");
		make.member("boss", "realm", "owner");
		return made;
	}
	const there = async ({ ask }: Scene, path: string) =>
		(await ask("root", "GET", `/groups/${encodeURIComponent(path)}`)).status === 200;

	test("USER-490, USER-491, ERR-006 the only owner of a group: 409", async () => {
		const made = owned();
		const told = await made.refused("root", "DELETE", `/users/${made.user("boss").id}`);
		expect(told).toMatchObject({ status: 409, unchanged: true });
		expect(told.body).toEqual(alone);
		expect((await made.refused("root", "DELETE", `/users/${made.user("boss").id}?hard_delete=false`)).status).toBe(409);
	});

	test("USER-491 not where somebody else owns it, there or above", async () => {
		const made = owned();
		made.make.member("mate", "realm/sub", "owner");
		expect((await remove(made, "mate")).status).toBe(204);
		expect(await there(made, "realm/sub")).toBe(true);
	});

	test("USER-495 hard: the groups that are owned alone go with what is below them", async () => {
		const made = owned();
		expect((await remove(made, "boss", "?hard_delete=true")).status).toBe(204);
		expect([await there(made, "realm"), await there(made, "realm/sub")]).toEqual([false, false]);
		expect((await made.ask("root", "GET", "/projects/realm%2Fsub%2Fthing/pipelines")).status).toBe(404);
		expect(await there(made, "acme")).toBe(true);
	});

	test("USER-496 hard: one with another owner stays", async () => {
		const made = owned();
		made.make.member("mate", "realm", "owner");
		expect((await remove(made, "boss", "?hard_delete=true")).status).toBe(204);
		expect([await there(made, "realm"), await there(made, "realm/sub")]).toEqual([true, true]);
	});

	test("USER-495 memberships go", async () => {
		const made = scene();
		const { id } = made.user("guest");
		await remove(made, "guest");
		expect(made.platform.state.members.in("user", id)).toEqual([]);
	});
});

describe("what the user wrote", () => {
	/** An issue of somebody else, with a note of a writer. */
	async function written() {
		const made = scene();
		const { make, platform } = made;
		const writer = make.user({ username: "writer" });
		const project = make.project("acme/lab");
		const issue = make.issue(project, { author_id: make.userId("owner") });
		const own = make.issue(project, { author_id: writer.id });
		const note = make.note(
			{ type: "Issue", id: issue.id, project_id: project.id },
			{ author_id: writer.id, body: "Mine." },
		);
		const path = `/projects/${project.id}/issues/${issue.iid}/notes`;
		const get = (sub = "") => made.ask("owner", "GET", `${path}${sub}`);
		return { ...made, platform, note, own, get };
	}

	test("USER-493, NOTE-052 stays, under a placeholder account", async () => {
		const made = await written();
		expect((await remove(made, "writer")).status).toBe(204);
		const { status, body } = await made.get(`/${made.note.id}`);
		expect([status, body.body]).toEqual([200, "Mine."]);
		const ghost = (await made.ask("root", "GET", `/users/${body.author.id}`)).body;
		expect([ghost.name, ghost.username]).toEqual(["Ghost User", "ghost"]);
		expect((await made.get()).body.map((one: { id: number }) => one.id)).toContain(made.note.id);
		expect(made.platform.state.issues.get(made.own.id)?.author_id).toBe(ghost.id);
	});

	test("USER-493 the placeholder is one for all, and cannot be deleted", async () => {
		const made = await written();
		const other = made.make.user({ username: "other" });
		const mine = { type: "Issue", id: made.note.noteable_id, project_id: made.note.project_id } as const;
		const second = made.make.note(mine, { author_id: other.id });
		await remove(made, "writer");
		await remove(made, "other");
		const authors = [made.note.id, second.id].map((id) => made.platform.state.notes.get(id)?.author_id);
		expect(authors[0]).toBe(authors[1]);
		expect(await made.refused("root", "DELETE", `/users/${authors[0]}`)).toMatchObject({
			status: 409,
			unchanged: true,
		});
	});

	test("USER-494, NOTE-053 hard: it is deleted", async () => {
		const made = await written();
		expect((await remove(made, "writer", "?hard_delete=true")).status).toBe(204);
		expect((await made.get(`/${made.note.id}`)).status).toBe(404);
		expect((await made.get()).body).toEqual([]);
		expect(made.platform.state.issues.get(made.own.id)).toBeUndefined();
	});

	test("USER-497 nothing names a user who is no more", async () => {
		for (const query of ["", "?hard_delete=true"])
			for (const username of ["developer", "maintainer", "owner"]) {
				const made = scene();
				const { id } = made.user(username);
				// `owner` owns groups alone.
				if (username === "owner")
					for (const path of ["acme", "partners", "skunkworks"]) made.make.member("root", path, "owner");
				expect((await remove(made, username, query)).status).toBe(204);
				for (const [table, { rows }] of Object.entries(made.platform.snapshot()))
					for (const row of rows)
						for (const [column, value] of Object.entries(row))
							if (/^(user|author|owner|creator|created_by)_id$/.test(column))
								expect(value, `${table}.${column}`).not.toBe(id);
							else if (/^(assignee|reviewer|starred_by)_ids$/.test(column))
								expect(value, `${table}.${column}`).not.toContain(id);
			}
	});
});
