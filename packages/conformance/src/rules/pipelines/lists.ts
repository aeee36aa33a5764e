import type { Params } from "../../rule/address";
import type { Context } from "../../rule/context";
import { linksOf } from "../../rule/links";
import type { ApiResponse, Fields } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import { all, create, get, ids, isUndisturbed, laboratory, list, statuses } from "./lab";

const effect = "writes";
const listKeys = ["created_at", "id", "iid", "name", "project_id", "ref", "sha", "source", "status", "updated_at", "web_url"];
const fullOnly = ["before_sha", "tag", "yaml_errors", "user", "detailed_status", "coverage", "archived"];
const sources = [
	"push",
	"web",
	"trigger",
	"schedule",
	"api",
	"external",
	"pipeline",
	"chat",
	"webide",
	"merge_request_event",
	"external_pull_request_event",
	"parent_pipeline",
];
const day = (number: number): string => `2026-01-${String(number).padStart(2, "0")}T12:00:00.000Z`;

/** Pipelines of many kinds in the scene's project, whose control API gives any; elsewhere a few of what the interface creates. */
async function stock(t: Context): Promise<void> {
	const [ref, tag] = [t.scene("ref"), t.scene("tag_name")];
	if (!isUndisturbed(t)) {
		await create(t, { ref });
		await create(t, { ref: tag }, t.as("owner"));
		const { id } = (await create(t, { ref })).ok.fields;
		(await t.as("maintainer").call("cancelPipeline", { id: t.scene("project"), pipeline_id: id })).ok;
		return;
	}
	const users = (["developer", "maintainer", "owner"] as const).map((who) => t.user(who).id);
	for (let index = 0; index < 44; index++)
		await t.given.record("pipelines", {
			project: t.scene("project"),
			status: statuses[index % statuses.length],
			source: sources[(index * 5) % sources.length],
			ref: [ref, tag, "gone", "develop"][index % 4],
			sha: "abcd".charAt(Math.floor(index / 3) % 4).repeat(40),
			user_id: users[(index * 7) % 3],
			name: [null, "Nightly", "Nightly build"][(index * 2) % 3],
			yaml_errors: index % 5 === 0 ? "jobs:test needs a script" : null,
			created_at: day(1 + ((index * 11) % 28)),
			updated_at: day(1 + ((index * 5) % 28)),
		});
}

/** Every pipeline that the list shows, child pipelines included. */
const everything = async (t: Context): Promise<Fields[]> => [...(await all(t)), ...(await all(t, { source: "parent_pipeline" }))];

/**
 * A list must have all pipelines that satisfy the predicate, and no others. Pipelines that appear, change or go meanwhile count for nothing;
 * of the others there must be one at least that the list leaves out.
 */
async function keeps(t: Context, query: Params, holds: (pipeline: Fields) => boolean): Promise<number> {
	const shown = (one: Fields): boolean => query.source === "parent_pipeline" || one.source !== "parent_pipeline";
	const before = await everything(t);
	const listed = ids(await all(t, query));
	const after = new Map((await everything(t)).map((one) => [one.id, JSON.stringify(one)]));
	const steady = before.filter((one) => after.get(one.id) === JSON.stringify(one));
	const expected = ids(steady.filter((one) => shown(one) && holds(one)));
	const known = new Set(ids(steady));
	const actual = listed.filter((id) => known.has(id));
	t.same(`the pipelines for ${JSON.stringify(query)}`, actual.toSorted(rising), expected.toSorted(rising));
	t.holds(`not every pipeline is listed for ${JSON.stringify(query)}`, expected.length < steady.length);
	return expected.length;
}
const rising = (a: number, b: number): number => a - b;

/** Values of a field, these and those that pipelines have, must each be a filter for it; there must be two at least. */
async function keepsEach(t: Context, field: string, values: readonly unknown[]): Promise<void> {
	const seen = new Set([...values, ...(await all(t)).map((one) => one[field])]);
	if (seen.size < 2) t.skip(`no two pipelines differ in ${field}`);
	for (const value of [...seen].slice(0, 14)) await keeps(t, { [field]: value }, (one) => one[field] === value);
}

