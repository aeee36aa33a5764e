import type { Params } from "../../rule/address";
import type { Fields } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import { assumed, type Rule } from "../../rule/rule";
import { ask, contact, holdsExactly, idsOf, type ListName, listNames, listOf, runnerIn, walk } from "./lists";

/** The numbers of the claims on each list, in its order: `listRunners`, `listAllRunners`, `listProjectRunners`, `listGroupRunners`. */
type Row = readonly [number | undefined, number | undefined, number | undefined, number | undefined];

const onLists = (row: Row, make: (name: ListName, t: Context) => Promise<void>, effect: "reads" | "writes" = "writes") =>
	listNames.flatMap((name, index): Rule[] => {
		const number = row[index];
		return number === undefined ? [] : [byClaim(`RUNNER-${number}`, async (t) => await make(name, t), { effect })];
	});

/** Filters whose runners the list itself tells. */
const response: readonly {
	row: Row;
	filters: readonly [Params, string, (runner: Fields) => boolean][];
	/** Makes what the demo of a server may lack. */
	make?: (t: Context, name: ListName) => Promise<void>;
}[] = [
	{
		row: [109, 141, 174, undefined],
		make: paused,
		filters: [
			[{ scope: "active" }, "not paused", ({ paused }) => paused === false],
			[{ scope: "paused" }, "paused", ({ paused }) => paused === true],
		],
	},
	{
		row: [110, 142, 175, undefined],
		make: online,
		filters: [
			[{ scope: "online" }, "online", ({ online }) => online === true],
			[{ scope: "offline" }, "offline", ({ online }) => online === false],
		],
	},
	{
		row: [undefined, 144, undefined, undefined],
		make: instance,
		filters: [[{ scope: "shared" }, ...ofType("instance_type")]],
	},
	{
		row: [undefined, 147, 178, 207],
		make: instance,
		filters: [[{ type: "instance_type" }, ...ofType("instance_type")]],
	},
	{ row: [115, 148, 179, 208], make: both, filters: [[{ type: "group_type" }, ...ofType("group_type")]] },
	{
		row: [116, 149, 180, undefined],
		make: both,
		filters: [[{ type: "project_type" }, ...ofType("project_type")]],
	},
	{
		row: [119, 152, 183, 212],
		make: online,
		filters: [[{ status: "online" }, "online", ({ online }) => online === true]],
	},
	{
		row: [121, 154, 185, 214],
		make: online,
		filters: [[{ status: "offline" }, "offline", ({ online }) => online === false]],
	},
	{
		row: [123, 156, 187, 216],
		make: online,
		filters: [[{ status: "stale" }, "stale", ({ status }) => status === "stale"]],
	},
	{
		row: [124, 157, 188, 217],
		make: online,
		filters: [[{ status: "never_contacted" }, "without contact", ({ online }) => online === null]],
	},
	{
		row: [125, 158, 189, 218],
		make: paused,
		filters: [
			[{ status: "active" }, "not paused", ({ paused }) => paused === false],
			[{ status: "paused" }, "paused", ({ paused }) => paused === true],
		],
	},
	{
		row: [128, 161, 192, 221],
		make: paused,
		filters: [
			[{ paused: false }, "not paused", ({ paused }) => paused === false],
			[{ paused: true }, "paused", ({ paused }) => paused === true],
		],
	},
];

function ofType(type: string): [string, (runner: Fields) => boolean] {
	return [`of ${type}`, ({ runner_type }) => runner_type === type];
}

async function paused(t: Context, name: ListName): Promise<void> {
	await runnerIn(t, name, { paused: true });
	await runnerIn(t, name);
}

/** One that is online, and one that never was. */
async function online(t: Context, name: ListName): Promise<void> {
	await contact(t, (await runnerIn(t, name)).string("token"));
	await runnerIn(t, name);
}

async function instance(t: Context, name: ListName): Promise<void> {
	await t.given.instanceRunner();
	await runnerIn(t, name);
}

async function both(t: Context, name: ListName): Promise<void> {
	await t.given.runner();
	if (name === "listGroupRunners") await t.given.instanceRunner();
	else await t.given.projectRunner();
}

/** A filter finds the first of two new runners, and not the second. */
async function tellsApart(t: Context, name: ListName, filter: Params, wanted: number, others: readonly number[]) {
	const found = idsOf(await walk(listOf(t, name), filter));
	t.holds(`runner ${wanted} should be found by ${JSON.stringify(filter)}`, found.includes(wanted));
	for (const other of others) t.holds(`runner ${other} should not be found by ${JSON.stringify(filter)}`, !found.includes(other));
}

