import { expect, test } from "vitest";
import { idsOf, kind, kinds } from "./kinds";
import { all, askAll, operations, scene } from "./scene";

test.each(kinds)("NOTE-079 a full path does as well as a number for $name", async (kind) => {
	// Two worlds alike, so that writes can be compared as well.
	const byNumber = scene(kind);
	const byPath = scene(kind);
	const path = encodeURIComponent(kind.place === "projects" ? "lab/rig" : "lab");
	const other = `/${kind.place}/${path}${byPath.parent.at}/notes`;
	expect(other).not.toBe(byNumber.at);
	const [note] = [byNumber.note(), byPath.note()];
	const written = byNumber.state();
	for (const { method, one, asked } of operations) {
		const rest = one ? `/${note.id}` : "";
		const a = await byNumber.ask("developer", method, `${byNumber.at}${rest}`, asked);
		const b = await byPath.ask("developer", method, `${other}${rest}`, asked);
		expect(a.status).toBeLessThan(300);
		expect(b.status).toBe(a.status);
		expect(b.body).toEqual(a.body);
	}
	expect(byPath.state() === byNumber.state()).toBe(true);
	expect(byPath.state() === written).toBe(false);
});

test.each([
	{ ids: "NOTE-080", kind: kind.issue },
	{ ids: "NOTE-081", kind: kind.mergeRequest },
])("$ids the number of $kind.name counts within its project", async ({ kind }) => {
	const { make, lab, note, list, ask, parent } = scene(kind);
	const project = make.project("lab/other");
	const other = kind.make(make, { ...lab, project });
	expect([parent.iid, other.iid]).toEqual([1, 1]);
	const here = note();
	const there = make.note(other);
	expect(idsOf((await list("guest")).body)).toEqual([here.id]);
	const told = await ask("guest", "GET", `/projects/${project.id}${other.at}/notes`);
	expect(idsOf(told.body)).toEqual([there.id]);
});

test("NOTE-082 an issue's number over the installation finds nothing where an IID is asked for", async () => {
	const { ask, place, parent, note } = scene(kind.issue);
	note();
	const told = await ask("owner", "GET", `${place}/issues/${parent.id}/notes`);
	expect(told).toMatchObject({ status: 404, body: { message: "404 Not found" } });
});

test("NOTE-083 a personal snippet is found under no project", async () => {
	const here = scene(kind.snippet);
	const { make, place } = here;
	const { id } = make.snippet(null, { author_id: make.userId("developer") });
	const note = make.note({ type: "Snippet", id, project_id: null });
	for (const who of ["developer", "root"])
		for (const { status } of await askAll(here, who, `${place}/snippets/${id}/notes`, note.id))
			expect(status).toBe(404);
});

test("NOTE-084 personal snippets have no notes interface", async () => {
	const { make, ask } = scene(kind.snippet);
	const { id } = make.snippet(null, { author_id: make.userId("developer") });
	const told = await ask("developer", "GET", `/snippets/${id}/notes`);
	expect(told).toMatchObject({ status: 404, body: { error: "404 Not Found" } });
});

test("NOTE-085 another project's snippet is not found", async () => {
	const here = scene(kind.snippet);
	const { make, place } = here;
	const project = make.project("lab/other");
	const snippet = make.snippet(project);
	const note = make.note({ type: "Snippet", id: snippet.id, project_id: project.id });
	const answers = await askAll(here, "owner", `${place}/snippets/${snippet.id}/notes`, note.id);
	expect(answers).toEqual(all(404, { message: "404 Not found" }));
});

test("NOTE-086 an epic's IID is no way to it", async () => {
	const here = scene(kind.epic);
	const { make, lab, place } = here;
	const epic = make.epic(lab.group, { iid: 7 });
	const note = make.note({ type: "Epic", id: epic.id, project_id: null });
	for (const { status } of await askAll(here, "owner", `${place}/epics/7/notes`, note.id)) expect(status).toBe(404);
});

