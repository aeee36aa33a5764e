import type { Fields } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import { ask, numberOf } from "../../rule/graphql";
import { assumed, type Rule, rule } from "../../rule/rule";
import { all, create, list } from "./lab";

const listKeys = ["created_at", "id", "iid", "name", "project_id", "ref", "sha", "source", "status", "updated_at", "web_url"];

/** Equal values stand together, and those that differ rise in an order that a server may have for texts. */
function rises(values: readonly string[]): boolean {
	const distinct = values.filter((value, index) => value !== values[index - 1]);
	const orders = [[...distinct].sort(), [...distinct].sort((a, b) => a.localeCompare(b))];
	return orders.some((order) => order.every((value, index) => value === distinct[index])) && new Set(distinct).size === distinct.length;
}

/** Sorted by a field in both directions. */
const sortedBy = (claim: string, order_by: string, value: (pipeline: Fields) => string): Rule =>
	byClaim(claim, async (t) => {
		const [asc, desc] = [await all(t, { order_by, sort: "asc" }), await all(t, { order_by, sort: "desc" })];
		const rising = asc.map(value);
		if (new Set(rising).size < 2) t.skip(`all pipelines of the project have the same ${order_by}`);
		t.holds(`${order_by} should rise with sort=asc`, rises(rising));
		t.holds(`${order_by} should fall with sort=desc`, rises(desc.map(value).reverse()));
		t.same("the number of pipelines with sort=desc", desc.length, asc.length);
		const plain = await all(t, { order_by });
		t.same(`the ${order_by}s without sort`, plain.map(value), desc.map(value));
	});

const isFalling = (numbers: readonly number[]): boolean => numbers.every((number, index) => index === 0 || (numbers[index - 1] ?? 0) > number);

