import { expect, test } from "vitest";
import { idsOf, kind, kinds } from "./kinds";
import { scene } from "./scene";

const team = ["reporter", "developer", "maintainer", "owner", "root"];
const others = ["guest", "outsider"];

test.each(kinds)("NOTE-196 a note is for everyone unless it is said otherwise: $name", async (kind) => {
	const { post, get } = scene(kind);
	for (const who of ["guest", "owner"]) {
		const made = await post(who, { body: "text" });
		expect(made).toMatchObject({ status: 201, body: { internal: false, confidential: false } });
		expect((await get("outsider", made.body.id)).status).toBe(200);
	}
});

test.each([
	{ ids: "NOTE-197", kind: kind.issue, wish: { internal: true } },
	{ ids: "NOTE-198", kind: kind.epic, wish: { internal: true } },
	{ ids: "NOTE-199", kind: kind.mergeRequest, wish: { internal: true } },
	{ ids: "NOTE-200", kind: kind.issue, wish: { confidential: true } },
	{ ids: "NOTE-201", kind: kind.epic, wish: { confidential: true } },
])("$ids $wish makes a note of the team's internal: $kind.name", async ({ kind, wish }) => {
	const { post, get } = scene(kind);
	for (const who of team) {
		const made = await post(who, { body: "For us.", ...wish });
		expect(made).toMatchObject({ status: 201, body: { internal: true, confidential: true } });
		expect((await get("reporter", made.body.id)).body).toEqual(made.body);
	}
});

test.each([
	{ ids: "NOTE-202", kind: kind.issue, internal: false, confidential: true },
	{ ids: "NOTE-203", kind: kind.issue, internal: true, confidential: false },
	{ ids: "NOTE-204", kind: kind.epic, internal: false, confidential: true },
	{ ids: "NOTE-204", kind: kind.epic, internal: true, confidential: false },
])(
	"$ids internal=$internal overrides confidential=$confidential: $kind.name",
	async ({ kind, internal, confidential }) => {
		const { post, get, ask, at } = scene(kind);
		const made = await post("owner", { body: "text", confidential, internal });
		expect(made).toMatchObject({ status: 201, body: { internal, confidential: internal } });
		expect((await get("owner", made.body.id)).body.internal).toBe(internal);
		// The order in which they are sent is of no matter.
		const query = await ask("owner", "POST", `${at}?confidential=${confidential}&internal=${internal}&body=text`);
		expect(query).toMatchObject({ status: 201, body: { internal, confidential: internal } });
	},
);

test("the former name is unknown where the interface does not have it: merge request", async () => {
	const made = await scene(kind.mergeRequest).post("owner", { body: "text", confidential: true });
	expect(made).toMatchObject({ status: 201, body: { internal: false, confidential: false } });
});

test.each([
	{ ids: "NOTE-205", kind: kind.issue },
	{ ids: "NOTE-206", kind: kind.mergeRequest },
	{ ids: "NOTE-207", kind: kind.epic },
])("$ids below reporter the wish is passed over: $kind.name", async ({ kind }) => {
	const { post, get } = scene(kind);
	for (const who of others) {
		const made = await post(who, { body: "For us?", internal: true });
		expect(made).toMatchObject({ status: 201, body: { internal: false, confidential: false } });
		expect((await get(who, made.body.id)).body.internal).toBe(false);
	}
});

test("NOTE-208 a snippet's note cannot be internal", async () => {
	const { post, ask, at, inVain } = scene(kind.snippet);
	for (const who of team) {
		const told = await inVain(() => post(who, { body: "For us?", internal: true }));
		expect(told.status).toBe(400);
		expect(told.body.message).toContain("can not be set for this resource");
	}
	const form = await inVain(() => ask("owner", "POST", at, { form: { body: "For us?", internal: "1" } }));
	expect(form.status).toBe(400);
	expect((await post("owner", { body: "For all.", internal: false })).status).toBe(201);
});

test.each([
	{ ids: "NOTE-209", kind: kind.projectWikiPage },
	{ ids: "NOTE-210", kind: kind.groupWikiPage },
])("$ids internal is not known: $kind.name", async ({ kind }) => {
	const { post, get } = scene(kind);
	const made = await post("owner", { body: "For us?", internal: true });
	expect(made).toMatchObject({ status: 201, body: { internal: false, confidential: false } });
	expect((await get("outsider", made.body.id)).body.internal).toBe(false);
});

test.each([
	{ ids: "NOTE-211, NOTE-212", kind: kind.issue },
	{ ids: "NOTE-213, NOTE-214", kind: kind.mergeRequest },
	{ ids: "NOTE-215, NOTE-216", kind: kind.epic },
])("$ids an internal note shows from reporter on: $kind.name", async ({ kind }) => {
	const { note, post, list, get } = scene(kind);
	const plain = note();
	const { id } = (await post("developer", { body: "For us.", internal: true })).body;
	for (const who of team) {
		expect(idsOf((await list(who)).body)).toEqual([id, plain.id]);
		expect((await get(who, id)).body.internal).toBe(true);
	}
	for (const who of others) {
		expect(idsOf((await list(who)).body)).toEqual([plain.id]);
		expect(await get(who, id)).toMatchObject({ status: 404, body: { message: "404 Note Not Found" } });
	}
});

test.each(["internal", "confidential"])("NOTE-217 %s is a truth value", async (name) => {
	const { post, ask, at, inVain, list } = scene(kind.issue);
	const refusal = { status: 400, body: { error: `${name} is invalid` } };
	for (const value of ["maybe", 2, [true]])
		expect(await inVain(() => post("owner", { body: "text", [name]: value }))).toMatchObject(refusal);
	expect(await inVain(() => ask("owner", "POST", at, { form: { body: "text", [name]: "maybe" } }))).toMatchObject(
		refusal,
	);
	expect((await list("owner")).body).toEqual([]);
});
