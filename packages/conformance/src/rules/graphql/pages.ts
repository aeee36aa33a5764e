import type { Context } from "../../rule/context";
import { ask, succeed } from "../../rule/graphql";
import { type Fields, pluck } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import { generic, projectOf, raise } from "../alerts/intake";
import { inner, type List, page } from "./connections";
import { freshProject, pathOf, quoted, reads, unstated, writes } from "./lab";
import { snippetOf } from "./snippet-lab";

/** The notes of a snippet that the rule created: a list that no other client changes. */
async function own(t: Context, count: number): Promise<List & { readonly notes: string[] }> {
	const { id } = await snippetOf(t);
	const notes: string[] = [];
	for (let at = 0; at < count; at++)
		notes.push(String(inner(await succeed(t.as("developer"), "createNote", { noteableId: id, body: `Note ${at}` }, "note { id }"), "note", "id")));
	return { caller: t.as("developer"), around: `snippets(ids: [${quoted(id)}]) { nodes { @ } }`, at: "snippets.nodes.0.notes", fields: "body", notes };
}
const idsOf = (nodes: readonly Fields[]): unknown[] => nodes.map(({ id }) => id);

/** The notes of the scene's issue, which has more than one page of them. */
async function hundred(t: Context, ...all: readonly string[]): Promise<void> {
	const list = {
		caller: t.as("developer"),
		around: `project(fullPath: ${quoted(t.scene("project"))}) { issue(iid: "${t.scene("issue_iid")}") { @ } }`,
		at: "project.issue.notes",
		fields: "",
	};
	const { info, cursors } = await page(list, "first: 100");
	if (info.hasNextPage !== true) t.skip("the scene's issue has no more than 100 notes: name one with more as issue_iid");
	// After the first note there are still at least a hundred.
	for (const args of all)
		for (const behind of args.startsWith("last") ? [""] : ["", `after: ${quoted(cursors[0])}`]) {
			const { nodes, http: response } = await page(list, [args, behind].filter(Boolean).join(", "));
			t.same(`the number of nodes for (${args} ${behind})`, nodes.length, Math.min(100, Number(/\d+/.exec(args)?.[0] ?? 100)), response);
		}
	// The same holds for a connection inside another connection.
	const nested = await page(
		{ ...list, around: list.around.replace("issue(iid", "issues(iid").replace("{ @ }", "{ nodes { @ } }"), at: "project.issues.nodes.0.notes" },
		"",
	);
	t.same("the number of nested nodes", nested.nodes.length, 100, nested.http);
}

