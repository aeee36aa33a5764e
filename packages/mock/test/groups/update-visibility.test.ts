import { expect, test } from "vitest";
import { groupScene } from "./record-scene";

test.each([
	["GROUP-589", "private"],
	["GROUP-590", "internal"],
	["GROUP-591", "public"],
] as const)("%s a top-level group becomes %s", async (_claim, visibility) => {
	for (const before of ["private", "internal", "public"] as const)
		expect((await groupScene({ visibility: before }).changed({ visibility })).visibility).toBe(visibility);
});

test.each(["private", "internal"])("GROUP-593 not %s over a public subgroup", async (visibility) => {
	const { refusal, read, sub } = groupScene();
	sub("child");
	expect(await refusal({ visibility })).toEqual({
		message: { visibility_level: [`${visibility} is not allowed since there are sub-groups with higher visibility.`] },
	});
	expect((await read()).visibility).toBe("public");
});

test("GROUP-593 but over one that is narrower, or as wide", async () => {
	const { changed, sub } = groupScene();
	sub("child", { visibility: "private" });
	sub("other", { visibility: "internal" });
	expect((await changed({ visibility: "internal" })).visibility).toBe("internal");
});

test("GROUP-594 not private over a public project", async () => {
	const { make, refusal } = groupScene();
	make.project("lab/web", { visibility: "public" });
	expect(await refusal({ visibility: "private" })).toEqual({ message: { visibility_level: [expect.any(String)] } });
	expect((await groupScene().changed({ visibility: "private" })).visibility).toBe("private");
});

test.each([
	["private", "public"],
	["private", "internal"],
	["internal", "public"],
] as const)("GROUP-595 under a group that is %s not %s", async (above, visibility) => {
	const { changed, refusal, sub } = groupScene({ visibility: above });
	const child = sub("child", { visibility: "private" });
	expect(await refusal({ visibility }, "owner", child)).toEqual({
		message: { visibility_level: [expect.any(String)] },
	});
	expect((await changed({ visibility: above }, "owner", child)).visibility).toBe(above);
});

test("GROUP-596 what the installation restricts only administrators give", async () => {
	const restricted = groupScene({}, { restrictedVisibilities: ["internal"] });
	expect((await restricted.refusal({ visibility: "internal" })).message).toEqual({
		visibility_level: [expect.stringContaining("internal has been restricted")],
	});
	expect((await restricted.changed({ visibility: "private" })).visibility).toBe("private");
	expect((await restricted.changed({ visibility: "internal" }, "root")).visibility).toBe("internal");
	// Its owner may send what the group has already.
	expect((await restricted.changed({ visibility: "internal" })).visibility).toBe("internal");
});

test("GROUP-597 once it is private it is unknown to anonymous callers", async () => {
	const { ask, at, changed } = groupScene();
	expect((await ask(null, "GET", at)).status).toBe(200);
	await changed({ visibility: "private" });
	expect(await ask(null, "GET", at)).toMatchObject({ status: 404, body: { message: "404 Group Not Found" } });
});
