import type { OperationId } from "@tenon/contract";
import type { Params } from "../../rule/address";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import type { ApiResponse } from "../../rule/response";
import { type Rule, rule } from "../../rule/rule";
import { Deviation } from "../../rule/verdict";
import { ChangedGroup } from "./changed-group";
import { destroying, lastPart, newcomer, reading, tooMany, writing } from "./lab";
import { hasIds, lists, omits } from "./lists";

const search = (caller: Caller, text: string, query: Params = {}): Promise<ApiResponse> =>
	caller.list("listGroups", { search: text, all_available: true, ...query });

/** Changes the name or path of the scene's leaf group, and returns its new full path. */
const renamed = async (t: Context, changes: Params): Promise<string> => (await (await ChangedGroup.of(t, "leaf_group")).change(changes)).string("full_path");

/** A search for each text must find the group, or not find it, for every caller who can see it. */
async function finds(t: Context, path: string, texts: readonly string[], isFound = true): Promise<void> {
	for (const text of texts)
		for (const caller of [t.as("owner"), t.as("outsider"), t.anonymous]) {
			const response = await search(caller, text);
			if (isFound) lists(t, response, path);
			else omits(t, response, path);
			omits(t, response, t.scene("group"), t.scene("subgroup"));
		}
}

/** Searching the list of groups. */
export const listSearch: readonly Rule[] = [
	writing.rule("GROUP-186, GROUP-187", "search finds groups by their names and by their paths.", "listGroups", async (t) => {
		const [name, path] = [t.unique("orchard"), t.unique("meadow")];
		await finds(t, await renamed(t, { name: `The ${name} of ${name}s`, path }), [name, path]);
	}),
	writing.assumed("GROUP-189", "A search for the path or name of a group also finds the groups below it.", "listGroups", async (t) => {
		const group = await ChangedGroup.of(t, "subgroup");
		const name = t.unique("fruit");
		// Its path stays the same: rules that run at the same time address it by the path.
		const full = (await group.change({ name })).string("full_path");
		const path = lastPart(full);
		const below = (await t.as("owner").list("listDescendantGroups", { id: group.id })).ok.pluck("full_path");
		if (below.length === 0) t.skip("the scene's subgroup has no groups below it");
		for (const text of [name, path, full]) {
			const response = await search(t.as("owner"), text);
			lists(t, response, full, ...below.map(String));
			omits(t, response, ...[t.scene("group"), t.scene("leaf_group")].filter((one) => !one.includes(text)));
		}
		const child = String(below[0]);
		const response = await search(t.as("owner"), `${path}/${lastPart(child).slice(0, 2)}`);
		lists(t, response, child);
		omits(t, response, full);
	}),
	writing.assumed(
		"GROUP-190",
		"A search term of three or more characters matches part of a name or path. A shorter one must equal the whole name or path.",
		"listGroups",
		async (t) => {
			const word = t.unique("word");
			const path = await renamed(t, { name: `${word} zqj` });
			await finds(t, path, [word.slice(1), word.slice(0, -1), "zqj", path]);
			await finds(t, path, ["zq", "z", "qj", lastPart(path).slice(0, 2), lastPart(path).slice(-2)], false);
			await renamed(t, { name: "zq" });
			await finds(t, path, ["zq", "ZQ"]);
			await finds(t, path, ["z"], false);
		},
	),
	writing.assumed(
		"GROUP-191",
		"All words of a search must match the same field, the name or the path. A phrase in double quotes counts as one word.",
		"listGroups",
		async (t) => {
			const [one, two] = [t.unique("green"), t.unique("apple")];
			const path = await renamed(t, { name: `${one} big ${two}`, path: t.unique("elsewhere") });
			await finds(t, path, [`${two} ${one}`, `"big ${two}" ${one}`, `${one} ${two}`]);
			// One word in the name and one in the path are in two fields.
			await finds(t, path, [`"${one} ${two}"`, `${one} pear-${two}`, `${one} ${lastPart(path)}`, `${one} øø`], false);
		},
	),
];

