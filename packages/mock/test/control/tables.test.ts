import { createPlatform, type Platform } from "@tenon/mock";
import { expect, test } from "vitest";
import { controlled, testsOperations } from "../support/control";
import { startOfTime } from "../support/world";

testsOperations(/\/(?:references|view|tables)$/);

interface Described {
	name: string;
	count: number;
	named: boolean;
	columns: { name: string; schema: Record<string, unknown>; references: string | null; secret: boolean }[];
	points: { kind: string; id: string; tables: Record<string, string | null> } | null;
}

const { tables }: { tables: Described[] } = (await controlled().control("GET", "/tables")).body;
const described = (name: string): Described => {
	const found = tables.find((table) => table.name === name);
	if (!found) throw new Error(`There is no table ${name}.`);
	return found;
};
const column = (table: string, name: string) => described(table).columns.find((one) => one.name === name);

/** Returns a platform with an owner, a developer, two issues and a note. */
function small(): Platform {
	const platform = createPlatform({ clock: startOfTime });
	platform.load({
		users: [{ username: "ada" }, { username: "grace" }],
		projects: [
			{
				full_path: "lab/one",
				members: { ada: "owner" },
				issues: [
					{ title: "First", author: "ada", assignees: ["ada", "grace"], notes: [{ author: "grace", body: "Seen." }] },
					{ title: "Second", author: "grace", confidential: true },
				],
			},
		],
	});
	return platform;
}

test("every table is described with its rows and columns", async () => {
	const { control } = controlled();
	const counts: Record<string, number> = (await control("GET", "/records")).body;
	expect(Object.fromEntries(tables.map(({ name, count }) => [name, count]))).toEqual(counts);
	for (const { name, columns } of tables) {
		const [row] = (await control("GET", `/records/${name}?limit=1`)).body.rows;
		for (const field of Object.keys(row ?? {})) expect(columns.map((one) => one.name)).toContain(field);
		expect(JSON.stringify(columns)).not.toContain("$ref");
	}
});

test("columns have types, references, secrets and pointers", () => {
	expect(column("issues", "state")?.schema).toEqual({ enum: ["opened", "closed"] });
	expect(column("issues", "created_at")?.schema).toEqual({ type: "string", format: "date-time" });
	expect(column("issues", "due_date")?.schema).toEqual({
		anyOf: [{ type: "string", format: "date" }, { type: "null" }],
	});
	expect(column("issues", "assignee_ids")?.references).toBe("users");
	expect(column("merge_requests", "title")?.references).toBeNull();
	expect([column("tokens", "text")?.secret, column("tokens", "name")?.secret]).toEqual([true, false]);
	expect([described("issues").named, described("notes").named]).toEqual([true, false]);
	expect(described("notes").points).toMatchObject({ kind: "noteable_type", id: "noteable_id" });
	expect(described("notes").points?.tables).toMatchObject({
		MergeRequest: "merge_requests",
		"WikiPage::Meta": "wiki_pages",
	});
	expect(described("members").points?.tables).toEqual({ group: "groups", project: "projects" });
	expect(described("tokens").points?.tables).toEqual({ group: "groups", project: "projects" });
	expect(described("registration_tokens").points?.tables).toMatchObject({ instance: null });
	// The parameters of lists are not filters, so no column can have these names.
	const names = tables.flatMap(({ columns }) => columns.map(({ name }) => name));
	for (const reserved of ["limit", "offset", "sort", "q", "names"]) expect(names).not.toContain(reserved);
});

test("a list is sorted, searched and read in pages, and follows what is written", async () => {
	const { control } = controlled(() => undefined);
	const titles = Array.from({ length: 25 }, (_, index) => ({
		title: `Issue ${String(index).padStart(2, "0")}`,
		weight: index % 5,
	}));
	await control("POST", "/records/issues", titles);
	const ids = async (query: string): Promise<number[]> =>
		(await control("GET", `/records/issues?${query}`)).body.rows.map(
			({ weight, iid }: { weight: number; iid: number }) => weight * 100 + iid,
		);
	const sorted = await ids("sort=-weight&limit=1000");
	expect(sorted).toEqual([...sorted].sort((a, b) => Math.floor(b / 100) - Math.floor(a / 100) || a - b));
	expect([...(await ids("sort=-weight&limit=10")), ...(await ids("sort=-weight&limit=100&offset=10"))]).toEqual(sorted);
	expect((await control("GET", "/records/issues?q=iSSue%202")).body.count).toBe(5);
	expect((await control("GET", "/records/issues?q=issue%202&weight=1&limit=1")).body).toMatchObject({
		count: 1,
		rows: [{ iid: 22 }],
	});
	expect(await ids("offset=25")).toEqual([]);
	await control("PATCH", `/records/issues/${(await control("GET", "/records/issues?iid=1")).body.rows[0].id}`, {
		weight: 9,
	});
	expect((await ids("sort=-weight&limit=1"))[0]).toBe(901);
	// Null comes first.
	await control("POST", "/records/issues", { title: "Light" });
	expect((await control("GET", "/records/issues?sort=weight&limit=1")).body.rows[0]).toMatchObject({
		title: "Light",
		weight: null,
	});
});

