import { describe, expect, test } from "vitest";
import { groupScene } from "./record-scene";

describe("name", () => {
	test("GROUP-506 the new name shows, the path stays", async () => {
		const { ask, changed } = groupScene();
		expect(await changed({ name: "New Group" })).toMatchObject({
			name: "New Group",
			full_name: "New Group",
			path: "lab",
		});
		expect((await ask("owner", "GET", "/groups")).body[0].name).toBe("New Group");
	});

	test("GROUP-506 groups below tell it in their full names", async () => {
		const { changed, read, sub } = groupScene();
		const deep = sub("child") && sub("child/deep");
		await changed({ name: "New Group" });
		expect(await read("owner", deep)).toMatchObject({
			full_name: "New Group / Child / Deep",
			full_path: "lab/child/deep",
		});
	});

	test("GROUP-507 up to 255 characters", async () => {
		const { changed, refusal } = groupScene();
		expect((await changed({ name: "n".repeat(255) })).name).toBe("n".repeat(255));
		expect(await refusal({ name: "n".repeat(256) })).toEqual({
			message: { name: ["is too long (maximum is 255 characters)"] },
		});
	});

	test.each(["", "   ", "\t\n"])("GROUP-508 not blank: %j", async (name) => {
		expect((await groupScene().refusal({ name })).message.name).toContain("can't be blank");
	});

	test.each(["<script>x</script>", "Lab <b>bold</b>", "a<!-- b -->"])("GROUP-509 no markup: %s", async (name) => {
		const { read, refusal } = groupScene();
		expect((await refusal({ name })).message.name).toEqual([expect.any(String)]);
		expect((await read()).name).toBe("Lab");
	});

	test("GROUP-509 other signs are fine", async () => {
		for (const name of ["Ünïcode & Co. (2026)", "R&D: 3 < 4", "ラボ 🚀"])
			expect((await groupScene().changed({ name })).name).toBe(name);
	});

	test("GROUP-510 not that of a group beside it", async () => {
		const { changed, refusal, sub } = groupScene();
		const first = sub("first", { name: "Twin" });
		const second = sub("second");
		const below = sub("second/below");
		expect(await refusal({ name: "Twin" }, "owner", second)).toEqual({ message: { name: ["has already been taken"] } });
		// Its own name, and that of a group elsewhere, are free.
		expect((await changed({ name: "Twin" }, "owner", first)).name).toBe("Twin");
		expect((await changed({ name: "Twin" }, "owner", below)).name).toBe("Twin");
	});
});

describe("path", () => {
	test("GROUP-511, GROUP-512 the group and all below it move", async () => {
		const { ask, changed, group, make, read, sub } = groupScene();
		const deep = sub("child") && sub("child/deep");
		make.project("lab/child/deep/web");
		expect(await changed({ path: "new-path" })).toMatchObject({
			path: "new-path",
			full_path: "new-path",
			web_url: "http://tenon.test/groups/new-path",
			name: "Lab",
		});
		expect((await ask("owner", "GET", "/groups/new-path")).body.id).toBe(group.id);
		expect((await ask("owner", "GET", "/groups/lab")).status).toBe(404);
		expect(await read("owner", deep)).toMatchObject({
			full_path: "new-path/child/deep",
			web_url: "http://tenon.test/groups/new-path/child/deep",
		});
		expect((await ask("owner", "GET", "/groups/new-path%2Fchild%2Fdeep")).body.id).toBe(deep.id);
		expect((await read("owner", deep)).projects[0].path_with_namespace).toBe("new-path/child/deep/web");
		expect((await ask("owner", "GET", "/projects/new-path%2Fchild%2Fdeep%2Fweb/pipelines")).status).toBe(200);
		expect((await ask("owner", "GET", "/projects/lab%2Fchild%2Fdeep%2Fweb/pipelines")).status).toBe(301);
	});

	test("GROUP-512 a subgroup moves within its group", async () => {
		const { changed, sub } = groupScene();
		const deep = sub("child") && sub("child/deep");
		expect(await changed({ path: "moved" }, "owner", deep)).toMatchObject({
			full_path: "lab/child/moved",
			web_url: "http://tenon.test/groups/lab/child/moved",
			parent_id: deep.parent_id,
		});
	});

	test.each([
		["of another group", "taken"],
		["of another group in other case", "TAKEN"],
		["of a user", "guest"],
	])("GROUP-513 that %s is taken", async (_what, path) => {
		const { make, refusal } = groupScene();
		make.group("taken");
		expect(await refusal({ path })).toEqual({ message: { path: ["has already been taken"] } });
	});

	test("GROUP-513 below a group its own paths are taken, and no others", async () => {
		const { changed, make, refusal, sub } = groupScene();
		const child = sub("child");
		sub("sibling");
		make.project("lab/web");
		make.group("elsewhere");
		for (const path of ["sibling", "web"])
			expect(await refusal({ path }, "owner", child)).toEqual({ message: { path: ["has already been taken"] } });
		for (const path of ["elsewhere", "guest", "Guest"])
			expect((await changed({ path }, "owner", child)).full_path).toBe(`lab/${path}`);
	});

	test("GROUP-514 two to 255 characters", async () => {
		const { changed, refusal } = groupScene();
		expect((await refusal({ path: "a" })).message.path).toEqual(["is too short (minimum is 2 characters)"]);
		expect((await refusal({ path: "a".repeat(256) })).message.path).toEqual([
			"is too long (maximum is 255 characters)",
		]);
		expect((await changed({ path: "ab" })).path).toBe("ab");
		expect((await changed({ path: "a".repeat(255) })).path).toBe("a".repeat(255));
	});

	test.each(["", " "])("GROUP-515 not blank: %j", async (path) => {
		expect((await groupScene().refusal({ path })).message.path).toContain("can't be blank");
	});

	test.each(["with space", "-dash", "repo.git", "feed.atom", "REPO.GIT", "a/b", "ümlaut", "a%2Fb", "..", "a\nb"])(
		"GROUP-516 not %j",
		async (path) => {
			const { read, refusal } = groupScene();
			expect((await refusal({ path })).message).toEqual({ path: [expect.any(String)] });
			expect((await read()).path).toBe("lab");
		},
	);

	test.each(["with-dash_and.point", "UPPER", "2026"])("GROUP-516 but %s", async (path) => {
		expect((await groupScene().changed({ path })).path).toBe(path);
	});
});

test("GROUP-517 the description is kept, and emptied", async () => {
	const { changed } = groupScene();
	expect((await changed({ description: "What we do: **things**." })).description).toBe("What we do: **things**.");
	expect((await changed({ description: "" })).description || null).toBeNull();
});