/** A pipeline that was listed. Undefined if another client, or another rule, has deleted it since. */
async function remaining(t: Context, pipeline_id: unknown): Promise<ApiResponse | undefined> {
	const response = await t.as("maintainer").call("getPipeline", { id: t.scene("project"), pipeline_id });
	return response.status === 404 && !isUndisturbed(t) ? undefined : response.is(200);
}

/** The fields that only full records have, of the newest pipelines. */
async function inFull(t: Context): Promise<Map<unknown, Fields>> {
	const full = new Map<unknown, Fields>();
	for (const { id } of (await list(t, { per_page: isUndisturbed(t) ? 100 : 20 })).is(200).items) {
		const pipeline = await remaining(t, id);
		if (pipeline) full.set(id, pipeline.fields);
	}
	return full;
}

/** The list must have those of the newest pipelines that satisfy the predicate in full, and no others of them. */
async function keepsInFull(t: Context, full: ReadonlyMap<unknown, Fields>, query: Params, holds: (pipeline: Fields) => boolean): Promise<void> {
	const listed = ids(await all(t, query)).filter((id) => full.has(id));
	const expected: number[] = [];
	for (const id of ids([...full.values()].filter(holds))) if (listed.includes(id) || (await remaining(t, id))) expected.push(id);
	t.same(`the newest pipelines for ${JSON.stringify(query)}`, listed.toSorted(rising), expected.toSorted(rising));
}

/** Equal values stand together, and those that differ rise in an order that a server may have for texts. */
function rises(values: readonly string[]): boolean {
	const distinct = values.filter((value, index) => value !== values[index - 1]);
	const orders = [[...distinct].sort(), [...distinct].sort((a, b) => a.localeCompare(b))];
	return orders.some((order) => order.every((value, index) => value === distinct[index])) && new Set(distinct).size === distinct.length;
}

/** Six pipelines of one new name, so that a list of that name has them alone. */
async function named(t: Context): Promise<{ name: string; made: number[]; users: Map<number, number> }> {
	const name = t.unique("Named");
	const users = new Map<number, number>();
	for (let index = 0; index < 6; index++) {
		const who = index % 3 === 0 ? "owner" : "maintainer";
		const pipeline_id = (await create(t, { ref: t.scene(index % 2 === 0 ? "ref" : "tag_name") }, t.as(who))).ok.number("id");
		users.set(pipeline_id, t.user(who).id);
		const id = t.scene("project");
		if (index > 3) (await t.as("maintainer").call("cancelPipeline", { id, pipeline_id })).ok;
		(await t.as("maintainer").call("updatePipelineMetadata", { id, pipeline_id, name })).ok;
	}
	const made = [...users.keys()];
	// The interface gives only two statuses and times close together.
	for (const [index, id] of isUndisturbed(t) ? made.entries() : [])
		await t.given.change("pipelines", id, { status: statuses[(index * 4) % 9] ?? "created", updated_at: day(1 + ((index * 5) % 4)) });
	return { name, made, users };
}

