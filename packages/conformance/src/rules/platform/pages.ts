import { keyOf } from "../../laws/whole-list";
import type { Context } from "../../rule/context";
import { linksOf } from "../../rule/links";
import type { ApiResponse, Fields } from "../../rule/response";
import { assumed, rule, writing } from "../../rule/rule";
import { isInvalid, newProject, onIssue } from "./lab";

/** A list that other clients may change meanwhile, so only what they cannot change is compared. */
const list = async (t: Context, params: Fields = {}) => await t.as("administrator").call("listUsers", params);

const paging = ["x-page", "x-per-page", "x-next-page", "x-prev-page", "x-total", "x-total-pages", "link"] as const;
const headers = (response: ApiResponse, ...names: readonly (typeof paging)[number][]) => names.map((name) => response.header(name));

interface Pages {
	/** A page of a list that holds what the rule made, and nothing else. */
	readonly page: (params?: Fields) => Promise<ApiResponse>;
	readonly count: number;
	readonly path: string;
}

/** Lists of the rule's own records: users on any server, with control pipelines and notes too. */
async function ownLists(t: Context): Promise<readonly Pages[]> {
	const search = t.unique("paged");
	const count = t.given.hasControl ? 23 : 7;
	for (let made = 0; made < count; made++) await t.given.user({ name: `${search} ${made}` });
	const users: Pages = { page: async (params = {}) => (await list(t, { search, humans: true, ...params })).is(200), count, path: "/api/v4/users" };
	if (!t.given.hasControl) return [users];
	const { id, full_path: project } = await newProject(t);
	const issue = await t.given.record("issues", { project });
	for (let made = 0; made < count; made++) {
		await t.given.record("pipelines", { project, status: "success" });
		await t.given.record("notes", { on: { issue: `${project}#${issue.iid}` } });
	}
	const owner = t.as("owner");
	const pipelines = async (params: Fields = {}) => (await owner.call("listPipelines", { id, status: "success", ...params })).is(200);
	const notes = async (params: Fields = {}) => (await owner.call("listIssueNotes", { id, issue_iid: issue.iid, ...params })).is(200);
	return [
		users,
		{ page: pipelines, count, path: `/api/v4/projects/${id}/pipelines` },
		{ page: notes, count, path: `/api/v4/projects/${id}/issues/${issue.iid}/notes` },
	];
}

const tooDeep = (type: string) => ({
	error: `Offset pagination has a maximum allowed offset of 50000 for requests that return objects of type ${type}. Remaining records can be retrieved using keyset pagination.`,
});