test("NOTE-087 a number that is one epic's IID and another's ID means the latter", async () => {
	const { make, lab, ask, place } = scene(kind.epic);
	const byIid = make.epic(lab.group, { iid: 900 });
	const byId = make.epic(lab.group, { iid: 8, id: 900 });
	make.note({ type: "Epic", id: byIid.id, project_id: null });
	const right = make.note({ type: "Epic", id: byId.id, project_id: null });
	const told = await ask("guest", "GET", `${place}/epics/900/notes`);
	expect(told.status).toBe(200);
	expect(idsOf(told.body)).toEqual([right.id]);
});

test("NOTE-088 an unrelated group's epic is not found", async () => {
	const here = scene(kind.epic);
	const { make, place } = here;
	const epic = make.epic(make.group("elsewhere"));
	const note = make.note({ type: "Epic", id: epic.id, project_id: null });
	for (const { status } of await askAll(here, "root", `${place}/epics/${epic.id}/notes`, note.id))
		expect(status).toBe(404);
});

test.each([
	{ ids: "NOTE-089", kind: kind.projectWikiPage },
	{ ids: "NOTE-090", kind: kind.groupWikiPage },
])("$ids a page's slug in place of its number is not found: $kind.name", async ({ kind }) => {
	const here = scene(kind);
	const note = here.note();
	for (const { status } of await askAll(here, "owner", `${here.place}/wiki_pages/home/notes`, note.id))
		expect(status).toBe(404);
});

test.each(kinds)("NOTE-091 what is no number is told so: $name", async (one) => {
	const here = scene(one);
	const { place, parent, at, ask, inVain, note } = here;
	const { id } = note();
	const isWiki = one === kind.projectWikiPage || one === kind.groupWikiPage;
	for (const word of isWiki ? [] : ["abc", "1.5", "12x"]) {
		const answers = await askAll(here, "owner", `${place}${parent.atOther(word)}/notes`, id);
		expect(answers).toEqual(all(400, { error: `${one.parameter} is invalid` }));
	}
	for (const { method, asked } of operations.filter((operation) => operation.one)) {
		const told = await inVain(() => ask("owner", method, `${at}/abc`, asked));
		expect(told).toMatchObject({ status: 400, body: { error: "note_id is invalid" } });
	}
});

test.each(kinds)("NOTE-092 an unknown $name is not found", async (kind) => {
	const here = scene(kind);
	const { id } = here.note();
	const answers = await askAll(here, "owner", `${here.place}${here.parent.atOther(99_999)}/notes`, id);
	expect(answers).toEqual(all(404, { message: "404 Not found" }));
});

test.each(kinds)("NOTE-093 an unknown project or group is not found: $name", async (kind) => {
	const here = scene(kind);
	const { id } = here.note();
	const message = kind.place === "projects" ? "404 Project Not Found" : "404 Group Not Found";
	for (const unknown of ["99999", "no%2Fwhere"]) {
		const answers = await askAll(here, "root", `/${kind.place}/${unknown}${here.parent.at}/notes`, id);
		expect(answers).toEqual(all(404, { message }));
	}
});

function multipart(fields: Record<string, string>): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	return form;
}

const ways = [
	(json: Record<string, string>) => ["", { json }] as const,
	(form: Record<string, string>) => ["", { form }] as const,
	(fields: Record<string, string>) => ["", { body: multipart(fields) }] as const,
	(query: Record<string, string>) => [`?${new URLSearchParams(query)}`, {}] as const,
];

test.each(kinds)("NOTE-094 parameters may stand in query, form or JSON: $name", async (kind) => {
	const given = { body: "Said & done: 50 % + ü", created_at: "2025-02-03T04:05:06+01:00", internal: "false" };
	const results: unknown[] = [];
	for (const send of ways) {
		const { ask, at, get } = scene(kind);
		const [query, asked] = send(given);
		const created = await ask("owner", "POST", `${at}${query}`, asked);
		expect(created).toMatchObject({ status: 201, body: { body: given.body } });
		const [otherQuery, other] = send({ body: "Changed + ü" });
		const updated = await ask("owner", "PUT", `${at}/${created.body.id}${otherQuery}`, other);
		expect(updated).toMatchObject({ status: 200, body: { body: "Changed + ü" } });
		results.push([created.body, updated.body, (await get("owner", created.body.id)).body]);
	}
	for (const result of results) expect(result).toEqual(results[0]);
});