test("a list says what the rows, and what they refer to, are called", async () => {
	const { control } = controlled(small().exportSeed());
	const { body } = await control("GET", "/records/issues?names=true&limit=1");
	const [issue] = body.rows;
	expect(body.names.users).toEqual({ [issue.assignee_ids[0]]: "ada", [issue.assignee_ids[1]]: "grace" });
	expect(body.names.projects).toEqual({ [issue.project_id]: "lab/one" });
	expect(body.names.issues).toEqual({ [issue.id]: "lab/one#1" });
	const notes = (await control("GET", "/records/notes?names=true")).body;
	expect(notes.names.issues).toEqual({ [issue.id]: "lab/one#1" });
	expect((await control("GET", "/records/issues")).body.names).toBeUndefined();
});

test("references lead both ways, and each count is that of the list behind it", async () => {
	const { control } = controlled(small().exportSeed());
	const [issue] = (await control("GET", "/records/issues?title=First")).body.rows;
	const { body } = await control("GET", `/records/issues/${issue.id}/references`);
	expect(body.name).toBe("lab/one#1");
	expect(body.to).toContainEqual({
		field: "author_id",
		table: "users",
		id: issue.author_id,
		name: "ada",
		exists: true,
	});
	expect(body.to.filter(({ field }: { field: string }) => field === "assignee_ids")).toHaveLength(2);
	expect(body.from).toEqual([
		{
			table: "notes",
			field: "noteable_id",
			count: 1,
			filter: { noteable_type: "Issue", noteable_id: String(issue.id) },
		},
	]);
	const [note] = (await control("GET", "/records/notes")).body.rows;
	const back = (await control("GET", `/records/notes/${note.id}/references`)).body;
	expect(back.to).toContainEqual({
		field: "noteable_id",
		table: "issues",
		id: issue.id,
		name: "lab/one#1",
		exists: true,
	});
	for (const table of tables)
		for (const { id } of (await control("GET", `/records/${table.name}?limit=3`)).body.rows) {
			const references = (await control("GET", `/records/${table.name}/${id}/references`)).body;
			for (const { table: from, count, filter } of references.from)
				expect([
					from,
					filter,
					(await control("GET", `/records/${from}?${new URLSearchParams(filter)}`)).body.count,
				]).toEqual([from, filter, count]);
		}
	expect((await control("GET", "/records/notes/1/references")).status).toBe(404);
});

test("every reference of the demo that leads out leads back", async () => {
	const { control } = controlled();
	for (const { name } of tables)
		for (const { id } of (await control("GET", `/records/${name}?limit=2`)).body.rows)
			for (const to of (await control("GET", `/records/${name}/${id}/references`)).body.to) {
				if (!to.exists) continue;
				const { from } = (await control("GET", `/records/${to.table}/${to.id}/references`)).body;
				expect([
					name,
					to.field,
					from.some((one: { table: string; field: string }) => one.table === name && one.field === to.field),
				]).toEqual([name, to.field, true]);
			}
});

test("a change of a row that is another one since is refused, with the row as it is", async () => {
	const { control, state } = controlled(small().exportSeed());
	const path = "/records/issues/201";
	const read = await control("GET", path);
	const headers = { "If-Match": read.headers.get("etag") ?? "" };
	expect(headers["If-Match"]).toMatch(/^"\w{40}"$/);
	await control("PATCH", path, { title: "Theirs" });
	const before = state();
	const refused = await control("PATCH", path, { title: "Mine" }, headers);
	expect([refused.status, refused.body.current.title]).toEqual([412, "Theirs"]);
	expect((await control("DELETE", path, undefined, headers)).status).toBe(412);
	expect(state()).toBe(before);
	const again = await control("GET", path);
	const current = { "If-Match": again.headers.get("etag") ?? "" };
	expect((await control("PATCH", path, { title: "Mine" }, current)).body.title).toBe("Mine");
	expect((await control("PATCH", path, { title: "Any" }, { "If-Match": "*" })).status).toBe(200);
	expect((await control("DELETE", path, undefined, { "If-Match": '"x", *' })).status).toBe(412);
});

