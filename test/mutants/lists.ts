import type { OperationId } from "@tenon/contract";
import { changesHeader, changesParameter, ignores, lists } from "./breaks";
import { type Break, type Mutant, mutant } from "./mutant";

/** Begins each page after the first with the last record of the page before. */
const repeatsAtTheEdge: Break = async (request, pass) => {
	const url = new URL(request.url);
	const page = Number(url.searchParams.get("page") ?? 1);
	const response = await pass(request.clone());
	if (!(page > 1) || !response.ok) return response;
	url.searchParams.set("page", String(page - 1));
	const before: unknown = await (await pass(new Request(url, { headers: request.headers }))).json();
	const items: unknown = await response.json();
	if (!Array.isArray(before) || !Array.isArray(items) || items.length === 0) return Response.json(items, response);
	return new Response(JSON.stringify([before.at(-1), ...items.slice(0, -1)]), response);
};

const off = (by: number) => (value: string | null) => (value ? String(Number(value) + by) : value);

const without = (relation: string) => (value: string | null) =>
	value === null
		? null
		: value
				.split(", ")
				.filter((one) => !one.includes(`rel="${relation}"`))
				.join(", ");

/** Lists whose pages, totals or orders are wrong. */
const pages: readonly Mutant[] = [
	mutant("a page begins with the last record of the page before", "listUsers", repeatsAtTheEdge),
	mutant("a page begins with the last record of the page before", "listIssueNotes", repeatsAtTheEdge),
	mutant(
		"a page of pipelines holds one record less than asked",
		"listPipelines",
		changesParameter("per_page", off(-1)),
	),
	mutant("a page of groups holds one record more than asked", "listGroups", changesParameter("per_page", off(1))),
	mutant("the total of notes is one too many", "listIssueNotes", changesHeader("x-total", off(1))),
	mutant("the number of pages of users is one too many", "listUsers", changesHeader("x-total-pages", off(1))),
	mutant("the next page of release links is not linked", "listReleaseLinks", changesHeader("link", without("next"))),
	mutant("the last page of runners is not linked", "listAllRunners", changesHeader("link", without("last"))),
	mutant(
		"the next page is named on the last page too",
		"listPipelines",
		changesHeader("x-next-page", (value) => value || "2"),
	),
	mutant(
		"the page before is not named",
		"listGroups",
		changesHeader("x-prev-page", () => ""),
	),
	mutant(
		"19 records a page when nothing is said",
		"listIssueNotes",
		changesParameter("per_page", (value) => value ?? "19"),
	),
	mutant(
		"the page before the first is refused",
		"listIssueNotes",
		changesParameter("page", (value) => (Number(value ?? 1) < 1 ? "x" : value)),
	),
	mutant(
		"the page beyond the end repeats the first",
		"listUsers",
		changesParameter("page", (value) => (Number(value) > 50 ? "1" : value)),
	),
	mutant(
		"one record is left out of every full list",
		"listSubgroups",
		lists((items) => items.slice(0, -1)),
	),
	mutant("the cursor is overheard", "listUsers", ignores("cursor")),
	mutant("keyset pages are given by offset", "listUsers", ignores("pagination")),
];

const reversed: Break = lists((items) => items.reverse());

const orders: readonly Mutant[] = [
	mutant("pipelines come oldest first", "listPipelines", reversed),
	mutant("groups come last name first", "listGroups", reversed),
	mutant("links come oldest first", "listReleaseLinks", reversed),
	mutant("the direction of users is overheard", "listUsers", ignores("sort")),
	mutant("the order of users is overheard", "listUsers", ignores("order_by")),
	mutant("the direction of notes is overheard", "listIssueNotes", ignores("sort")),
	mutant("the order of notes is overheard", "listIssueNotes", ignores("order_by")),
	mutant("the order of projects is overheard", "listGroupProjects", ignores("order_by")),
	mutant("the order of pipelines is overheard", "listPipelines", ignores("order_by")),
	mutant("the order of tokens is overheard", "listGroupPersonalAccessTokens", ignores("sort")),
];

const ignored: readonly (readonly [OperationId, string])[] = [
	["listPipelines", "status"],
	["listPipelines", "ref"],
	["listPipelines", "username"],
	["listPipelines", "scope"],
	["listPipelines", "updated_after"],
	["listIssueNotes", "activity_filter"],
	["listGroups", "search"],
	["listGroups", "visibility"],
	["listGroups", "owned"],
	["listGroups", "skip_groups"],
	["listGroups", "top_level_only"],
	["listGroupProjects", "archived"],
	["listGroupProjects", "starred"],
	["listGroupProjects", "include_subgroups"],
	["listUsers", "username"],
	["listUsers", "search"],
	["listUsers", "active"],
	["listUsers", "blocked"],
	["listUsers", "external"],
	["listUsers", "created_before"],
	["listUsers", "admins"],
	["listAllRunners", "type"],
	["listAllRunners", "paused"],
	["listAllRunners", "tag_list"],
	["listAllRunners", "status"],
	["listGroupRunners", "type"],
	["listGroupPersonalAccessTokens", "state"],
	["listGroupPersonalAccessTokens", "search"],
	["listGroupResourceAccessTokens", "revoked"],
];

/** Lists that return all records despite a filter. */
const filters: readonly Mutant[] = ignored.map(([operation, name]) =>
	mutant(`the filter ${name} is overheard`, operation, ignores(name)),
);

/** Ignores a filter in requests that have another parameter. */
const ignoresBeside =
	(name: string, beside: string): Break =>
	async (request, pass, platform) =>
		await (new URL(request.url).searchParams.has(beside) ? ignores(name)(request, pass, platform) : pass(request));

/** Lists that ignore a filter only together with other parameters. */
const inCompany: readonly Mutant[] = [
	mutant("the search is overheard in the short view", "listGroupSharedProjects", ignoresBeside("search", "simple")),
	mutant("the scope is overheard beside a ref", "listPipelines", ignoresBeside("scope", "ref")),
];

export const listMutants: readonly Mutant[] = [...pages, ...orders, ...filters, ...inCompany];