/** The order of the list of groups. */
export const listOrder: readonly Rule[] = [
	reading.assumed("GROUP-200", "order_by=similarity without a search sorts groups by name, in the direction of sort.", "listGroups", async (t) => {
		for (const query of [{}, { sort: "desc" }, { search: "" }]) {
			const plain = { per_page: 100, top_level_only: true };
			const { ids } = (await t.as("administrator").call("listGroups", { ...plain, ...(query.sort && { sort: query.sort }) })).ok;
			t.holds("there are several groups", ids.length > 1);
			await hasIds(t, "the order", ids, t.as("administrator").call("listGroups", { ...plain, ...query, order_by: "similarity" }));
		}
	}),
	writing.assumed(
		"GROUP-201",
		"order_by=similarity with a search puts the best match first, for both values of sort. A match in the path ranks above one in the name.",
		"listGroups",
		async (t) => {
			const [best, other] = [await ChangedGroup.of(t, "leaf_group"), await ChangedGroup.of(t, "subgroup")];
			const word = t.unique("word");
			// By name it would come last.
			await best.change({ path: word, name: `zz ${t.unique("name")}` });
			// Its path stays the same: rules that run at the same time address it by the path.
			await other.change({ name: word });
			for (const sort of [undefined, "asc", "desc"]) {
				const response = (await search(t.as("owner"), word, { order_by: "similarity", sort })).ok;
				const found = response.ids.filter((id) => id === best.id || id === other.id);
				t.same(`the order of sort=${sort}`, found, [best.id, other.id], response);
			}
			if (!t.given.hasControl) return;
			const garden = t.unique("garden").replaceAll("-", "");
			const made: number[] = [];
			for (const [path, name] of [
				["something", garden],
				[`${garden}-of-many-paths`, "Else"],
				[garden, "Other"],
			] as const)
				made.push((await t.given.record("groups", { full_path: path === "something" ? `${path}-${t.unique()}` : path, name })).id);
			const expected = [2, 0, 1].map((index) => made[index]);
			for (const sort of [undefined, "asc", "desc"])
				await hasIds(t, "the order", expected, search(t.as("administrator"), garden, { order_by: "similarity", sort }));
		},
	),
];

/** Parameters that address two groups in turn: a limit applies to the operation, not to each group or query. */
const params = (t: Context, operation: OperationId, turn = 0): Params => ({
	id: t.scene(turn % 2 === 0 ? "group" : "subgroup"),
	per_page: 1,
	...(operation === "getGroup" && { with_projects: false }),
	...(operation === "listInvitedGroups" && turn % 3 === 1 && { relation: ["direct"] }),
});

/** Sends a request below the limit, and sends it again if it is refused: a proxy may refuse a single request for its own reasons. */
async function served(send: () => Promise<ApiResponse>): Promise<void> {
	const response = await send();
	(response.status === 429 ? await send() : response).ok;
}

const slow = "the server is too slow to use up a minute's limit within a minute";

/** Sends as many requests as a minute allows, and one more; returns the last response. */
async function exhaust(t: Context, caller: Caller, operation: OperationId, limit: number): Promise<ApiResponse> {
	// The first request waits, because other rules may have sent some. With the control API none did.
	await served(() => caller.call(operation, params(t, operation), { impatient: t.given.hasControl }));
	const start = performance.now();
	for (let count = 1; count < limit; count++) await served(() => caller.call(operation, params(t, operation, count), { impatient: true }));
	const last = await caller.call(operation, params(t, operation, 1), { impatient: true });
	if (!t.given.hasControl && last.succeeded && performance.now() - start > 59_000) t.skip(slow);
	return last;
}

/** A user who has used up a limit. Behind a proxy that loses responses, the server counts more requests than the rule: then another user starts again. */
async function exhausted(t: Context, operation: OperationId, limit: number) {
	for (let turn = 1; ; turn++) {
		const { caller } = await newcomer(t);
		try {
			return { caller, last: await exhaust(t, caller, operation, limit) };
		} catch (error) {
			if (t.given.hasControl || turn === 8 || !(error instanceof Deviation)) throw error;
		}
	}
}

const unlimited = "the server is configured to accept more requests";

/** A request past a limit must be refused. The status and the body are assumed. */
function isRefused(t: Context, response: ApiResponse, body?: unknown): ApiResponse {
	t.holds("the request past the limit is refused", response.refused, response);
	t.assume("the refusal is a 429", response.status === 429, response);
	return response.status === 429 ? response.refuses(429, body) : response;
}

