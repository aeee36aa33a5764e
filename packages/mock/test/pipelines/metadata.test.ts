import { expect, test } from "vitest";
import { lab } from "../support/lab";

const later = "2026-01-05T09:40:00.000Z";

test("PIPE-228, PIPE-229, PIPE-230 the new name shows wherever the pipeline does", async () => {
	const { ask, at, get, make, pipeline } = lab();
	const made = pipeline({ status: "failed" });
	make.job(made);
	expect((await get(`/${made.id}`)).body.name ?? null).toBeNull();
	const told = await ask("owner", "PUT", `${at}/${made.id}/metadata`, { json: { name: "Nightly build" } });
	expect([told.status, told.body.id, told.body.name]).toEqual([200, made.id, "Nightly build"]);
	expect((await get(`/${made.id}`)).body).toEqual(told.body);
	expect((await get("/latest")).body.name).toBe("Nightly build");
	expect((await get()).body[0].name).toBe("Nightly build");
	for (const act of ["retry", "cancel"])
		expect((await ask("owner", "POST", `${at}/${made.id}/${act}`)).body.name, act).toBe("Nightly build");
});

test("PIPE-231 it is found by its new name, no longer by the former", async () => {
	const { ask, at, ids, pipeline } = lab();
	const { id } = pipeline({ name: "Before" });
	expect(await ids("name=Before")).toEqual([id]);
	await ask("owner", "PUT", `${at}/${id}/metadata`, { json: { name: "After" } });
	expect(await ids("name=After")).toEqual([id]);
	expect(await ids("name=Before")).toEqual([]);
});

const tooLong = "Failed to update pipeline - Name is too long (maximum is 255 characters)";
const tooShort = expect.stringMatching(/^Failed to update pipeline - Name is too short/);

test.each<[string, object, unknown]>([
	["PIPE-232 missing", {}, { error: "name is missing" }],
	["PIPE-233 of 256 characters", { name: "a".repeat(256) }, { message: tooLong }],
	["PIPE-234 empty", { name: "" }, { message: tooShort }],
	["PIPE-234 of blanks", { name: " \t\n " }, { message: tooShort }],
])("%s: 400", async (_what, json, told) => {
	const { at, get, pipeline, refused } = lab();
	const { id } = pipeline({ name: "Before" });
	const { status, body, unchanged } = await refused("owner", "PUT", `${at}/${id}/metadata`, { json });
	expect(status).toBe(400);
	expect(body).toEqual(told);
	expect(unchanged).toBe(true);
	expect((await get(`/${id}`)).body.name).toBe("Before");
});

test("PIPE-233, PIPE-234 255 characters are taken, of any kind, without the blanks around", async () => {
	const { ask, at, pipeline } = lab();
	const { id } = pipeline();
	const rename = async (name: string) =>
		(await ask("owner", "PUT", `${at}/${id}/metadata`, { json: { name } })).body.name;
	expect(await rename("a".repeat(255))).toBe("a".repeat(255));
	expect(await rename("🚀".repeat(255))).toBe("🚀".repeat(255));
	expect(await rename(`  ${"b".repeat(255)} `)).toBe("b".repeat(255));
	expect(await rename("\tNightly  build\n")).toBe("Nightly  build");
});

test.each(["developer", "maintainer", "owner", "root"])(
	"PIPE-235 %s may name the pipeline of another, on a protected ref too",
	async (who) => {
		const { ask, at, make, pipeline } = lab({ protected_refs: ["main"] });
		const { id } = pipeline({ ref: "main", user_id: make.userId("reporter") });
		const { status, body } = await ask(who, "PUT", `${at}/${id}/metadata`, { json: { name: who } });
		expect([status, body.name]).toEqual([200, who]);
	},
);

test.each([
	["reporter", "public", 403, "403 Forbidden"],
	["guest", "public", 403, "403 Forbidden"],
	["outsider", "private", 404, "404 Project Not Found"],
	[null, "public", 401, "401 Unauthorized"],
] as const)("PIPE-235 %s of a %s project: %i", async (who, visibility, status, message) => {
	const { at, make, pipeline, refused } = lab({ visibility });
	const { id } = pipeline({ user_id: make.userId(who ?? "owner") });
	const told = await refused(who, "PUT", `${at}/${id}/metadata`, { json: { name: "Mine" } });
	expect(told).toMatchObject({ status, body: { message }, unchanged: true });
});

test.each(["created", "running", "success", "canceled"] as const)(
	"PIPE-236 nothing but the name and updated_at changes: %s",
	async (status) => {
		const { ask, at, get, pipeline, platform } = lab();
		const { id } = pipeline({ status, coverage: 80 });
		const before = (await get(`/${id}`)).body;
		platform.clock.set(later);
		await ask("owner", "PUT", `${at}/${id}/metadata`, { json: { name: "New" } });
		expect((await get(`/${id}`)).body).toEqual({ ...before, name: "New", updated_at: later });
	},
);