const made: readonly Rule[] = [
	...onLists([120, 153, 184, 213], async (name, t) => {
		const resting = await runnerIn(t, name, { paused: true });
		const silent = await runnerIn(t, name, { paused: true });
		await contact(t, resting.string("token"));
		await tellsApart(t, name, { status: "online" }, resting.number("id"), [silent.number("id")]);
	}),
	...onLists([122, 155, 186, 215], async (name, t) => {
		const silent = await runnerIn(t, name);
		const found = await walk(listOf(t, name), { status: "offline" });
		if (found.length === 0) t.skip("no runner of the list is offline: add one");
		t.holds(
			"every runner of status=offline should have had contact",
			found.every((one) => one.online === false),
		);
		t.holds("a new runner should not be of status=offline", !idsOf(found).includes(silent.number("id")));
	}),
	...onLists([130, 163, 194, 223], async (name, t) => {
		const [tag, other] = [t.unique("tag"), t.unique("tag")];
		const [one, two] = [await runnerIn(t, name, { tag_list: [tag] }), await runnerIn(t, name, { tag_list: [other] })];
		const found = await walk(listOf(t, name), { tag_list: tag });
		t.same("the runners of the tag", idsOf(found), [one.number("id")]);
		t.same("those of the other", idsOf(await walk(listOf(t, name), { tag_list: other })), [two.number("id")]);
	}),
	...onLists([131, 164, 195, 224], async (name, t) => {
		const [tag, other] = [t.unique("tag"), t.unique("tag")];
		const both = await runnerIn(t, name, { tag_list: [tag, other, t.unique("tag")] });
		for (const tag_list of [[tag], [other]]) await runnerIn(t, name, { tag_list });
		const found = await walk(listOf(t, name), { tag_list: `${tag},${other}` });
		t.same("the runners that have both tags", idsOf(found), [both.number("id")]);
	}),
	...onLists([135, 168, 199, 228], async (name, t) => {
		const tag = t.unique("tag");
		const of = async (params: Params) => await runnerIn(t, name, { tag_list: [tag], ...params });
		const wanted = await of({ paused: true });
		const [awake, silent, untagged] = [await of({}), await of({ paused: true }), await of({ tag_list: [], paused: true })];
		for (const one of [wanted, awake, untagged]) await contact(t, one.string("token"));
		const type = name === "listGroupRunners" ? "group_type" : "project_type";
		const filter = { tag_list: tag, paused: true, status: "online", type };
		await tellsApart(
			t,
			name,
			filter,
			wanted.number("id"),
			[awake, silent, untagged].map((one) => one.number("id")),
		);
		const other = type === "group_type" ? "instance_type" : "group_type";
		t.same("the runners of another type", await walk(listOf(t, name), { ...filter, type: other }), []);
		t.same("those of another version", await walk(listOf(t, name), { ...filter, version_prefix: "999" }), []);
	}),
];

const refused: readonly { row: Row; params: Params; error: string }[] = [
	{ row: [111, 143, 176, undefined], params: { scope: "unknown" }, error: "scope does not have a valid value" },
	{ row: [117, 150, 181, 210], params: { type: "bogus" }, error: "type does not have a valid value" },
	{ row: [126, 159, 190, 219], params: { status: "bogus" }, error: "status does not have a valid value" },
	{ row: [134, 167, 198, 227], params: { version_prefix: "V15" }, error: "version_prefix is invalid" },
];

export const listFilters: readonly Rule[] = [
	...response.flatMap(({ row, filters, make }) =>
		onLists(row, async (name, t) => {
			await make?.(t, name);
			for (const filter of filters) await holdsExactly(t, listOf(t, name), ...filter);
		}),
	),
	...made,
	...refused.flatMap(({ row, params, error }) => onLists(row, async (name, t) => void (await ask(listOf(t, name), params)).refuses(400, { error }), "reads")),
	assumed("RUNNER-112", 'scope=specific or scope=shared on GET /runners answers 400 {"message":"Scope contains invalid value"}.', "listRunners", async (t) => {
		for (const scope of ["specific", "shared"]) (await ask(listOf(t, "listRunners"), { scope })).refuses(400, { error: "scope does not have a valid value" });
	}),
	assumed("RUNNER-114", "GET /runners?type=instance_type answers 200 [].", "listRunners", async (t) => {
		t.same("the list", (await ask(listOf(t, "listRunners"), { type: "instance_type" })).is(200).json, []);
	}),
	assumed("RUNNER-209", "GET /groups/:id/runners?type=project_type answers 200 [].", "listGroupRunners", async (t) => {
		t.same("the list", (await ask(listOf(t, "listGroupRunners"), { type: "project_type" })).is(200).json, []);
	}),
	assumed(
		"RUNNER-145",
		"scope=specific returns only group and project runners.",
		"listAllRunners",
		async (t) => {
			await both(t, "listAllRunners");
			await t.given.instanceRunner();
			const list = listOf(t, "listAllRunners");
			await holdsExactly(t, list, { scope: "specific" }, "not shared", (one) => one.runner_type !== "instance_type");
		},
		{ effect: "writes" },
	),
	assumed(
		"RUNNER-205",
		"A `scope` sent to GET /groups/:id/runners is ignored (200, unfiltered).",
		"listGroupRunners",
		async (t) => {
			await paused(t, "listGroupRunners");
			const list = listOf(t, "listGroupRunners");
			const whole = idsOf(await walk(list));
			for (const scope of ["paused", "online", "unknown"]) t.same(`the runners with scope=${scope}`, idsOf(await walk(list, { scope })), whole);
		},
		{ effect: "writes" },
	),
];
