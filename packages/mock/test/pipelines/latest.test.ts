import { expect, test } from "vitest";
import { lab } from "../support/lab";

const forbidden = { message: "403 Forbidden" };
const old = "a".repeat(40);

test("PIPE-143 the pipeline of the ref's latest commit, not a newer one of an older commit", async () => {
	const { get, pipeline } = lab();
	const tip = pipeline({ ref: "develop" });
	pipeline({ ref: "develop", sha: old });
	pipeline({ ref: "main" });
	const { status, body } = await get("/latest?ref=develop");
	expect([status, body.id, body.sha]).toEqual([200, tip.id, tip.sha]);
});

test("PIPE-143 a tag is a ref too", async () => {
	const { get, pipeline } = lab();
	const { id } = pipeline({ ref: "v1.0" });
	pipeline({ ref: "main" });
	expect((await get("/latest?ref=v1.0")).body.id).toBe(id);
});

test("PIPE-144 without ref: the default branch", async () => {
	const { change, get, pipeline } = lab();
	const main = pipeline({ ref: "main" });
	const develop = pipeline({ ref: "develop" });
	expect((await get("/latest")).body.id).toBe(main.id);
	change({ default_branch: "develop" });
	expect((await get("/latest")).body.id).toBe(develop.id);
});

test("PIPE-145, ERR-003 the latest commit has none, though an older one has: 403", async () => {
	const { get, pipeline } = lab();
	pipeline({ ref: "main", sha: old });
	const { status, body } = await get("/latest");
	expect([status, body]).toEqual([403, forbidden]);
});

test("PIPE-146 of several the highest id", async () => {
	const { get, pipeline } = lab();
	pipeline({ created_at: "2026-01-04T00:00:00.000Z" });
	const newest = pipeline({ created_at: "2026-01-02T00:00:00.000Z" });
	expect((await get("/latest")).body.id).toBe(newest.id);
});

test("PIPE-147 the same commit on another ref does not count", async () => {
	const sha = "b".repeat(40);
	const { get, pipeline } = lab({ branches: { main: sha, develop: sha } });
	const { id } = pipeline({ ref: "develop" });
	expect((await get("/latest?ref=develop")).body.id).toBe(id);
	const { status, body } = await get("/latest?ref=main");
	expect([status, body]).toEqual([403, forbidden]);
});

test("PIPE-148 child pipelines do not count", async () => {
	const { get, pipeline } = lab();
	const parent = pipeline();
	pipeline({ source: "parent_pipeline", parent_id: parent.id });
	expect((await get("/latest")).body.id).toBe(parent.id);
	const alone = lab();
	alone.pipeline({ source: "parent_pipeline" });
	expect((await alone.get("/latest")).status).toBe(403);
});

test("PIPE-149 an unknown ref: 403, the same body as a commit without a pipeline", async () => {
	const { get, pipeline } = lab();
	pipeline({ ref: "develop" });
	const [unknown, none] = [await get("/latest?ref=nowhere"), await get("/latest?ref=main")];
	expect([unknown.status, unknown.body]).toEqual([403, forbidden]);
	expect([none.status, none.body]).toEqual([403, forbidden]);
});

test("PIPE-149 a ref that is a name of the language's own objects is unknown as well", async () => {
	const { get, pipeline } = lab();
	pipeline();
	for (const ref of ["constructor", "__proto__", "toString"])
		expect((await get(`/latest?ref=${ref}`)).status).toBe(403);
});

test("PIPE-150 latest is never read as an id", async () => {
	const { ask, get, at, pipeline } = lab();
	const { id } = pipeline();
	const { status, body } = await get("/latest");
	expect([status, body.id]).toEqual([200, id]);
	// Nor where only an id can stand: nothing below it, no other verb.
	expect((await ask("owner", "DELETE", `${at}/latest`)).status).toBe(405);
	expect((await get(`/${id}`)).status).toBe(200);
});
