import { expect, test } from "vitest";
import { type World, world } from "../support/world";

/** The status of a new pipeline in a project, run by the bot of a token. */
const runs = async ({ ask }: World, path: string): Promise<number> =>
	(await ask("bot", "POST", `/projects/${encodeURIComponent(path)}/pipeline`, { json: { ref: "develop" } })).status;

function places(): World {
	const made = world();
	for (const path of ["corp/app", "corp/team/lib", "rival/thing"]) made.make.project(path);
	made.make.project("corp/secret", { visibility: "private" });
	return made;
}

test("AUTH-017 a project's token signs in as its bot user, with its level in that project only", async () => {
	const made = places();
	const token = made.make.resourceToken("corp/app", "developer", { text: "bot-token" });
	const me = await made.ask("bot", "GET", "/user");
	expect([me.body.id, me.body.bot]).toEqual([token.user_id, true]);
	expect(made.platform.state.users.get(token.user_id)?.kind).toBe("project_bot");
	const statuses = [];
	for (const path of ["corp/app", "corp/team/lib", "corp/secret"]) statuses.push(await runs(made, path));
	expect(statuses).toEqual([201, 403, 404]);
	const guest = places();
	guest.make.resourceToken("corp/app", "guest", { text: "bot-token" });
	expect(await runs(guest, "corp/app")).toBe(403);
});

test("AUTH-017 a group's token has its level in that group and below", async () => {
	const made = places();
	made.make.resourceToken("corp/team", "developer", { text: "bot-token" });
	const statuses = [];
	for (const path of ["corp/team/lib", "corp/app", "rival/thing"]) statuses.push(await runs(made, path));
	expect(statuses).toEqual([201, 403, 403]);
});