/** Pages by number. */
export const pageChecks = [
	rule("CONV-054", "A page may have a hundred groups.", "listGroups", async (t) => {
		const response = (await t.as("owner").call("listGroups", { per_page: 100 })).ok;
		const beyond = (await t.as("owner").call("listGroups", { per_page: 20, page: 6 })).ok.items.length;
		const twenty = (await t.as("owner").call("listGroups", { per_page: 20 })).ok.items.length;
		t.holds(
			"a page of a hundred should have all, or a hundred",
			twenty < 20 ? response.items.length === twenty : beyond === 0 || response.items.length === 100,
			response,
		);
		t.assume("x-per-page should be 100", response.header("x-per-page") === "100", response);
	}),
	assumed(
		"CONV-056, CONV-058, ERR-047, USER-174",
		"A page size of none, and a number that is none, is refused.",
		["listUsers", "listPipelines", "listIssueNotes"],
		async (t) => {
			for (const [query, refusal] of [
				[{ per_page: 0 }, { error: "per_page has a value not allowed" }],
				[{ per_page: "many" }, isInvalid("per_page")],
				[{ per_page: "1.5" }, isInvalid("per_page")],
				[{ page: "first" }, isInvalid("page")],
				[{ page: "1.5" }, isInvalid("page")],
			] as const) {
				(await list(t, query)).refuses(400, refusal);
				(await t.as("owner").call("listPipelines", { id: t.scene("project"), ...query })).refuses(400, refusal);
				(await t.as("owner").call("listIssueNotes", { ...onIssue(t), ...query })).refuses(400, refusal);
			}
		},
	),
	writing.assumed("CONV-057, CONV-059", "Below the first page is the first one; a negative size is the usual one.", "listUsers", async (t) => {
		for (const { page } of await ownLists(t)) {
			const first = (await page()).ids;
			for (const query of [{ per_page: -1 }, { per_page: -100 }, { page: 0 }, { page: -3 }]) {
				const response = await page(query);
				t.same("x-page, x-per-page", headers(response, "x-page", "x-per-page"), ["1", "20"], response);
				t.same("the records", response.ids, first, response);
			}
		}
	}),
	writing.assumed("CONV-060, USER-175", "Past the end there is nothing, and no page beside it.", "listUsers", async (t) => {
		for (const { page, count } of await ownLists(t))
			for (const query of [{ page: 99 }, { page: Math.ceil(count / 5) + 1, per_page: 5 }]) {
				const beyond = await page(query);
				t.same("the page", beyond.json, [], beyond);
				t.same("x-next-page, x-prev-page, x-total", headers(beyond, "x-next-page", "x-prev-page", "x-total"), ["", "", String(count)], beyond);
				t.same("links", [...linksOf(beyond).keys()], ["first", "last"], beyond);
			}
	}),
	writing.assumed(
		"CONV-061, CONV-063..065",
		"Every page has its number, its size, the pages beside it, the totals and links to them.",
		["listUsers", "listPipelineVariables"],
		async (t) => {
			for (const { page, count } of await ownLists(t))
				for (const size of [3, count, count - 1, 100]) {
					const pages = Math.ceil(count / size);
					for (let number = 1; number <= pages; number++) {
						const response = await page({ page: number, per_page: size });
						const [prev, next] = [number > 1 ? String(number - 1) : "", number < pages ? String(number + 1) : ""];
						const expected = [String(number), String(size), next, prev, String(count), String(pages)];
						t.same("the headers", headers(response, "x-page", "x-per-page", "x-next-page", "x-prev-page", "x-total", "x-total-pages"), expected, response);
						const links = [...(prev ? [["prev", prev]] : []), ...(next ? [["next", next]] : []), ["first", "1"], ["last", String(pages)]];
						const found = [...linksOf(response)].map(([rel, url]) => [rel, url.searchParams.get("page")]);
						t.same("the links", found, links, response);
						t.same("links joined by a comma and a space", (response.header("link") ?? "").split(", <").length, links.length, response);
					}
				}
			const none = (await list(t, { search: t.unique("nobody") })).is(200);
			t.same("totals of none", headers(none, "x-total", "x-total-pages"), ["0", "1"], none);
			t.same("links of none", [...linksOf(none).keys()], ["first", "last"], none);
			const pipeline_id = (await t.given.pipeline()).number("id");
			const variables = (await t.as("owner").call("listPipelineVariables", { id: t.scene("project"), pipeline_id })).is(200);
			const missing = paging.filter((name) => variables.header(name) === null);
			t.same("headers that variables lack", missing, [], variables);
		},
	),
	assumed("CONV-066", "Links are whole addresses with every filter and the size that counts, and without tokens.", "listUsers", async (t) => {
		const query = { search: "e", humans: true, per_page: 500, private_token: t.token("administrator") };
		const response = (await t.anonymous.send("GET", "/api/v4/users", { query })).is(200);
		for (const [relation, { searchParams, pathname }] of linksOf(response)) {
			t.same(`the keys of ${relation}`, [...searchParams.keys()], [...searchParams.keys()].sort(), response);
			const kept = ["search", "humans", "per_page"].map((name) => searchParams.get(name));
			t.same("filters and size", kept, ["e", "true", "100"], response);
			t.holds("the path should be the list's", pathname.endsWith("/api/v4/users"), response);
		}
		t.holds("there should be links", linksOf(response).size > 0, response);
		t.holds("no link should have a token", !(response.header("link") ?? "").includes("token"), response);
	}),
	writing.assumed("CONV-067", "Following next gives every record once, in the order of the list.", "listUsers", async (t) => {
		for (const { page, count, path } of await ownLists(t)) {
			const whole = (await page({ per_page: 100 })).items.map(keyOf);
			t.same("the number of different records", new Set(whole).size, count);
			const walked: string[] = [];
			let response = await page({ per_page: 4 });
			for (let left = count; left > 0; left--) {
				walked.push(...response.items.map(keyOf));
				const next = linksOf(response).get("next");
				if (!next) break;
				response = (await t.as(path.endsWith("users") ? "administrator" : "owner").send("GET", `${path}${next.search}`)).is(200);
			}
			t.same("the records by rel=next", walked, whole);
		}
	}),
	writing.assumed("CONV-068", "Above 10,000 records there is no total; only matches are counted.", "listPipelines", async (t) => {
		const { id, full_path: project } = await newProject(t);
		for (let part = 0; part < 10; part++)
			await t.given.control(
				"POST",
				"/records/pipelines",
				Array.from({ length: 1_000 }, () => ({ project, status: "success" })),
			);
		const page = async (params: Fields = {}) => (await t.as("owner").call("listPipelines", { id, per_page: 100, ...params })).is(200);
		const full = await page();
		t.same("totals of 10,000", headers(full, "x-total", "x-total-pages"), ["10000", "100"], full);
		t.same("their links", [...linksOf(full).keys()], ["next", "first", "last"], full);
		await t.given.record("pipelines", { project, status: "failed" });
		const over = await page();
		t.same("headers of one more", headers(over, "x-total", "x-total-pages", "x-page", "x-next-page"), [null, null, "1", "2"], over);
		t.same("its links", [...linksOf(over).keys()], ["next", "first"], over);
		const last = await page({ page: 101 });
		t.same("the last page", [last.items.length, last.header("x-next-page"), ...linksOf(last).keys()], [1, "", "prev", "first"], last);
		t.same("x-total of those that failed", (await page({ status: "failed" })).header("x-total"), "1");
	}),
	writing.assumed("CONV-069", "The list of a runner's managers is not paged.", ["listRunnerManagers"], async (t) => {
		const runner = await t.given.runner();
		const id = runner.number("id");
		for (const system_id of ["one", "two", "three"]) (await t.anonymous.call("verifyRunner", { token: runner.string("token"), system_id })).is(200);
		const plain = (await t.as("owner").call("listRunnerManagers", { id })).is(200);
		const response = (await t.as("owner").call("listRunnerManagers", { id, page: 7, per_page: 1 })).is(200);
		t.same("all managers", [plain.items.length, response.ids], [3, plain.ids], response);
		const found = paging.filter((name) => response.header(name) !== null);
		t.same("headers of paging", found, [], response);
	}),
	writing.assumed("CONV-070", "A page shows what is there now.", "listUsers", async (t) => {
		const search = t.unique("shifted");
		const make = async (name: string) => (await t.given.user({ name: `${search} ${name}` })).number("id");
		const [a, b, c] = [await make("a"), await make("b"), await make("c")];
		const page = async (number: number) => (await list(t, { search, order_by: "id", sort: "desc", per_page: 2, page: number })).is(200).ids;
		t.same("the first page", await page(1), [c, b]);
		const d = await make("d");
		t.same("the second page", await page(2), [b, a]);
		t.same("the first page now", await page(1), [d, c]);
	}),
	assumed("CONV-085", "A list without pages by cursor ignores a request for them.", ["listPipelines", "listIssueNotes"], async (t) => {
		for (const [operation, params] of [
			["listPipelines", { id: t.scene("project"), sort: "asc" }],
			["listIssueNotes", { ...onIssue(t), sort: "asc" }],
		] as const) {
			const plain = (await t.as("owner").call(operation, { ...params, per_page: 3 })).is(200);
			const response = (await t.as("owner").call(operation, { ...params, per_page: 3, pagination: "keyset" })).is(200);
			t.same("the records", response.ids, plain.ids, response);
			t.same("x-page, x-next-cursor", [response.header("x-page"), response.header("x-next-cursor")], ["1", null], response);
		}
	}),
	assumed("CONV-087", "An unknown kind of pages is refused.", "listUsers", async (t) => {
		for (const pagination of ["sideways", "", "KEYSET"]) (await list(t, { pagination })).refuses(400, { error: "pagination does not have a valid value" });
	}),
	assumed(
		"CONV-088..090, USER-182, USER-183",
		"Beyond the first 50,000 records a list refuses page numbers, and points to cursors.",
		["listUsers", "listGroups"],
		async (t) => {
			for (const [caller, operation, type] of [
				[t.as("administrator"), "listUsers", "User"],
				[t.as("developer"), "listUsers", "User"],
				[t.anonymous, "listGroups", "Group"],
			] as const) {
				for (const [page, per_page] of [
					[500, 100],
					[2_500, undefined],
					[50_000, 1],
				] as const)
					(await caller.call(operation, { page, per_page })).is(200);
				for (const [page, per_page] of [
					[501, 100],
					[2_501, undefined],
					[50_001, 1],
				] as const)
					(await caller.call(operation, { page, per_page })).refuses(405, tooDeep(type));
			}
		},
	),
];