/** Listing pipelines: records, order and pages. */
export const pipelineLists: readonly Rule[] = [
	rule(
		"PIPE-015",
		"List items do not carry the full-record fields: no before_sha, tag, yaml_errors, user, detailed_status, coverage or archived.",
		"listPipelines",
		async (t) => {
			const names = ["before_sha", "tag", "yaml_errors", "user", "detailed_status", "coverage", "archived"];
			const listed = (await list(t, { per_page: 100 })).is(200);
			listed.every("without the fields of the full record", (one) => !names.some((name) => Object.hasOwn(one, name)));
		},
	),
	assumed(
		"PIPE-016",
		"List item keys are exactly id, iid, project_id, sha, ref, status, source, created_at, updated_at, web_url, name; name is null for an unnamed pipeline.",
		"listPipelines",
		async (t) => {
			const made = await t.given.pipeline();
			const listed = (await list(t)).is(200);
			listed.every(`of these keys: ${listKeys.join(", ")}`, (one) => Object.keys(one).sort().join() === listKeys.join());
			const entry = listed.items.find(({ id }) => id === made.field("id"));
			t.same("the name of an unnamed pipeline", entry?.name, null, listed);
		},
		{ effect: "writes" },
	),
	rule("PIPE-061", "Default order is id descending.", "listPipelines", async (t) => {
		const listed = (await list(t, { per_page: 100 })).is(200);
		t.holds("there should be two pipelines", listed.ids.length > 1, listed);
		t.holds("the ids should fall", isFalling(listed.ids), listed);
	}),
	rule("PIPE-062", "sort=asc with no order_by returns id ascending.", "listPipelines", async (t) => {
		const listed = (await list(t, { per_page: 100, sort: "asc" })).is(200);
		t.holds("there should be two pipelines", listed.ids.length > 1, listed);
		t.holds("the ids should rise", isFalling([...listed.ids].reverse()), listed);
	}),
	sortedBy("PIPE-063", "status", ({ status }) => String(status)),
	sortedBy("PIPE-064", "ref", ({ ref }) => String(ref)),
	rule("PIPE-065", "order_by=updated_at sorts by updated_at in the direction of sort.", "listPipelines", async (t) => {
		const [asc, desc] = [await all(t, { order_by: "updated_at", sort: "asc" }), await all(t, { order_by: "updated_at" })];
		const times = asc.map(({ updated_at }) => Date.parse(String(updated_at)));
		if (new Set(times).size < 2) t.skip("all pipelines of the project have the same updated_at");
		t.same(
			"updated_at with sort=asc",
			times,
			[...times].sort((a, b) => a - b),
		);
		const falling = desc.map(({ updated_at }) => Date.parse(String(updated_at)));
		t.same("updated_at without sort", falling, times.toReversed());
	}),
	rule(
		"PIPE-066",
		"order_by=user_id sorts by the triggering user's ID in the direction of sort.",
		"listPipelines",
		async (t) => {
			await create(t);
			await create(t, {}, t.as("owner"));
			const query = `query ($at: ID!, $after: String) { project(fullPath: $at) { pipelines(first: 100, after: $after) {
				nodes { id user { id } } pageInfo { hasNextPage endCursor }
			} } }`;
			const users = new Map<number, number>();
			for (let after: unknown = null, more = true; more; ) {
				const response = await ask(t.as("owner"), query, { at: t.scene("project"), after });
				for (const { id, user } of response.list("project.pipelines.nodes")) users.set(numberOf(id), numberOf(Object(user).id));
				after = response.at("project.pipelines.pageInfo.endCursor");
				more = response.at("project.pipelines.pageInfo.hasNextPage") === true;
			}
			for (const sort of ["asc", "desc"] as const) {
				const listed = await all(t, { order_by: "user_id", sort });
				const numbers = listed.map(({ id }) => users.get(Number(id)) ?? 0).filter((id) => id > 0);
				t.holds("there should be pipelines of two users", new Set(numbers).size > 1);
				const sign = sort === "asc" ? 1 : -1;
				t.same(
					`the users' ids with sort=${sort}`,
					numbers,
					[...numbers].sort((a, b) => sign * (a - b)),
				);
			}
		},
		{ effect: "writes" },
	),
	assumed(
		"PIPE-067",
		'order_by outside its enum (created_at, lock_version) answers 400 {"error":"order_by does not have a valid value"}.',
		"listPipelines",
		async (t) => {
			for (const order_by of ["created_at", "lock_version"]) (await list(t, { order_by })).refuses(400, { error: "order_by does not have a valid value" });
		},
	),
	assumed("PIPE-068", 'sort outside asc, desc answers 400 {"error":"sort does not have a valid value"}.', "listPipelines", async (t) => {
		(await list(t, { sort: "sideways" })).refuses(400, { error: "sort does not have a valid value" });
	}),
	rule(
		"PIPE-103",
		"With 21 pipelines and no per_page, page 1 holds 20 items and page 2 one.",
		"listPipelines",
		async (t) => {
			const there = (await list(t, { per_page: 100 })).is(200).items.length;
			for (let count = there; count < 21; count++) await t.given.pipeline();
			const everything = (await list(t, { per_page: 100 })).is(200).ids;
			const [first, second] = [await list(t), await list(t, { page: 2 })];
			t.same("the first page", first.is(200).ids, everything.slice(0, 20), first);
			t.same("the second page", second.is(200).ids, everything.slice(20, 40), second);
		},
		{ effect: "writes" },
	),
	assumed(
		"PIPE-104",
		'per_page=100 is honoured, 101 is clamped to 100; per_page=0 answers 400 {"error":"per_page has a value not allowed"}; page beyond the end gives 200 [].',
		"listPipelines",
		async (t) => {
			for (const per_page of [100, 101]) {
				const page = await list(t, { per_page });
				t.same("x-per-page", page.is(200).header("x-per-page"), "100", page);
			}
			(await list(t, { per_page: 0 })).refuses(400, { error: "per_page has a value not allowed" });
			const beyond = await list(t, { page: 100_000 });
			t.same("a page beyond the end", beyond.is(200).json, [], beyond);
		},
	),
	assumed(
		"PIPE-105",
		"The list carries x-page, x-per-page, x-total, x-total-pages, x-next-page, x-prev-page and link; x-total counts after filtering and link URLs keep the filters.",
		"listPipelines",
		async (t) => {
			const ref = t.scene("ref");
			const count = String((await all(t, { ref })).length);
			const response = (await list(t, { ref, per_page: 1 })).is(200);
			const names = ["x-page", "x-per-page", "x-total", "x-total-pages", "x-next-page", "x-prev-page"];
			const headers = names.map((name) => response.header(name));
			t.same("the headers", headers, ["1", "1", count, count, count === "1" ? "" : "2", ""], response);
			const links = [...(response.header("link") ?? "").matchAll(/<([^>]*)>/g)].map(([, url = ""]) => new URL(url));
			t.holds("there should be links", links.length > 1, response);
			for (const { searchParams } of links) t.same("ref in a link", searchParams.get("ref"), ref, response);
		},
	),
	assumed("PIPE-106", "A project without pipelines answers 200 [] with x-total 0 and x-total-pages 1.", "listPipelines", async (t) => {
		const projects = await t.as("owner").call("listGroupProjects", { id: t.scene("group"), include_subgroups: true });
		for (const id of [...projects.is(200).ids.slice(0, 10), undefined]) {
			// Where every project has pipelines, a ref without any stands for one.
			const where = id === undefined ? { id: t.scene("project"), ref: t.unique("ref") } : { id };
			const response = await t.as("owner").call("listPipelines", where);
			if (response.status !== 200 || response.items.length > 0) continue;
			t.same("x-total and x-total-pages", [response.header("x-total"), response.header("x-total-pages")], ["0", "1"], response);
			return;
		}
		t.holds("a ref without pipelines should have an empty list", false);
	}),
];
