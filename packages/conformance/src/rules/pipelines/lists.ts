import { isDeepStrictEqual } from "node:util";
import { follows, rises } from "../../laws/orders";
import type { ActorName } from "../../rule/actors";
import type { Params } from "../../rule/address";
import type { Context } from "../../rule/context";
import { pause } from "../../rule/eventually";
import type { ApiResponse, Fields } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import { all, create, get, ids, laboratory, list, statuses } from "./lab";

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

/** Pipelines of many kinds in the scene's project, made through the control API; without one, the few kinds that the API can create. */
async function stock(t: Context): Promise<void> {
	const [ref, tag] = [t.scene("ref"), t.scene("tag_name")];
	if (!t.given.hasControl) {
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
 * The list must have exactly the pipelines that satisfy the predicate, and leave out at least one. Pipelines that appear, change or go
 * meanwhile are not compared.
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

/** The full record of a pipeline that was listed. Undefined if another client or another rule has deleted it since. */
async function remaining(t: Context, pipeline_id: unknown): Promise<ApiResponse | undefined> {
	const response = await t.as("maintainer").call("getPipeline", { id: t.scene("project"), pipeline_id });
	return response.status === 404 && !t.given.hasControl ? undefined : response.is(200);
}

/** The full records of the newest pipelines of a list, by id. */
async function inFull(t: Context, query: Params): Promise<Map<unknown, Fields>> {
	const full = new Map<unknown, Fields>();
	for (const { id } of (await list(t, { ...query, per_page: t.given.hasControl ? 100 : 20 })).is(200).items) {
		const pipeline = await remaining(t, id);
		if (pipeline) full.set(id, pipeline.fields);
	}
	return full;
}

/** Of the newest pipelines, the list must have exactly those whose full record satisfies the predicate. */
async function keepsInFull(t: Context, full: ReadonlyMap<unknown, Fields>, query: Params, holds: (pipeline: Fields) => boolean): Promise<void> {
	const listed = ids(await all(t, query)).filter((id) => full.has(id));
	const expected: number[] = [];
	for (const id of ids([...full.values()].filter(holds))) if (listed.includes(id) || (await remaining(t, id))) expected.push(id);
	t.same(`the newest pipelines for ${JSON.stringify(query)}`, listed.toSorted(rising), expected.toSorted(rising));
}

/** Records, order and pages. */
const order: readonly Rule[] = [
	rule(
		"PIPE-015, PIPE-016, PIPE-230",
		"An item of the list of pipelines has eleven fields and none of those that only full records have. An unnamed pipeline's name is null.",
		"listPipelines",
		async (t) => {
			await stock(t);
			t.assume("a new pipeline of a tag should have no name", ((await t.given.pipeline({ ref: t.scene("tag_name") })).field("name") ?? null) === null);
			const made = await t.given.pipeline();
			const listed = (await list(t, { per_page: 100 })).is(200);
			listed.every("without the fields of the full record", (one) => !fullOnly.some((name) => Object.hasOwn(one, name)));
			const isListed = listed.items.every((one) => Object.keys(one).sort().join() === listKeys.join());
			t.assume(`every item should have these fields: ${listKeys.join(", ")}`, isListed, listed);
			const entry = listed.items.find(({ id }) => id === made.field("id"));
			const expected = { ...Object.fromEntries(listKeys.map((name) => [name, made.field(name)])), name: null };
			t.assume("the item should have the values of the created pipeline, and name null", isDeepStrictEqual(entry, expected), listed);
		},
		{ effect },
	),
	rule(
		"PIPE-066",
		"order_by=user_id sorts pipelines by the id of the user who started them, in either direction. sort defaults to desc.",
		"listPipelines",
		async (t) => {
			const name = t.unique("Started");
			const users = new Map<number, number>();
			for (const who of ["owner", "maintainer", "maintainer", "owner"] as const) {
				const pipeline_id = (await create(t, {}, t.as(who))).ok.number("id");
				users.set(pipeline_id, t.user(who).id);
				(await t.as("maintainer").call("updatePipelineMetadata", { id: t.scene("project"), pipeline_id, name })).ok;
			}
			const up = [...users.values()].sort(rising);
			for (const [sort, expected] of [
				["asc", up],
				["desc", up.toReversed()],
				[undefined, up.toReversed()],
			] as const) {
				const listed = (await list(t, { name, order_by: "user_id", sort })).is(200);
				t.same(
					`the users of sort=${sort}`,
					listed.ids.map((id) => users.get(id)),
					expected,
					listed,
				);
			}
		},
		{ effect },
	),
	assumed("PIPE-093, PIPE-094", "source accepts the known sources and refuses any other value.", "listPipelines", async (t) => {
		for (const source of sources) (await list(t, { source })).is(200);
		for (const source of ["carrier_pigeon", "Push", ""]) (await list(t, { source })).refuses(400, { error: "source does not have a valid value" });
	}),
];

const unfinished: readonly unknown[] = ["created", "pending", "running", "preparing", "waiting_for_resource", "scheduled"];

/** Other filters, and an order, with which a list still has the pipeline. */
function besides({ status, source, ref, sha, name, user, yaml_errors, tag, created_at }: Fields): readonly Params[] {
	const [early, late] = [new Date(Date.parse(String(created_at)) - 60_000).toISOString(), "2100-01-01T00:00:00Z"];
	const times = [{ created_after: early }, { created_before: late }, { updated_after: early }, { updated_before: late }];
	const scopes = [{ scope: tag ? "tags" : "branches" }, ...(status === "pending" || status === "running" ? [{ scope: status }] : [])];
	const shown = [
		{ status },
		{ source },
		{ ref },
		{ sha },
		...(name ? [{ name }] : []),
		{ username: Object(user).username },
		{ yaml_errors: yaml_errors !== null },
	];
	return [...shown, ...times, ...scopes, ...[{ order_by: "user_id" }, {}].map((order) => ({ ...order, sort: "asc", created_after: early }))];
}

/** Filters. */
const filters: readonly Rule[] = [
	rule(
		"PIPE-071",
		"scope=finished lists no unfinished pipelines.",
		"listPipelines",
		async (t) => {
			await stock(t);
			const listed = [...(await all(t, { scope: "finished" })), ...(await list(t, { scope: "finished", page: 2, per_page: 5 })).is(200).items];
			t.holds("there are finished pipelines", listed.length > 0);
			const found = listed.filter(({ status }) => unfinished.includes(status));
			t.same("the unfinished pipelines in the list", found, []);
		},
		{ effect },
	),
	rule(
		"PIPE-071, PIPE-073, PIPE-075, PIPE-086, PIPE-088, PIPE-090, PIPE-092, PIPE-218, PIPE-231, CONV-132, CONV-133",
		"A pipeline that a filter omits is also omitted beside every other filter, and so is a child pipeline without source, a deleted pipeline or a former name.",
		["listPipelines", "deletePipeline", "updatePipelineMetadata"],
		async (t) => {
			const [id, former] = [t.scene("project"), t.unique("Former")];
			const made = async (ref: string, who: ActorName) => {
				const pipeline_id = (await create(t, { ref }, t.as(who))).ok.number("id");
				for (const name of [former, t.unique("Named")]) (await t.as("maintainer").call("updatePipelineMetadata", { id, pipeline_id, name })).ok;
				return (await get(t, pipeline_id)).fields;
			};
			const [ofBranch, ofTag, deleted] = [
				await made(t.scene("ref"), "maintainer"),
				await made(t.scene("tag_name"), "owner"),
				await made(t.scene("ref"), "owner"),
			];
			(await t.as("owner").call("deletePipeline", { id, pipeline_id: Number(deleted.id) })).ok;
			const { ref, sha, status, name } = ofBranch;
			if (t.given.hasControl) await t.given.record("pipelines", { project: id, source: "parent_pipeline", parent_id: ofBranch.id, ref, sha, status, name });
			const [child] = (await list(t, { source: "parent_pipeline", per_page: 1 })).is(200).items;
			const rows: readonly (readonly [filter: Params, pipeline: Fields, isWrong?: (item: Fields) => boolean])[] = [
				[{ scope: "finished" }, ofBranch, ({ status }) => unfinished.includes(status)],
				[{ source: "web" }, ofBranch, ({ source }) => source !== "web"],
				[{ scope: "tags" }, ofBranch],
				[{ username: t.user("owner").username }, ofBranch],
				[{ yaml_errors: true }, ofBranch],
				[{ name: former }, ofBranch],
				[{ scope: "branches" }, ofTag],
				[{ username: t.user("maintainer").username }, ofTag],
				[{ created_before: "2000-01-01T00:00:00Z" }, ofTag],
				[{}, deleted],
				...(child ? [[{}, (await get(t, child.id)).fields] as const] : []),
			];
			for (const [filter, one, isWrong = () => true] of rows)
				for (const beside of besides(one).filter((other) => !Object.keys(other).some((name) => Object.hasOwn(filter, name)))) {
					if (beside.source === "parent_pipeline") continue;
					const listed = (await list(t, { ...filter, ...beside, per_page: 100 })).is(200);
					const wrong = listed.items.filter((item) => item.id === one.id && isWrong(item));
					t.same(`the pipelines with ${JSON.stringify({ ...filter, ...beside })} that should be omitted`, wrong, [], listed);
				}
		},
		{ id: "PIPE-071/beside", effect },
	),
	rule(
		"PIPE-073, PIPE-075",
		"scope=branches lists only pipelines of branches; scope=tags lists only pipelines of tags.",
		"listPipelines",
		async (t) => {
			const [ref, tag] = [t.scene("ref"), t.scene("tag_name")];
			const [newest, newestOfTag] = [(await create(t, { ref })).ok.number("id"), (await create(t, { ref: tag })).ok.number("id")];
			for (const [scope, own, other, id] of [
				["branches", ref, tag, newest],
				["tags", tag, ref, newestOfTag],
			] as const) {
				const listed = await all(t, { scope });
				const refs = listed.map((one) => one.ref);
				t.holds(`${own} is listed with scope=${scope}, ${other} is not`, refs.includes(own) && !refs.includes(other));
				t.assume(`no older pipeline of ${own} is listed`, Number(listed.find((one) => one.ref === own)?.id) >= Number(id));
				for (const { id } of listed.slice(0, 10)) (await get(t, id)).has({ tag: scope === "tags" });
				t.assume(`no ref is listed twice with scope=${scope}`, new Set(refs).size === refs.length);
			}
		},
		{ effect },
	),
	assumed(
		"PIPE-074, PIPE-076",
		"scope=branches lists the newest pipeline of each existing branch; scope=tags lists the newest pipeline of each existing tag.",
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
	rule(
		"PIPE-086, PIPE-088, PIPE-089, PIPE-125",
		"username filters pipelines by who started them. yaml_errors=true lists those with a configuration error; yaml_errors=false lists the others.",
		["listPipelines", "getPipeline"],
		async (t) => {
			await stock(t);
			const [full, children] = [await inFull(t, {}), await inFull(t, { source: "parent_pipeline" })];
			const names = new Set([...full.values()].map(({ user }) => String(Object(user).username)));
			t.holds("at least two users have started pipelines", names.size > 1);
			for (const [some, query] of [
				[full, {}],
				[children, { source: "parent_pipeline" }],
			] as const) {
				// The beginning of a username finds nothing, unless it is another username.
				for (const username of new Set([...names].flatMap((name) => [name, name.slice(0, -1) || name])))
					await keepsInFull(t, some, { ...query, username }, ({ user }) => Object(user).username === username);
				await keepsInFull(t, some, { ...query, yaml_errors: true }, ({ yaml_errors }) => yaml_errors !== null);
			}
			const [broken, sound] = [ids(await all(t, { yaml_errors: true })), new Set(ids(await all(t, { yaml_errors: false })))];
			for (const [id, { yaml_errors }] of full) {
				const isBroken = broken.includes(Number(id));
				if (isBroken) t.holds("yaml_errors is a string", typeof yaml_errors === "string" && yaml_errors !== "");
				for (const caller of [t.as("guest"), t.as("outsider"), t.anonymous]) {
					const read = await caller.call("getPipeline", { id: t.scene("project"), pipeline_id: id });
					if (read.succeeded) read.has({ yaml_errors });
				}
				t.assume(`pipeline ${String(id)} should be listed only with yaml_errors=${isBroken}`, sound.has(Number(id)) !== isBroken || !(await remaining(t, id)));
			}
			if (broken.length === 0) t.skip("the project has no pipeline with an invalid configuration");
			t.holds("not all pipelines are listed", broken.length < (await all(t)).length);
		},
		{ effect },
	),
	rule(
		"PIPE-090..092, PIPE-095..098, PIPE-108",
		"Child pipelines are listed only with source=parent_pipeline, and the limits of time filter them too. They can be read by id.",
		["listPipelines", "getPipeline"],
		async (t) => {
			await stock(t);
			const children = await all(t, { source: "parent_pipeline" });
			if (children.length === 0) t.skip("the project has no child pipeline");
			for (const { id, source } of children) t.same(`the source of ${id}`, source, "parent_pipeline");
			const hidden = ids(children);
			t.same("the child pipelines, the newest first", hidden, hidden.toSorted(rising).toReversed());
			for (const order_by of ["status", "ref"] as const) {
				const found = (await all(t, { source: "parent_pipeline", order_by, sort: "asc" })).map((one) => String(one[order_by]));
				const isRising = rises(found);
				t.holds(`the child pipelines should come by ${order_by}`, isRising || (order_by === "status" && follows(found, [...new Set(found)])));
				t.assume(`the child pipelines should come by ${order_by} as by the alphabet`, isRising);
			}
			const besides: Params[] = [{ scope: "finished" }, { order_by: "updated_at" }, { sort: "asc" }, { username: t.user("owner").username }];
			for (const field of ["status", "ref", "sha", "name"])
				for (const value of new Set(children.flatMap((one) => one[field] ?? []))) {
					besides.push({ [field]: value });
					const found = ids(await all(t, { source: "parent_pipeline", [field]: value }));
					t.same(`the child pipelines of ${field} ${String(value)}`, found, ids(children.filter((one) => one[field] === value)));
				}
			for (const name of ["created", "updated"])
				for (const side of ["after", "before"]) {
					const time = (one: Fields): number => Date.parse(String(one[`${name}_at`]));
					const bound = Math[side === "after" ? "max" : "min"](...children.map(time));
					const found = await all(t, { source: "parent_pipeline", [`${name}_${side}`]: new Date(bound).toISOString() });
					const wrong = found.filter((one) => (side === "after" ? time(one) < bound : time(one) > bound));
					t.same(`the child pipelines that ${name}_${side} should omit`, ids(wrong), []);
				}
			for (const beside of [{}, ...besides])
				for (const query of [beside, { ...beside, source: "web" }]) {
					const found = (await all(t, query)).filter((one) => one.source === "parent_pipeline" || hidden.includes(Number(one.id)));
					t.same(`the child pipelines for ${JSON.stringify(query)}`, found, []);
				}
			const [top] = ids(await all(t, {}));
			for (const id of hidden.slice(0, 3)) {
				(await get(t, id)).has({ id, source: "parent_pipeline" });
				// Callers who can read another pipeline of the project can read these.
				for (const caller of [t.as("guest"), t.as("outsider"), t.anonymous]) {
					const read = (pipeline_id: unknown) => caller.call("getPipeline", { id: t.scene("project"), pipeline_id });
					if (top !== undefined && (await read(top)).succeeded) (await read(id)).is(200).has({ id });
				}
			}
			await keeps(t, { source: "web" }, ({ source }) => source === "web");
		},
		{ effect },
	),
	assumed(
		"PIPE-099, PIPE-100, CONV-034",
		"For pipelines, updated_after and updated_before include the given time; created_after and created_before exclude it.",
		"listPipelines",
		async (t) => {
			const { created_at, id, updated_at } = (await t.given.pipeline()).fields;
			// Cancel it first, so that its end does not change updated_at later.
			(await t.as("maintainer").call("cancelPipeline", { id: t.scene("project"), pipeline_id: id })).is(200);
			await pause(3);
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
];

/** Lists of pipelines. */
export const pipelineLists: readonly Rule[] = [...order, ...filters];