test("a row is shown as a user gets it, and neither journal nor coverage has the request", async () => {
	const { platform, control } = controlled();
	const [issue] = (await control("GET", "/records/issues?confidential=true&limit=1")).body.rows;
	const [note] = (
		await control("POST", "/records/notes", [{ on: { issue: issue.id }, internal: true, author: "owner" }])
	).body;
	const seen = async (path: string) => (await control("GET", path)).body;
	const owner = await seen(`/records/notes/${note.id}/view?as=owner`);
	expect([owner.entry.status, owner.entry.responseBody.id, owner.entry.operation, owner.entry.user]).toEqual([
		200,
		note.id,
		"getIssueNote",
		"owner",
	]);
	const guest = await seen(`/records/notes/${note.id}/view?as=guest`);
	expect([guest.entry.status, guest.entry.why.rule]).toEqual([404, "record"]);
	expect((await seen(`/records/notes/${note.id}/view`)).entry.user).toBeNull();
	const shown = await seen(`/records/issues/${issue.id}/view?as=owner`);
	expect(shown.entry.responseBody.data.project.issue.iid).toBe(String(issue.iid));
	expect([platform.journal.count(), platform.coverage().totals.operations.covered]).toEqual([0, 0]);
	expect((await control("GET", "/records/users/1/view?as=nobody")).status).toBe(400);
	expect((await control("GET", `/records/members/${platform.state.members.all().next().value?.id}/view`)).status).toBe(
		404,
	);
});

test.each([
	"users",
	"groups",
	"projects",
	"issues",
	"merge_requests",
	"alerts",
	"snippets",
	"notes",
	"pipelines",
	"runners",
	"release_links",
])("each of the %s is read by the operation that shows it", async (table) => {
	const { control } = controlled();
	const { rows } = (await control("GET", `/records/${table}?limit=1000`)).body;
	expect(rows.length).toBeGreaterThan(0);
	const statuses = new Set<string>();
	for (const { id } of rows.slice(0, 20)) {
		const { body, status } = await control("GET", `/records/${table}/${id}/view?as=root`);
		statuses.add(
			status === 200 ? `${body.entry.status} ${"errors" in Object(body.entry.responseBody)}` : String(status),
		);
	}
	expect([...statuses]).toEqual(["200 false"]);
});

test("what deletes or replaces rows can be undone", async () => {
	const { control, state } = controlled();
	const before = state();
	const undone = async (method: string, path: string, body?: object): Promise<void> => {
		const { undo } = await control(method, path, body);
		expect([path, state() === before]).toEqual([path, false]);
		expect((await control("POST", `/undo/${undo}`)).status).toBe(204);
		expect([path, state() === before]).toEqual([path, true]);
	};
	await undone("DELETE", "/records/projects/101");
	await undone("POST", "/seed", { users: [{ username: "ada" }] });
	await undone("PUT", "/seed", { users: [{ username: "ada" }] });
});

test("a seed is tried on a copy, replaces all rows, and changes nothing if it is wrong", async () => {
	const { platform, control, state } = controlled();
	const before = state();
	const tried = await control("POST", "/seed?dry_run=true", { users: [{ username: "ada" }] });
	expect([tried.status, tried.body.users[0].key, state()]).toEqual([200, "ada", before]);
	const file = (await control("GET", "/seed")).body;
	const wrong = await control("PUT", "/seed", { users: [{ username: "ada" }, { usrname: "grace" }] });
	expect([wrong.status, wrong.body.faults[0].pointer, wrong.body.faults[0].line, state()]).toEqual([
		400,
		"/users/1/usrname",
		expect.any(Number),
		before,
	]);
	expect((await control("PUT", "/seed?dry_run=true", file)).body.users).toHaveLength(platform.state.users.size);
	expect((await control("PUT", "/seed", { users: [{ username: "ada" }] })).body).toEqual({
		users: [{ id: expect.any(Number), key: "ada" }],
	});
	expect([platform.state.users.size, platform.state.projects.size]).toEqual([1, 0]);
	expect((await control("PUT", "/seed", file)).status).toBe(200);
	expect(state()).toBe(before);
	expect((await control("PUT", "/seed")).status).toBe(400);
});
