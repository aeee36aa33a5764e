import { expect, test } from "vitest";
import { startOfTime } from "../support/world";
import { kind } from "./kinds";
import { scene } from "./scene";

const given = "2024-02-29T23:30:00+01:00";
const honoured = "2024-02-29T22:30:00.000Z";

const backdated = [
	{ kind: kind.issue, admin: "NOTE-176", owner: "NOTE-177", lower: "NOTE-178", ignored: "NOTE-179", same: "NOTE-180" },
	{
		kind: kind.snippet,
		admin: "NOTE-181",
		owner: "NOTE-182",
		lower: "NOTE-183",
		ignored: "NOTE-184",
		same: "NOTE-185",
	},
	{
		kind: kind.mergeRequest,
		admin: "NOTE-186",
		owner: "NOTE-187",
		lower: "NOTE-188",
		ignored: "NOTE-189",
		same: "NOTE-190",
	},
];

test.each(backdated)("$admin, $same an administrator sets the time of a note: $kind.name", async ({ kind }) => {
	const { post, get } = scene(kind);
	const made = await post("root", { body: "Imported.", created_at: given });
	expect(made).toMatchObject({ status: 201, body: { created_at: honoured, updated_at: honoured } });
	expect((await get("guest", made.body.id)).body).toEqual(made.body);
});

test.each(backdated)("$owner, $same so does whoever owns the project or its group: $kind.name", async ({ kind }) => {
	const { make, lab, post, ask, at, platform } = scene(kind);
	const json = { body: "Imported.", created_at: given };
	const times = { created_at: honoured, updated_at: honoured };
	expect((await post("owner", json)).body).toMatchObject(times);
	make.user({ username: "founder" });
	make.member("founder", "lab/rig", "owner");
	expect((await ask("founder", "POST", at, { json })).body).toMatchObject(times);
	// A project of a person has no group.
	const person = make.user({ username: "hermit" });
	const own = make.project("lab/hermitage", { group_id: null, owner_id: person.id });
	const parent = kind.make(make, { ...lab, project: own });
	const theirs = await ask("hermit", "POST", `/projects/${own.id}${parent.at}/notes`, { json });
	expect(theirs).toMatchObject({ status: 201, body: times });
	expect(platform.state.notes.get(theirs.body.id)).toMatchObject(times);
});

test.each(
	backdated.flatMap((row) =>
		["maintainer", "developer", "reporter", "guest", "outsider"].map((who) => ({ ...row, who })),
	),
)("$lower, $ignored a time given by a(n) $who is ignored: $kind.name", async ({ kind, who }) => {
	const { post, get } = scene(kind);
	const made = await post(who, { body: "Imported?", created_at: given });
	expect(made).toMatchObject({ status: 201, body: { created_at: startOfTime, updated_at: startOfTime } });
	expect((await get(who, made.body.id)).body.created_at).toBe(startOfTime);
});

test("NOTE-191, NOTE-192 an issue's note is not older than 1970", async () => {
	const { post, inVain } = scene(kind.issue);
	for (const created_at of ["1969-12-31T23:59:59Z", "1970-01-01T00:30:00+01:00"]) {
		const told = await inVain(() => post("owner", { body: "Old.", created_at }));
		expect(told.status).toBe(400);
		expect(told.body.message).toContain("The created date provided is too far in the past");
	}
	const made = await post("owner", { body: "Old.", created_at: "1970-01-02T00:00:00Z" });
	expect(made).toMatchObject({ status: 201, body: { created_at: "1970-01-02T00:00:00.000Z" } });
});

test.each([kind.snippet, kind.mergeRequest])("elsewhere a note may be older than 1970: $name", async (kind) => {
	const made = await scene(kind).post("owner", { body: "Old.", created_at: "1969-07-20T20:17:00Z" });
	expect(made).toMatchObject({ status: 201, body: { created_at: "1969-07-20T20:17:00.000Z" } });
});

test.each([
	{ ids: "NOTE-193", kind: kind.projectWikiPage },
	{ ids: "NOTE-194", kind: kind.groupWikiPage },
	{ ids: "NOTE-195", kind: kind.epic },
])("$ids not even an owner sets the time of a note: $kind.name", async ({ kind }) => {
	const { post, get } = scene(kind);
	for (const who of ["owner", "root"]) {
		const made = await post(who, { body: "Imported?", created_at: given });
		expect(made).toMatchObject({ status: 201, body: { created_at: startOfTime, updated_at: startOfTime } });
		expect((await get(who, made.body.id)).body.created_at).toBe(startOfTime);
	}
});
