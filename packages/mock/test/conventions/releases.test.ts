import { describe, expect, test } from "vitest";
import { lab } from "../support/lab";
import { world } from "../support/world";

const epicNotes = "/groups/acme/epics/501/notes";
const web = "/projects/acme%2Fweb";

describe("plans", () => {
	test.each([
		["free", 404],
		["premium", 200],
		["ultimate", 200],
	] as const)("CONV-094, AUTH-068 notes of epics and of group wikis on %s: %i", async (tier, expected) => {
		const { ask, platform, state } = world({ tier });
		const group = platform.state.group("acme");
		const [page] = platform.state.wikiPages.in("container", `group:${group?.id}`);
		for (const path of [epicNotes, `/groups/acme/wiki_pages/${page?.id}/notes`])
			for (const who of ["owner", "root"]) {
				const { status, body } = await ask(who, "GET", path);
				expect(status, `${who} ${path}`).toBe(expected);
				if (expected === 404) expect(body).toEqual({ error: "404 Not Found" });
			}
		const before = state();
		const made = await ask("root", "POST", epicNotes, { json: { body: "Hello" } });
		expect(made.status).toBe(expected === 404 ? 404 : 201);
		if (expected === 404) expect(state()).toBe(before);
		expect((await ask("owner", "GET", `${web}/issues/1/notes`)).status).toBe(200);
	});
});

describe("releases", () => {
	test("CONV-132 pipelines have a name from 16.3 on", async () => {
		for (const [release, there] of [
			["15.11", false],
			["16.2", false],
			["16.3", true],
			["16.10", true],
		] as const) {
			const { at, pipeline, platform } = lab({}, { release });
			const { id } = pipeline({ name: "Nightly" });
			// Not held against the contract: that is of the newest release.
			const get = async (path: string) => (await platform.fetch(`http://tenon.test/api/v4${at}${path}`)).json();
			for (const told of [(await get(""))[0], await get(`/${id}`), await get("/latest")])
				expect("name" in told, release).toBe(there);
		}
	});

	test("CONV-133 they are named, and found by name, from 16.9 on", async () => {
		for (const [release, there] of [
			["16.8", false],
			["16.9", true],
			["17.0", true],
		] as const) {
			const { get, at, ids, pipeline, refused } = lab({}, { release });
			const nightly = pipeline({ name: "Nightly" }).id;
			const other = pipeline().id;
			expect(await ids("name=Nightly"), release).toEqual(there ? [nightly] : [other, nightly]);
			const told = await refused("owner", "PUT", `${at}/${other}/metadata`, { json: { name: "Weekly" } });
			expect([told.status, told.unchanged], release).toEqual(there ? [200, false] : [404, true]);
			expect((await get(`/${other}`)).body.name).toBe(there ? "Weekly" : null);
		}
	});

	test("CONV-134 inputs count from 18.1 on", async () => {
		for (const [release, there] of [
			["18.0", false],
			["18.1", true],
		] as const) {
			const { ask, platform, project } = lab({}, { release });
			const create = (inputs: unknown) =>
				ask("owner", "POST", `/projects/${project.id}/pipeline`, { json: { ref: "main", inputs } });
			const { status, body } = await create({ target: "staging" });
			expect(status).toBe(201);
			expect(platform.state.pipelines.get(body.id)?.inputs, release).toEqual(there ? { target: "staging" } : {});
			expect((await create("none")).status, release).toBe(there ? 400 : 201);
		}
	});

	test("CONV-140 unless told otherwise it is the newest, with everything on", async () => {
		const { ask, ids, pipeline, platform, project } = lab();
		const nightly = pipeline({ name: "Nightly" }).id;
		pipeline();
		expect(await ids("name=Nightly")).toEqual([nightly]);
		const inputs = await ask("owner", "POST", `/projects/${project.id}/pipeline`, {
			json: { ref: "main", inputs: "none" },
		});
		expect(inputs.status).toBe(400);
		// Behind the one flag that the contract knows.
		const revoke = () => ask("owner", "POST", "/groups/acme/tokens/revoke", { json: { token: "unknown" } });
		expect((await revoke()).status).not.toBe(404);
		platform.settings.flags = { group_token_revocation: false };
		expect((await revoke()).status).toBe(404);
	});
});

test("CONV-101 a change of state is no system note", async () => {
	const { ask, make, platform } = world();
	const project = platform.state.project("acme/web");
	if (!project) throw new Error("The demo has changed.");
	const issue = make.issue(project);
	const path = `${web}/issues/${issue.iid}/notes`;
	for (const command of ["/close", "/reopen", "/close"])
		expect((await ask("owner", "POST", path, { json: { body: command } })).status, command).toBe(202);
	expect(platform.state.issues.get(issue.id)?.state).toBe("closed");
	for (const query of ["", "?activity_filter=only_activity"])
		expect((await ask("owner", "GET", `${path}${query}`)).body).toEqual([]);
});
