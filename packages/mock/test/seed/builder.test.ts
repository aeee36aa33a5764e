import { createPlatform, demo } from "@tenon/mock";
import { expect, test } from "vitest";
import { startOfTime, world } from "../support/world";

const empty = () => world({ seed: () => {} });

test("a seed is given a builder, and demo is combined with more", async () => {
	const { ask } = world({
		seed: (make) => {
			demo(make);
			make.user({ username: "ada", name: "Ada" });
			make.group({ full_path: "acme/mobile", members: { ada: "owner" } });
		},
	});
	expect((await ask("ada", "GET", "/user")).body).toMatchObject({ username: "ada", name: "Ada" });
	const mine = await ask("ada", "GET", "/groups?min_access_level=50");
	expect(mine.body.map((one: { full_path: string }) => one.full_path)).toEqual(["acme/mobile"]);
});

test("records can be added at any time, and are in responses", async () => {
	const { platform, ask } = world();
	const { seed } = platform;
	seed.user("ada");
	seed.project({ full_path: "acme/mobile/app", members: { ada: "maintainer" }, visibility: "private" });
	const issue = seed.issue({ project: "acme/mobile/app", title: "It crashes", author: "ada", assignees: ["owner"] });
	seed.note({ on: issue, body: "On start-up.", author: "ada" });
	seed.pipeline({ project: "acme/mobile/app", status: "failed", user: "ada" });
	const at = "/projects/acme%2Fmobile%2Fapp";
	const notes = await ask("ada", "GET", `${at}/issues/1/notes`);
	expect(notes.body).toMatchObject([{ body: "On start-up.", author: { username: "ada" }, noteable_type: "Issue" }]);
	const pipelines = await ask("ada", "GET", `${at}/pipelines`);
	expect(pipelines.body).toMatchObject([{ status: "failed", ref: "main" }]);
	expect((await ask("outsider", "GET", `${at}/pipelines`)).status).toBe(404);
	expect(issue.assignee_ids).toEqual([seed.userId("owner")]);
});

test("what is left out is made: on an empty platform each record brings what it needs", () => {
	const { platform } = empty();
	const { seed, state } = platform;
	const note = seed.note();
	const issue = state.issues.get(note.noteable_id);
	const project = state.projects.get(issue?.project_id ?? 0);
	expect(project).toMatchObject({ full_path: "group-11/project-101", group_id: 11 });
	expect(state.users.get(note.author_id)?.username).toBe("user-1");
	expect(seed.issue()).toMatchObject({ project_id: project?.id, iid: 2 });
	expect(seed.job().project_id).toBe(project?.id);
	expect(seed.user().username).toBe("user-2");
	expect(seed.group({ path: "alone" }).full_path).toBe("alone");
	expect(seed.mergeRequest({ reviewers: ["user-2"] }).reviewer_ids).toEqual([2]);
	expect(seed.release({ author: "user-2" }).author_id).toBe(2);
	expect(seed.alert({ title: "Smoke", assignees: ["user-1"] }).assignee_ids).toEqual([1]);
	// An import checks that everything is consistent.
	const other = createPlatform();
	other.importState(JSON.stringify(platform.exportState()));
	expect(JSON.stringify(other.exportState())).toBe(JSON.stringify(platform.exportState()));
});

test("the groups above a path are made, and a user's own place is found", () => {
	const { platform } = empty();
	const { seed, state } = platform;
	const deep = seed.project("one/two/three/app");
	expect([...state.groups.all()].map(({ full_path }) => full_path)).toEqual(["one", "one/two", "one/two/three"]);
	expect(deep.group_id).toBe(state.group("one/two/three")?.id);
	expect(state.group("one/two/three")?.full_name).toBe("One / Two / Three");
	const ada = seed.user("ada");
	expect(seed.project("ada/diary")).toMatchObject({ owner_id: ada.id, group_id: null });
	expect(() => seed.group("ada/below")).toThrow("A group cannot be below the user ada.");
});

test("notes are written on every kind of record", () => {
	const { seed } = empty().platform;
	const project = seed.project("acme/web");
	const made = [
		seed.issue(project),
		seed.mergeRequest(project),
		seed.snippet(project),
		seed.snippet(null),
		seed.epic("acme"),
		seed.wikiPage(project),
		seed.wikiPage(seed.group("other")),
		seed.alert(project),
	].map((on) => seed.note({ on }));
	expect(made.map(({ noteable_type, project_id }) => [noteable_type, project_id])).toEqual([
		["Issue", project.id],
		["MergeRequest", project.id],
		["Snippet", project.id],
		["Snippet", null],
		["Epic", null],
		["WikiPage::Meta", project.id],
		["WikiPage::Meta", null],
		["AlertManagement::Alert", project.id],
	]);
});

test("a name that is not there is an error with the one that may be meant", () => {
	const { seed, state } = world().platform;
	const before = JSON.stringify(state.toData());
	const wrong: [() => unknown, string][] = [
		[() => seed.issue({ project: "acme/wbe" }), "There is no project acme/wbe. Did you mean acme/web?"],
		[() => seed.pipeline("nowhere/at-all-of-it"), "There is no project nowhere/at-all-of-it."],
		[
			() => seed.issue({ project: "acme/web", author: "developr" }),
			"There is no user developr. Did you mean developer?",
		],
		[() => seed.member("developer", "acme/frontent", "guest"), "Did you mean acme/frontend?"],
		[() => seed.share("acm", "friends", "guest"), "There is no group acm. Did you mean acme?"],
		[() => seed.epic("acmee"), "There is no group acmee. Did you mean acme?"],
		[() => seed.deployToken("acme/weB/x"), "There is no group or project acme/weB/x."],
		[() => seed.user("owner"), "There is already a user owner."],
	];
	for (const [make, message] of wrong) expect(make).toThrow(message);
	expect(JSON.stringify(state.toData())).toBe(before);
});

test("the same seed gives the same bytes", () => {
	const made = () =>
		createPlatform({
			clock: startOfTime,
			seed: (make) => {
				make.note();
				make.runner({ projects: ["group-11/project-101"] });
			},
		});
	expect(JSON.stringify(made().exportState())).toBe(JSON.stringify(made().exportState()));
});
