import type { Context } from "../../rule/context";
import { linksOf } from "../../rule/links";
import type { ApiResponse, Fields } from "../../rule/response";
import { assumed, writing } from "../../rule/rule";
import { newProject } from "./lab";

/** The list of users. Other clients may change it meanwhile, so rules compare only what does not depend on them. */
const list = async (t: Context, params: Fields = {}) => await t.as("administrator").call("listUsers", params);

const headers = (response: ApiResponse, ...names: readonly string[]) => names.map((name) => response.header(name));

const tooDeep = (type: string) => ({
	error: `Offset pagination has a maximum allowed offset of 50000 for requests that return objects of type ${type}. Remaining records can be retrieved using keyset pagination.`,
});

/** Offset pagination. */
export const pageChecks = [
	assumed("CONV-065, CONV-066", "Links of a page are absolute URLs with every filter and the effective per_page, without tokens.", "listUsers", async (t) => {
		const second = (await list(t, { page: 2, per_page: 1 })).is(200);
		t.same("the links", [...linksOf(second).keys()], ["prev", "next", "first", "last"], second);
		t.same("links joined by a comma and a space", (second.header("link") ?? "").split(", <").length, 4, second);
		const query = { search: "e", humans: true, per_page: 500, private_token: t.token("administrator") };
		const response = (await t.anonymous.send("GET", "/api/v4/users", { query })).is(200);
		for (const [relation, { searchParams, pathname }] of linksOf(response)) {
			t.same(`the keys of ${relation}`, [...searchParams.keys()], [...searchParams.keys()].sort(), response);
			const kept = ["search", "humans", "per_page"].map((name) => searchParams.get(name));
			t.same("the filters and per_page", kept, ["e", "true", "100"], response);
			t.holds("the path should be the list's", pathname.endsWith("/api/v4/users"), response);
		}
		t.holds("there should be links", linksOf(response).size > 0, response);
		t.holds("no link should have a token", !(response.header("link") ?? "").includes("token"), response);
	}),
	writing.assumed("CONV-068", "A list of more than 10,000 matching records has no x-total, x-total-pages or last link.", "listPipelines", async (t) => {
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
	writing.assumed("CONV-070", "A page has the records at the time of the request: a new record shifts later pages.", "listUsers", async (t) => {
		const search = t.unique("shifted");
		const make = async (name: string) => (await t.given.user({ name: `${search} ${name}` })).number("id");
		const [a, b, c] = [await make("a"), await make("b"), await make("c")];
		const page = async (number: number) => (await list(t, { search, order_by: "id", sort: "desc", per_page: 2, page: number })).is(200).ids;
		t.same("the first page", await page(1), [c, b]);
		const d = await make("d");
		t.same("the second page", await page(2), [b, a]);
		t.same("the first page now", await page(1), [d, c]);
	}),
	assumed("CONV-087", "An unknown value of pagination is refused.", "listUsers", async (t) => {
		for (const pagination of ["sideways", "", "KEYSET"]) (await list(t, { pagination })).refuses(400, { error: "pagination does not have a valid value" });
	}),
	assumed(
		"CONV-088..090, USER-182, USER-183, GROUP-256",
		"Lists of users, and of groups without credentials, refuse pages beyond the first 50,000 records with 405 and point to keyset pagination.",
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
			(await t.as("owner").call("listGroups", { page: 501, per_page: 100 })).is(200);
		},
	),
];