/** A user who reaches the limit must be refused, and other users must not. Where the clock can be moved, the limit must end after a minute. */
async function isLimited(t: Context, operation: OperationId, limit: number, body?: unknown): Promise<ApiResponse> {
	await t.given.limitRates();
	const other = await newcomer(t);
	const ask = (caller: Caller) => caller.call(operation, params(t, operation), { impatient: true });
	if (t.given.hasControl) await t.given.setClock("2026-03-01T00:00:00Z");
	const { caller: one, last } = await exhausted(t, operation, limit);
	// Only the limits for which the specification gives no number come with a body: a server may have other limits.
	if (body !== undefined && !t.given.hasControl && last.succeeded) t.skip(unlimited);
	const response = isRefused(t, last, body);
	t.assume("there is a header Retry-After", Number(response.header("retry-after")) > 0, response);
	await served(() => ask(other.caller));
	if (!t.given.hasControl) return response;
	// The specification states only for the limits with a number that they apply to administrators too.
	for (const caller of [t.anonymous, ...(body === undefined ? [t.as("administrator")] : [])]) isRefused(t, await exhaust(t, caller, operation, limit), body);
	await t.given.advance("59 seconds");
	isRefused(t, await ask(one));
	await t.given.advance("1 second");
	for (const caller of [one, t.anonymous]) await served(() => ask(caller));
	return response;
}

/** How many requests a minute are accepted. */
export const groupLimits: readonly Rule[] = [
	...(
		[
			["GROUP-168", "getGroup", 400],
			["GROUP-257", "listGroups", 200],
			["GROUP-317", "listGroupProjects", 600],
			["GROUP-464", "listGroupSharedGroups", 60],
		] as const
	).map(([claim, operation, limit]) =>
		destroying.assumed(claim, `${operation} accepts ${limit} requests a minute from each user. The next request returns 429.`, operation, async (t) => {
			await isLimited(t, operation, limit, tooMany);
		}),
	),
	// New users send the requests, so that no other user's limit is used up.
	writing.rule(
		"GROUP-482, GROUP-484..486, CONV-106, CONV-108",
		"listInvitedGroups accepts 60 requests a minute from each user. The next request returns 429 with Retry-After. After the minute, requests succeed again.",
		"listInvitedGroups",
		async (t) => {
			const response = isRefused(t, await isLimited(t, "listInvitedGroups", 60), tooMany);
			t.assume("Retry-After should be 60", response.header("retry-after") === "60", response);
		},
	),
	// Late in the run, and in no queue, since queues go first: anonymous callers have to wait afterwards.
	rule(
		"GROUP-483, CONV-107",
		"listInvitedGroups accepts 60 anonymous requests a minute from one IP address, however many clients share it. The next request is refused.",
		"listInvitedGroups",
		async (t) => {
			const clients = ["one", "other"].map((name) => t.anonymous.with({ "user-agent": name }));
			const ask = (turn: number, impatient = true) =>
				(clients[turn % 2] ?? t.anonymous).call("listInvitedGroups", params(t, "listInvitedGroups", turn >> 1), { impatient });
			// Behind a proxy that loses responses the first request may count several times.
			const few = t.given.hasControl ? 56 : 30;
			let served = 0;
			// Other requests without credentials in this minute also count. From the next minute on there cannot be many.
			for (let minute = 1; minute <= 3 && (served <= few || served > 60); minute++) {
				const isServed = async (turn: number, impatient?: boolean) => {
					const response = await ask(turn, impatient);
					if (response.refused) isRefused(t, response);
					return !response.refused && response.ok.succeeded;
				};
				if (!(await isServed(0, minute === 1))) continue;
				const start = performance.now();
				served = 1;
				// The minute that is counted may have begun before, and end meanwhile: then twice as many are accepted.
				// A proxy may refuse a single request for its own reasons: the limit is reached when both clients are refused.
				while (served <= 120 && ((await isServed(served)) || (await isServed(served + 1)))) served++;
				if (served > 60 && performance.now() - start > 59_000) t.skip(slow);
				if (served > 120) break;
			}
			t.holds("the 61st request is refused", served <= 60);
			t.holds(`more than ${few} requests succeed before it`, served > few);
			t.assume("60 requests succeed before it", served === 60 || !t.given.hasControl);
			(await (await newcomer(t)).caller.call("listInvitedGroups", params(t, "listInvitedGroups"))).ok;
		},
		{ phase: "sequences", effect: "writes" },
	),
];