/** Records, order and pages. */
const order: readonly Rule[] = [
	rule(
		"PIPE-015",
		"List items lack the fields that only full records have.",
		"listPipelines",
		async (t) => {
			await stock(t);
			(await list(t, { per_page: 100 })).is(200).every("without the fields of the full record", (one) => !fullOnly.some((name) => Object.hasOwn(one, name)));
		},
		{ effect },
	),
	assumed(
		"PIPE-016",
		"List items have exactly eleven fields; the name of an unnamed pipeline is null.",
		"listPipelines",
		async (t) => {
			const made = await t.given.pipeline();
			const listed = (await list(t, { per_page: 100 })).is(200);
			listed.every(`of these keys: ${listKeys.join(", ")}`, (one) => Object.keys(one).sort().join() === listKeys.join());
			const entry = listed.items.find(({ id }) => id === made.field("id"));
			t.same("the item", entry, Object.fromEntries(listKeys.map((name) => [name, made.field(name)])), listed);
			t.same("the name of an unnamed pipeline", entry?.name, null, listed);
		},
		{ effect },
	),
	rule(
		"PIPE-061..066",
		"A list comes by id, or by what order_by says, falling unless sort=asc.",
		"listPipelines",
		async (t) => {
			const { made, name, users } = await named(t);
			const up = made.toSorted(rising);
			for (const query of [{}, { order_by: "id" }]) {
				t.same("the ids by default", ids(await all(t, { name, ...query })), up.toReversed());
				t.same("the ids with sort=desc", ids(await all(t, { name, ...query, sort: "desc" })), up.toReversed());
				t.same("the ids with sort=asc", ids(await all(t, { name, ...query, sort: "asc" })), up);
			}
			const time = (value: unknown): string => new Date(String(value)).toISOString();
			const user = (id: unknown): string => String(users.get(Number(id))).padStart(20, "0");
			for (const [order_by, key] of Object.entries({
				status: (one: Fields) => String(one.status),
				ref: (one: Fields) => String(one.ref),
				updated_at: (one: Fields) => time(one.updated_at),
				user_id: (one: Fields) => user(one.id),
			})) {
				const [asc, desc] = [await all(t, { name, order_by, sort: "asc" }), await all(t, { name, order_by, sort: "desc" })];
				t.same(`the pipelines by ${order_by}`, ids(asc).toSorted(rising), up);
				if (new Set(asc.map(key)).size < 2) t.skip(`no two pipelines differ in ${order_by}`);
				t.holds(`${order_by} rises with sort=asc`, rises(asc.map(key)));
				t.same(`${order_by} with sort=desc`, desc.map(key), asc.map(key).toReversed());
				t.same(`${order_by} without sort`, (await all(t, { name, order_by })).map(key), desc.map(key));
				t.assume("those of one value come by id", ids(desc).join() === ids(asc).toReversed().join());
			}
		},
		{ effect },
	),
	assumed("PIPE-068", "A sort that is neither asc nor desc is refused.", "listPipelines", async (t) => {
		for (const sort of ["sideways", "ascending", "ASC"]) (await list(t, { sort })).refuses(400, { error: "sort does not have a valid value" });
	}),
	assumed("PIPE-067, PIPE-077, PIPE-079, PIPE-093", "A value that a parameter does not have is refused.", "listPipelines", async (t) => {
		for (const [name, values] of Object.entries({
			order_by: ["created_at", "lock_version", "ID", ""],
			scope: ["some", "stuck", "Running"],
			status: ["sideways", "canceling", "Success"],
			source: ["carrier_pigeon", "Push", ""],
		}))
			for (const value of values) (await list(t, { [name]: value })).refuses(400, { error: `${name} does not have a valid value` });
	}),
	rule(
		"PIPE-103",
		"A page has 20 pipelines unless per_page says otherwise.",
		"listPipelines",
		async (t) => {
			const name = t.unique("Paged");
			const made: number[] = [];
			for (let count = 0; count < 21; count++) {
				const pipeline_id = (await t.given.pipeline()).number("id");
				(await t.as("maintainer").call("updatePipelineMetadata", { id: t.scene("project"), pipeline_id, name })).ok;
				made.unshift(pipeline_id);
			}
			for (const [query, from, to] of [
				[{}, 0, 20],
				[{ page: 2 }, 20, 21],
				[{ page: 3 }, 21, 21],
				[{ per_page: 7, page: 3 }, 14, 21],
			] as const) {
				const page = (await list(t, { name, ...query })).is(200);
				t.same("the page", page.ids, made.slice(from, to), page);
			}
			const page = (await list(t, { name, per_page: 10, page: 2, scope: "pending" })).is(200);
			const headers = ["x-page", "x-per-page", "x-total", "x-total-pages", "x-next-page", "x-prev-page"].map((one) => page.header(one));
			t.assume("the paging headers count what passes the filters", headers.join() === "2,10,21,3,3,1", page);
			const links = [...linksOf(page)];
			t.assume("there are four links", links.map(([relation]) => relation).join() === "prev,next,first,last", page);
			for (const [index, [, { searchParams }]] of links.entries()) {
				const kept = ["page", "per_page", "name", "scope"].map((one) => searchParams.get(one)).join();
				t.assume("a link keeps the filters", kept === `${[1, 3, 1, 3][index]},10,${name},pending`, page);
			}
		},
		{ effect },
	),
	assumed(
		"PIPE-104, PIPE-105",
		"per_page is 1 to 100, and more means 100; a page beyond the end is empty; headers and links say so.",
		"listPipelines",
		async (t) => {
			for (const per_page of [100, 101]) {
				const page = (await list(t, { per_page })).is(200);
				t.same("x-per-page", page.header("x-per-page"), "100", page);
				t.holds("there are 100 pipelines at most", page.items.length <= 100, page);
			}
			(await list(t, { per_page: 0 })).refuses(400, { error: "per_page has a value not allowed" });
			const beyond = (await list(t, { page: 100_000 })).is(200);
			t.same("a page beyond the end", beyond.json, [], beyond);
			const ref = t.scene("ref");
			const first = (await list(t, { ref, per_page: 1 })).is(200);
			if (first.items.length === 0) t.skip(`the scene's project has no pipeline of ${ref}`);
			t.same("the headers", [first.header("x-page"), first.header("x-prev-page"), first.header("x-total-pages")], ["1", "", first.header("x-total")], first);
			t.holds(
				"every link keeps the filter",
				(first.header("link") ?? "").split(",").every((link) => link.includes(`ref=${ref}`)),
				first,
			);
		},
	),
	assumed("PIPE-106", "An empty list has x-total 0 and one page.", "listPipelines", async (t) => {
		for (const where of [{ ref: t.unique("ref") }, ...(isUndisturbed(t) ? [{ id: (await laboratory(t)).id }] : [])]) {
			const empty = (await list(t, where)).is(200);
			t.same("the list", [empty.json, empty.header("x-total"), empty.header("x-total-pages")], [[], "0", "1"], empty);
		}
	}),
];