export const pageRules: readonly Rule[] = [
	rule(
		"GQL-043, GQL-044",
		"A page has at most 100 nodes: a larger first or last is cut to 100 without an error, and 100 is the default.",
		"executeGraphql",
		async (t) => await hundred(t, "", "first: 1000", "last: 1000", "first: 101", "last: 101"),
		reads,
	),
	rule(
		"GQL-043, GQL-044",
		"Each long connection has at most 100 nodes on a page: by default, and with a larger first or last.",
		"executeGraphql",
		async (t) => {
			const path = pathOf(await freshProject(t, { visibility: "public" }));
			const ofProject = { issues: "issues", mergeRequests: "merge_requests", pipelines: "pipelines", snippets: "snippets", alertManagementAlerts: "alerts" };
			const own = (table: string, at: number) => (table === "users" ? { username: t.unique(`user${at}`) } : { full_path: `${path}-${at}` });
			for (const [name, table] of Object.entries({ ...ofProject, users: "users", projects: "projects" })) {
				const around = Object.hasOwn(ofProject, name) ? `project(fullPath: ${quoted(path)}) { @ }` : "@";
				const rows = Array.from({ length: 102 }, (_, at) => (around === "@" ? own(table, at) : { project: path }));
				await t.given.control("POST", `/records/${table}`, rows);
				const list = { caller: t.as("maintainer"), around, at: around === "@" ? name : `project.${name}`, fields: "", uncounted: true };
				for (const args of ["", "first: 101", "first: 1000", "last: 1000"]) {
					const { nodes, http } = await page(list, args);
					t.same(`the number of nodes of ${name}(${args})`, nodes.length, 100, http);
				}
			}
		},
		{ ...writes, id: "GQL-043/every" },
	),
	assumed(
		"GQL-045",
		"first and last, from 0 to 100, set the number of nodes of a page.",
		"executeGraphql",
		async (t) => await hundred(t, "first: 100", "first: 99", "first: 3", "first: 0", "last: 100", "last: 99", "last: 7", "last: 0"),
		reads,
	),
	unstated("GQL-095, GQL-096, GQL-098", "A page has the nodes between after and before, in order. pageInfo says if more nodes exist.", writes, async (t) => {
		const list = await own(t, 5);
		const ids = list.notes;
		const first = await page(list, "");
		t.same("the whole list", idsOf(first.nodes), ids, first.http);
		const query = `{ ${list.around.replace("@", "notes { edges { cursor node { id body } } nodes { id body } }")} }`;
		const response = await ask(list.caller, query);
		const edges = response.list("snippets.nodes.0.notes.edges");
		t.same("the nodes of edges", pluck(edges, "node"), response.at("snippets.nodes.0.notes.nodes"), response.http);
		const cursors = edges.map(({ cursor }) => cursor);
		const bounds = [undefined, ...ids.keys()];
		for (const size of ["", "first: 0", "first: 1", "first: 3", "last: 0", "last: 1", "last: 3", "last: 9"])
			for (const [after, before] of [...bounds.map((at) => [at, undefined]), ...[...ids.keys()].map((at) => [undefined, at]), [0, 3], [1, 2], [3, 3]] as [
				number | undefined,
				number | undefined,
			][]) {
				const args = [size, after === undefined ? "" : `after: ${quoted(cursors[after])}`, before === undefined ? "" : `before: ${quoted(cursors[before])}`]
					.filter(Boolean)
					.join(", ");
				const number = Number(/\d+/.exec(size)?.[0] ?? 100);
				const from = after === undefined ? 0 : after + 1;
				const to = Math.max(from, before ?? ids.length);
				const start = size.startsWith("last") ? Math.max(from, to - number) : from;
				const end = size.startsWith("last") ? to : Math.min(to, from + number);
				const { nodes, info, count, http: response } = await page(list, args);
				const expected = {
					hasNextPage: before !== undefined || end < ids.length,
					hasPreviousPage: after !== undefined || start > from,
					startCursor: cursors[start] ?? null,
					endCursor: cursors[end - 1] ?? null,
				};
				const none = end > start ? {} : { startCursor: null, endCursor: null };
				const where = `${size} after ${after} before ${before}`;
				t.same(`the nodes of ${where}`, idsOf(nodes), ids.slice(start, Math.max(start, end)), response);
				t.same(`pageInfo of ${where}`, info, { ...expected, ...none }, response);
				t.same(`the count of ${where}`, count, ids.length, response);
			}
	}),
	unstated(
		"GQL-095",
		"A record that is removed or added between the requests of two pages neither skips nor repeats others.",
		{ id: "GQL-095/moving" },
		async (t) => {
			for (const gone of [0, 1, 3]) {
				const list = await own(t, 6);
				const first = await page(list, "first: 2");
				await succeed(t.as("developer"), "destroyNote", { id: list.notes[gone] });
				const next = await page(list, `first: 2, after: ${quoted(first.info.endCursor)}`);
				const rest = list.notes.filter((_, at) => at > 1 && at !== gone);
				t.same(`the second page after note ${gone} went`, idsOf(next.nodes), rest.slice(0, 2), next.http);
			}
			const word = t.unique("moving");
			const add = async () => await raise(t, generic(t), { title: `${word} ${t.unique()}` });
			const iids = [await add(), await add(), await add(), await add()];
			const around = `project(fullPath: ${quoted(projectOf(generic(t)))}) { @ }`;
			const list = { caller: t.as("developer"), around, at: "project.alertManagementAlerts", fields: "iid", uncounted: true };
			for (const [sort, second] of [
				["CREATED_TIME_DESC", iids.slice(0, 2).reverse()],
				["CREATED_TIME_ASC", iids.slice(2)],
			] as const) {
				const args = `search: ${quoted(word)}, sort: ${sort}, first: 2`;
				const { info } = await page(list, args);
				await add();
				const next = await page(list, `${args}, after: ${quoted(info.endCursor)}`);
				t.same(`the second page by ${sort} after an alert was added`, pluck(next.nodes, "iid"), second, next.http);
			}
		},
	),
	unstated("GQL-097", "A connection refuses first and last together, and negative values of either.", reads, async (t) => {
		const notes = async (args: string) =>
			await ask(
				t.as("developer"),
				`{ project(fullPath: ${quoted(t.scene("project"))}) { issue(iid: "${t.scene("issue_iid")}") { notes(${args}) { nodes { id } } } } }`,
			);
		const whole = await ask(t.as("developer"), `{ project(fullPath: ${quoted(t.scene("project"))}) { issues(first: 1) { pageInfo { endCursor } } } }`);
		const cursor = quoted(whole.at("project.issues.pageInfo.endCursor"));
		for (const [args, message] of [
			...["first: 1, last: 1", "first: 0, last: 1", "first: 1, last: 0", "first: 0, last: 0"].map(
				(both) => [both, "Can only provide either `first` or `last`, not both"] as const,
			),
			["first: -1", "`first` must not be negative"],
			["last: -1", "`last` must not be negative"],
		] as const)
			for (const beside of ["", `, after: ${cursor}`, `, before: ${cursor}`]) {
				const refused = await notes(`${args}${beside}`);
				t.same(`the message for ${args}${beside}`, refused.message, message, refused.http);
			}
	}),
	unstated("GQL-099", "An empty page has null as startCursor and endCursor. A malformed cursor is refused.", reads, async (t) => {
		const fields = "nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }";
		const query = (args: string) => `{ project(fullPath: ${quoted(t.scene("project"))}) { issues(${args}) { ${fields} } } }`;
		const response = await ask(t.as("developer"), query(`search: ${quoted(t.unique("nothing"))}`));
		const none = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };
		t.same("the empty page", response.record("project.issues"), { nodes: [], pageInfo: none }, response.http);
		for (const cursor of ["nonsense", "%%%", btoa("{}"), btoa('{"key":1,"at":0}'), btoa('{"key":"1","at":-1}')])
			for (const side of ["after", "before"]) {
				const refused = await ask(t.as("developer"), query(`${side}: ${quoted(cursor)}`));
				t.holds(`the cursor ${cursor} is refused`, /^Invalid cursor: /.test(refused.message ?? ""), refused.http);
			}
	}),
	unstated("GQL-100", "count of a connection is exact. With limit, it is at most limit + 1; a limit below 1 is refused.", writes, async (t) => {
		const list = await own(t, 4);
		const count = async (args: string) => await ask(list.caller, `{ ${list.around.replace("@", `notes(first: 1) { count${args} }`)} }`);
		for (const [args, expected] of [
			["", 4],
			["(limit: 1)", 2],
			["(limit: 2)", 3],
			["(limit: 3)", 4],
			["(limit: 4)", 4],
			["(limit: 5)", 4],
			["(limit: null)", 4],
		] as const)
			t.same(`count${args}`, (await count(args)).at("snippets.nodes.0.notes.count"), expected);
		for (const limit of [0, -1]) t.same(`the message for limit ${limit}`, (await count(`(limit: ${limit})`)).message, "limit must be greater than 0");
	}),
];
