import { expect, test } from "vitest";
import { idsOf, kind } from "./kinds";
import { all, askAll, scene } from "./scene";

test.each([
	{ ids: "NOTE-097", kind: kind.epic },
	{ ids: "NOTE-098", kind: kind.groupWikiPage },
])("$ids on the lowest tier there are no notes on $kind.name", async ({ kind }) => {
	const here = scene(kind, { tier: "free" });
	const { id } = here.note();
	const answers = await askAll(here, "owner", here.at, id);
	expect(answers).toEqual(all(404, { error: "404 Not Found" }));
});

test.each([kind.issue, kind.snippet, kind.mergeRequest, kind.projectWikiPage])(
	"NOTE-099 notes on $name work on the lowest tier",
	async (kind) => {
		const { post, list } = scene(kind, { tier: "free" });
		const made = await post("developer", { body: "Hi." });
		expect(made.status).toBe(201);
		const listed = await list("developer");
		expect(listed.status).toBe(200);
		expect(idsOf(listed.body)).toEqual([made.body.id]);
	},
);

test.each(
	(["premium", "ultimate"] as const).flatMap((tier) => [
		{ ids: "NOTE-100", kind: kind.epic, tier },
		{ ids: "NOTE-101", kind: kind.groupWikiPage, tier },
	]),
)("$ids the five operations work on $tier: $kind.name", async ({ kind, tier }) => {
	const { post, get, list, put, remove } = scene(kind, { tier });
	const made = await post("developer", { body: "Hi." });
	expect(made.status).toBe(201);
	const { id } = made.body;
	expect(await get("guest", id)).toMatchObject({ status: 200, body: made.body });
	expect(idsOf((await list("guest")).body)).toEqual([id]);
	expect(await put("developer", id, { body: "Ho." })).toMatchObject({ status: 200, body: { id, body: "Ho." } });
	expect((await remove("developer", id)).status).toBe(204);
	expect((await get("guest", id)).status).toBe(404);
});