/** Filters. */
const filters: readonly Rule[] = [
	rule(
		"PIPE-069, PIPE-070, PIPE-078, PIPE-080, PIPE-082",
		"scope, status, ref and sha each keep the pipelines of that value, and no others.",
		"listPipelines",
		async (t) => {
			await stock(t);
			for (const scope of ["running", "pending"]) await keeps(t, { scope }, ({ status }) => status === scope);
			await keepsEach(t, "status", statuses);
			await keepsEach(t, "ref", [t.unique("ref")]);
			await keepsEach(t, "sha", ["f".repeat(40)]);
		},
		{ effect },
	),
	rule(
		"PIPE-071",
		"scope=finished leaves out all pipelines that are not finished.",
		"listPipelines",
		async (t) => {
			await stock(t);
			const unfinished: unknown[] = ["created", "pending", "running", "preparing", "waiting_for_resource", "scheduled"];
			const listed = await all(t, { scope: "finished" });
			t.holds("there are finished pipelines", listed.length > 0);
			const found = listed.filter(({ status }) => unfinished.includes(status));
			t.same("the unfinished ones among them", found, []);
		},
		{ effect },
	),
	assumed(
		"PIPE-072",
		"scope=finished keeps what has the status success, failed or canceled.",
		"listPipelines",
		async (t) => {
			await stock(t);
			await keeps(t, { scope: "finished" }, ({ status }) => status === "success" || status === "failed" || status === "canceled");
		},
		{ effect },
	),
	rule(
		"PIPE-073, PIPE-075",
		"scope=branches lists pipelines of branches only, scope=tags of tags only.",
		"listPipelines",
		async (t) => {
			const [ref, tag] = [t.scene("ref"), t.scene("tag_name")];
			await create(t, { ref });
			const { sha, status, source } = (await create(t, { ref: tag })).ok.fields;
			const beside = [{ status }, { source }, { yaml_errors: false }, { username: t.user("maintainer").username }, { created_after: "2000-01-01T00:00:00Z" }];
			for (const [scope, own, other] of [
				["branches", ref, tag],
				["tags", tag, ref],
			] as const) {
				const listed = await all(t, { scope });
				const refs = listed.map((one) => one.ref);
				t.holds(`${own} is listed with scope=${scope}, ${other} is not`, refs.includes(own) && !refs.includes(other));
				for (const { id } of listed.slice(0, 10)) (await get(t, id)).has({ tag: scope === "tags" });
				for (const more of [{ ref: other }, ...beside, { sha }, { order_by: "ref", sort: "asc" }]) {
					const found = (await list(t, { scope, ...more, per_page: 100 })).is(200);
					t.holds(`${other} is not listed with scope=${scope} and ${Object.keys(more).join()}`, !found.pluck("ref").includes(other), found);
				}
				t.assume(`no ref is listed twice with scope=${scope}`, new Set(refs).size === refs.length);
			}
		},
		{ effect },
	),
	assumed(
		"PIPE-074, PIPE-076",
		"scope=branches and scope=tags list the newest pipeline of each branch, or tag, that still exists.",
		"listPipelines",
		async (t) => {
			const [a, b, c] = ["1", "2", "3"].map((digit) => digit.repeat(40));
			const lab = await laboratory(t, { branches: { main: a, develop: b, twin: c }, tags: { "v1.0": a, "v2.0": b, twin: b } });
			const made: number[] = [];
			for (const [ref, tag] of [
				["main", false],
				["v1.0", true],
				["twin", false],
				["twin", true],
				["develop", false],
				["main", false],
				["v1.0", true],
				["v2.0", true],
				["gone", false],
				["v0.9", true],
			] as const)
				made.push(await lab.pipeline({ ref, tag }));
			await lab.pipeline({ ref: "main", tag: false, source: "parent_pipeline", parent_id: made[0] });
			const at = (...places: number[]) => places.map((place) => made[place]);
			t.same("the branches", await lab.list({ scope: "branches" }), at(5, 4, 2));
			t.same("the tags", await lab.list({ scope: "tags" }), at(7, 6, 3));
			t.same("the pending branches by ref", await lab.list({ scope: "branches", order_by: "ref", sort: "asc", status: "pending" }), at(4, 5, 2));
		},
		{ effect },
	),
	assumed(
		"PIPE-081, PIPE-083, PIPE-087",
		"ref and sha match whole values in their case; a value that no pipeline has gives an empty list.",
		"listPipelines",
		async (t) => {
			const { ref, sha } = (await t.given.pipeline()).fields;
			const there = new Set((await all(t)).map((one) => one.ref));
			const others = [String(ref).slice(0, -1), String(ref).toUpperCase(), `${ref}x`, `${ref} `].filter((other) => !there.has(other));
			const queries = [{ username: t.unique("nobody") }, ...others.map((other) => ({ ref: other }))];
			for (const query of [...queries, { sha: String(sha).slice(0, 8) }, { sha: String(sha).slice(0, 39) }]) {
				const response = (await list(t, query)).is(200);
				t.same(`the pipelines for ${JSON.stringify(query)}`, response.json, [], response);
			}
		},
		{ effect },
	),
	rule(
		"PIPE-084",
		"name keeps the pipelines of that name.",
		"listPipelines",
		async (t) => {
			const { made, name } = await named(t);
			t.same("the pipelines of the name", ids(await all(t, { name, sort: "asc" })), made);
			for (const other of [name.slice(0, -1), name.slice(1), name.toUpperCase(), "null", "%"])
				for (const one of (await list(t, { name: other })).is(200).items) t.assume(`no other name than ${other} matches`, one.name === other);
		},
		{ effect },
	),
	assumed(
		"PIPE-085",
		"name matches the whole name, and never an unnamed pipeline.",
		"listPipelines",
		async (t) => {
			await stock(t);
			const { name } = await named(t);
			for (const value of [name, name.slice(0, -1), "Nightly", "build", "null"]) await keeps(t, { name: value }, (one) => one.name === value);
		},
		{ effect },
	),
	rule(
		"PIPE-086",
		"username keeps the pipelines that this user started.",
		"listPipelines",
		async (t) => {
			await stock(t);
			const full = await inFull(t);
			const names = new Set([...full.values()].map(({ user }) => String(Object(user).username)));
			t.holds("pipelines of two users are there", names.size > 1);
			for (const username of names) await keepsInFull(t, full, { username }, ({ user }) => Object(user).username === username);
		},
		{ effect },
	),
	rule(
		"PIPE-088, PIPE-125",
		"yaml_errors=true keeps the pipelines whose configuration is invalid: they say what is wrong, all others null.",
		["listPipelines", "getPipeline"],
		async (t) => {
			await stock(t);
			const [broken, full] = [await all(t, { yaml_errors: true }), await inFull(t)];
			if (broken.length === 0) t.skip("the project has no pipeline with an invalid configuration");
			await keepsInFull(t, full, { yaml_errors: true }, ({ yaml_errors }) => yaml_errors !== null);
			for (const { id } of broken.slice(0, 10)) {
				const { yaml_errors } = (await get(t, id)).fields;
				t.holds("yaml_errors is a text", typeof yaml_errors === "string" && yaml_errors !== "");
			}
			t.holds("not all pipelines are listed", broken.length < (await all(t)).length);
		},
		{ effect },
	),
	assumed(
		"PIPE-089",
		"yaml_errors=false keeps the pipelines without errors; a value that is not a boolean is refused.",
		"listPipelines",
		async (t) => {
			await stock(t);
			await keepsInFull(t, await inFull(t), { yaml_errors: false }, ({ yaml_errors }) => yaml_errors === null);
			(await list(t, { yaml_errors: "maybe" })).refuses(400, { error: "yaml_errors is invalid" });
		},
		{ effect },
	),
	rule(
		"PIPE-090..092, PIPE-108",
		"Child pipelines are listed for source=parent_pipeline only, and read by their ids.",
		["listPipelines", "getPipeline"],
		async (t) => {
			await stock(t);
			const children = await all(t, { source: "parent_pipeline" });
			if (children.length === 0) t.skip("the project has no child pipeline");
			for (const { id, source } of children) t.same(`the source of ${id}`, source, "parent_pipeline");
			const hidden = ids(children);
			for (const field of ["status", "ref", "sha"])
				for (const value of new Set(children.map((one) => one[field]))) {
					const found = ids(await all(t, { source: "parent_pipeline", [field]: value }));
					t.same(`the child pipelines of ${field} ${String(value)}`, found, ids(children.filter((one) => one[field] === value)));
				}
			for (const query of [{}, { source: "web" }, { status: children[0]?.status }, { ref: children[0]?.ref, order_by: "ref" }]) {
				const found = (await all(t, query)).filter((one) => one.source === "parent_pipeline" || hidden.includes(Number(one.id)));
				t.same(`the child pipelines for ${JSON.stringify(query)}`, found, []);
			}
			for (const id of hidden.slice(0, 3)) (await get(t, id)).has({ id, source: "parent_pipeline" });
			await keeps(t, { source: "web" }, ({ source }) => source === "web");
		},
		{ effect },
	),
	assumed(
		"PIPE-094",
		"source keeps the pipelines of each known source.",
		"listPipelines",
		async (t) => {
			await stock(t);
			for (const source of sources) await keeps(t, { source }, (one) => one.source === source);
		},
		{ effect },
	),
	rule(
		"PIPE-095..098",
		"A time keeps the pipelines created or updated after it, or before it.",
		"listPipelines",
		async (t) => {
			await stock(t);
			for (const field of ["created_at", "updated_at"] as const) {
				const time = (one: Fields): number => Date.parse(String(one[field]));
				const times = [...new Set((await all(t)).map(time))].sort(rising);
				if (times.length < 3) t.skip(`the project has no three pipelines with a different ${field}`);
				// A moment between two of them: whether the moment itself counts is another rule's. A server may show full seconds and know more.
				const precision = times.every((one) => one % 1_000 === 0) ? 1_000 : 1;
				for (const index of [1, Math.floor(times.length / 2), times.length - 1]) {
					const [before = 0, after = 0] = [times[index - 1], times[index]];
					if (after - before < 2 * precision) continue;
					const middle = Math.floor((before + after) / 2);
					const spelled = [new Date(middle).toISOString(), new Date(middle + 7_200_000).toISOString().replace("Z", "+02:00")];
					for (const value of spelled) {
						await keeps(t, { [field.replace("_at", "_after")]: value }, (one) => time(one) > middle);
						await keeps(t, { [field.replace("_at", "_before")]: value }, (one) => time(one) < middle);
					}
				}
			}
		},
		{ effect },
	),
	assumed(
		"PIPE-099, PIPE-100",
		"The moment itself counts for updates, and does not for creations.",
		"listPipelines",
		async (t) => {
			const { created_at, id, updated_at } = (await t.given.pipeline()).fields;
			const name = t.unique("Timed");
			const renamed = (await t.as("maintainer").call("updatePipelineMetadata", { id: t.scene("project"), pipeline_id: id, name })).ok;
			const at = (value: unknown, by: number): string => new Date(Date.parse(String(value)) + by).toISOString();
			const now = renamed.field("updated_at") ?? updated_at;
			for (const [query, there] of [
				[{ created_after: at(created_at, 0) }, false],
				[{ created_after: at(created_at, -1) }, true],
				[{ created_before: at(created_at, 0) }, false],
				[{ created_before: at(created_at, 1) }, true],
				[{ updated_after: at(now, 0) }, true],
				[{ updated_after: at(now, 1) }, false],
				[{ updated_before: at(now, 0) }, true],
				[{ updated_before: at(now, -1) }, false],
				[{ updated_after: at(now, 0), updated_before: at(now, 0) }, true],
				[{ updated_after: at(now, 1), updated_before: at(now, -1) }, false],
			] as const) {
				const listed: ApiResponse = (await list(t, { name, ...query })).is(200);
				t.same(`the pipeline for ${JSON.stringify(query)}`, listed.ids, there ? [id] : [], listed);
			}
		},
		{ effect },
	),
	assumed("PIPE-101", "A value that is not a time is refused by the name of its parameter.", "listPipelines", async (t) => {
		for (const name of ["updated_after", "updated_before", "created_after", "created_before"])
			for (const value of ["yesterday", "2026-13-01"]) (await list(t, { [name]: value })).refuses(400, { error: `${name} is invalid` });
	}),
	assumed(
		"PIPE-102",
		"Several filters keep what satisfies all of them.",
		"listPipelines",
		async (t) => {
			await stock(t);
			for (const { ref, sha, source, status } of (await all(t)).slice(0, 12)) {
				await keeps(t, { status, ref }, (one) => one.status === status && one.ref === ref);
				await keeps(t, { sha, source, scope: "pending" }, (one) => one.sha === sha && one.source === source && one.status === "pending");
			}
			const none = (await list(t, { status: "success", scope: "running" })).is(200);
			t.same("the pipelines of a status and the scope of another", none.json, [], none);
		},
		{ effect },
	),
];

/** Lists of pipelines. */
export const pipelineLists: readonly Rule[] = [...order, ...filters];
