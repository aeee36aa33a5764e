import { isDeepStrictEqual } from "node:util";
import type { Params } from "../../rule/address";
import type { Context } from "../../rule/context";
import type { Fields } from "../../rule/response";
import { groupSettings, type Rule } from "../../rule/rule";
import { ask, assumed, contact, idsOf, type Kind, kinds, type List, type ListName, listNames, listOf, make, reads, rule, stoppedClock, walk } from "./lab";

/** A runner that the rule created, with the properties that filters use. Times are hours ago. */
interface Own {
	readonly id: number;
	readonly kind: Kind;
	readonly paused: boolean;
	readonly created: number;
	readonly contacted: number | null;
	readonly tags: readonly string[];
	readonly versions: readonly string[];
}

/** The kinds of runners that each list shows to its reader. */
const shownIn: { readonly [name in ListName]: readonly Kind[] } = {
	listRunners: ["group", "project"],
	listAllRunners: kinds,
	listProjectRunners: kinds,
	listGroupRunners: ["instance", "group"],
};

const versions = [["15.0.3"], ["15.1.0"], ["16.1.241"], ["16.1.2", "14.0.0"], ["160.0.0"], []] as const;

/** Runners of every kind that differ in all properties that filters use. Only the control API creates those with times in the past. */
async function variety(t: Context): Promise<{ own: readonly Own[]; tag: string; second: string; third: string }> {
	const [tag, second, third] = [t.unique("tag"), t.unique("tag"), t.unique("tag")];
	const own: Own[] = [];
	for (const kind of kinds)
		for (const paused of [false, true])
			for (const isInContact of kind === "group" ? [false, true] : [paused]) {
				const tags = isInContact ? [tag, second, ...(paused ? [third] : [])] : paused ? [tag] : [];
				const runner = await make(t, kind, { paused, tag_list: tags });
				if (isInContact) await contact(t, runner.string("token"));
				own.push({ id: runner.number("id"), kind, paused, created: 0, contacted: isInContact ? 0 : null, tags, versions: [] });
			}
	if (!t.given.hasControl) return { own, tag, second, third };
	const ago = await stoppedClock(t);
	const places = { instance: {}, group: { group: t.scene("group") }, project: { projects: [t.scene("project")] } };
	let turn = 0;
	for (const kind of kinds)
		for (const paused of [false, true])
			for (const [created, contacted] of [
				[720, 1],
				[720, 24],
				[24, 24],
				[720, 240],
				[720, null],
			] as const) {
				turn += 1;
				const tags = [[tag], [tag, second], [second, "linux", tag], []][turn % 4] ?? [];
				const ofRunner = versions[turn % versions.length] ?? [];
				const times = { created_at: ago(created), contacted_at: contacted === null ? null : ago(contacted) };
				const { id } = await t.given.record("runners", { ...places[kind], paused, tag_list: tags, ...times });
				for (const version of ofRunner) await t.given.record("runner_managers", { runner_id: id, version, contacted_at: null });
				own.push({ id, kind, paused, created, contacted, tags, versions: ofRunner });
			}
	return { own, tag, second, third };
}

/** A filter: which runners pass, and how a record shows that it does. */
interface Filter {
	readonly params: Params;
	readonly passes: (one: Own) => boolean;
	readonly shows?: (record: Fields) => boolean;
	/** How a record shows that it does not pass; by default the opposite of `shows`. */
	readonly denies?: (record: Fields) => boolean;
	/** Whether the specification leaves open that a runner passes. */
	readonly open?: (one: Own) => boolean;
	/** The lists that have the parameter with the value; by default all. */
	readonly lists?: readonly ListName[];
}

const isOnline = ({ contacted }: Own): boolean => contacted !== null && contacted < 2;
const isOffline = ({ contacted }: Own): boolean => contacted !== null && contacted >= 2;
const isStale = ({ created, contacted }: Own): boolean => Math.min(created, contacted ?? created) >= 168;

const isInContact = ({ online, status }: Fields): boolean => online === true || status === "online";

/** The runners that each value finds. A paused runner may have the status `paused` and no other. */
const states: { readonly [value: string]: Pick<Filter, "passes" | "shows" | "denies" | "open"> } = {
	active: { passes: ({ paused }) => !paused, shows: ({ paused }) => paused === false },
	paused: { passes: ({ paused }) => paused, shows: ({ paused }) => paused === true },
	online: { passes: isOnline, shows: ({ online }) => online === true, open: (one) => one.paused && isOnline(one) },
	// Whether online is false or null for a runner that is not in contact is left open.
	offline: {
		passes: isOffline,
		shows: ({ status }) => status === "offline",
		denies: isInContact,
		// Runners that never made contact may also be offline.
		open: (one) => one.contacted === null || (one.paused && isOffline(one)),
	},
	// A list may show a paused runner as paused.
	stale: {
		passes: isStale,
		shows: ({ status }) => status === "stale",
		denies: ({ status }) => status !== "stale" && status !== "paused",
		open: (one) => one.paused && isStale(one),
	},
	never_contacted: {
		passes: ({ contacted }) => contacted === null,
		shows: ({ status }) => status === "never_contacted",
		denies: (one) => isInContact(one) || one.status === "offline",
		open: (one) => one.paused && one.contacted === null,
	},
};
const withScope: readonly ListName[] = ["listRunners", "listAllRunners", "listProjectRunners"];
const scope = (value: string): Filter => ({ params: { scope: value }, passes: () => true, ...states[value], lists: withScope });
const status = (value: string): Filter => ({ params: { status: value }, passes: () => true, ...states[value] });
const isPaused = (paused: boolean): Filter => ({ params: { paused }, ...(paused ? states.paused : states.active), passes: (one) => one.paused === paused });
const ofType = (kind: Kind): Filter => ({
	params: { type: `${kind}_type` },
	passes: (one) => one.kind === kind,
	shows: ({ runner_type }) => runner_type === `${kind}_type`,
});
const tagged = (...tags: readonly string[]): Filter => ({
	params: { tag_list: tags.join(",") },
	passes: (one) => tags.every((tag) => one.tags.includes(tag)),
});
/** The same, sent as a list. That comma-separated text is also accepted is assumed. */
const taggedAll = (...tags: readonly string[]): Filter => ({ ...tagged(...tags), params: { tag_list: tags } });
const ofVersion = (prefix: string): Filter => ({
	params: { version_prefix: prefix },
	passes: (one) => one.versions.some((version) => `${version}.`.startsWith(`${prefix}.`)),
});
const ofInstance: Filter = { ...ofType("instance"), params: { scope: "shared" }, lists: ["listAllRunners"] };
const notOfInstance: Filter = {
	params: { scope: "specific" },
	passes: ({ kind }) => kind !== "instance",
	shows: ({ is_shared }) => is_shared === false,
	lists: ["listAllRunners"],
};

/** The own runners that a list should show with these filters. */
const expected = (own: readonly Own[], name: ListName, ...filters: readonly Filter[]): number[] => fitting(own, shownIn[name], ...filters);
const fitting = (own: readonly Own[], kinds: readonly Kind[], ...filters: readonly Filter[]): number[] =>
	idsOf(own.filter((one) => kinds.includes(one.kind) && filters.every(({ passes }) => passes(one))).map(({ id }) => ({ id })));

/** Each list, and the lists of a subgroup and of another project, which show the runners of the group and of the instance. */
const everyList = (t: Context): readonly (readonly [list: List, kinds: readonly Kind[]])[] => [
	...listNames.map((name) => [listOf(t, name), shownIn[name]] as const),
	[listOf(t, "listGroupRunners", "owner", { id: t.scene("subgroup") }), ["instance", "group"]],
	[listOf(t, "listProjectRunners", "owner", { id: t.scene("internal_project") }), ["instance", "group"]],
];

const denies = ({ shows, denies: isDenied = (one) => shows?.(one) === false }: Filter, record: Fields): boolean => isDenied(record);

/** With a filter, each list must show exactly the own runners that pass, and exactly those other runners whose record shows that they pass. */
async function filterLists(t: Context, own: readonly Own[], filters: readonly Filter[]): Promise<void> {
	for (const [list, kinds] of everyList(t)) {
		const { name } = list;
		const whole = await walk(list);
		t.same(`the own runners in ${name}`, ownOf(own, whole), fitting(own, kinds));
		for (const filter of filters.filter(({ lists = listNames }) => lists.includes(name))) {
			const found = await walk(list, filter.params);
			const what = `${name} with ${JSON.stringify(filter.params)}`;
			const { open, shows } = filter;
			const isSure = (id: number) => !own.some((one) => one.id === id && open?.(one));
			const [all, passing] = [ownOf(own, found), fitting(own, kinds, filter)];
			t.same(`the own runners in ${what}`, all.filter(isSure), passing.filter(isSure));
			t.assume(`the own runners in ${what} should be those that pass`, isDeepStrictEqual(all, passing));
			// What is open for a status is the same for the scope of that name.
			const { scope } = filter.params;
			if (scope === "online" || scope === "offline")
				t.same(`the own runners in ${what}, and of that status`, all, ownOf(own, await walk(list, { status: scope })));
			for (const one of found) t.holds(`runner ${one.id} should not be in ${what}`, !denies(filter, one));
			if (!shows) continue;
			for (const one of whole) {
				if (!shows(one) || (open && one.paused === true) || found.some(({ id }) => id === one.id)) continue;
				// Another client may have changed or removed it in between.
				const now = await t.as("administrator").call("getRunner", { id: one.id });
				t.holds(`runner ${one.id} should be in ${what}`, !now.succeeded || !shows(now.fields));
			}
		}
	}
}
/** For rules that compare the lists of a subgroup: another rule disables its instance runners for a while. */
const apart = { alone: groupSettings };
const ownOf = (own: readonly Own[], found: readonly Fields[]): number[] => idsOf(found).filter((id) => own.some((one) => one.id === id));

const filtering = (level: typeof rule, ids: string, title: string, ...filters: readonly Filter[]): Rule =>
	level(ids, title, listNames, async (t) => await filterLists(t, (await variety(t)).own, filters), apart);

/** The order of two tags must not change a list, whether a runner must have one of them or both. */
async function lookAtAll(t: Context, list: List, ...tags: readonly string[]): Promise<void> {
	const [one, other] = [await ask(list, { tag_list: tags }), await ask(list, { tag_list: tags.toReversed() })];
	t.same(`the runners of ${list.name} with ${tags.toReversed().join(", ")}`, other.ok.ids, one.ok.ids, other);
}

/** Registered runners of the group, one for each version. All lists show them. The control API gives one of them a second manager. */
async function ofVersions(t: Context): Promise<Own[]> {
	const own: Own[] = [];
	for (const ofRunner of versions) {
		const [version, ...further] = ofRunner;
		const runner = await t.given.registeredRunner(version === undefined ? {} : { info: { version } });
		await contact(t, runner.string("token"));
		const [id, facts] = [runner.number("id"), { kind: "group", paused: false, created: 0, contacted: 0, tags: [] } as const];
		if (t.given.hasControl) for (const one of further) await t.given.record("runner_managers", { runner_id: id, version: one, contacted_at: null });
		own.push({ id, ...facts, versions: t.given.hasControl ? ofRunner : ofRunner.slice(0, 1) });
	}
	return own;
}
const versioned = (level: typeof rule, ids: string, title: string, ...prefixes: readonly string[]): Rule =>
	level(
		ids,
		title,
		listNames,
		async (t) => {
			await foundByMachines(t);
			await filterLists(t, await ofVersions(t), prefixes.map(ofVersion));
		},
		apart,
	);

/** The server's runners must be found by the version of each of their managers. */
async function foundByMachines(t: Context): Promise<void> {
	for (const [list] of everyList(t))
		for (const { id } of (await ask(list, { status: "online", per_page: 20 })).ok.items) {
			const look = () => t.as("administrator").call("listRunnerManagers", { id: Number(id) });
			const response = await look();
			// Another client may have removed it in between.
			for (const { version } of response.succeeded ? response.items : []) {
				const [version_prefix] = /^\d+\.\d+(?=\.)/.exec(String(version)) ?? [];
				if (!version_prefix || idsOf(await walk(list, { version_prefix })).includes(Number(id))) continue;
				t.holds(`the prefix ${version_prefix} should find runner ${id} in ${list.name}`, (await look()).refused);
			}
		}
}

/** How the lists are paged and filtered. */
export const lists: readonly Rule[] = [
	assumed("RUNNER-106, RUNNER-138, RUNNER-171, RUNNER-202", "Lists of runners are sorted by newest first, on all pages.", listNames, async (t) => {
		const tag_list = t.unique("tag");
		const made: number[] = [];
		for (let count = 0; count < 5; count++) made.unshift((await t.given.runner({ tag_list })).number("id"));
		for (const name of listNames)
			for (const size of [2, 100]) {
				const pages = await walk(listOf(t, name), { tag_list }, size);
				t.same(
					`the runners of ${name} on pages of ${size}`,
					pages.map(({ id }) => id),
					made,
				);
			}
	}),
	filtering(
		rule,
		"RUNNER-109, RUNNER-141, RUNNER-174, RUNNER-110, RUNNER-142, RUNNER-175, RUNNER-144",
		"scope filters runners by state, like status does. scope=shared lists only instance runners.",
		...["active", "paused", "online", "offline"].map(scope),
		ofInstance,
	),
	filtering(assumed, "RUNNER-145", "scope=specific lists only group and project runners.", notOfInstance),
	filtering(
		rule,
		"RUNNER-115, RUNNER-116, RUNNER-147..149, RUNNER-178..180, RUNNER-207, RUNNER-208",
		"type lists only the runners of that type.",
		...kinds.map(ofType),
	),
	filtering(
		rule,
		"RUNNER-119, RUNNER-152, RUNNER-183, RUNNER-212, RUNNER-094, RUNNER-120..125, RUNNER-153..158, RUNNER-184..189, RUNNER-213..218, RUNNER-128, RUNNER-161, RUNNER-192, RUNNER-221",
		"status filters by contact: offline includes stale runners, and online includes paused ones. The deprecated values active and paused filter like paused.",
		...Object.keys(states).map(status),
		isPaused(true),
		isPaused(false),
	),
	...(
		[
			[rule, "RUNNER-130, RUNNER-163, RUNNER-194, RUNNER-223", "tag_list lists only the runners with the tag.", 1],
			[
				assumed,
				"RUNNER-131, RUNNER-164, RUNNER-195, RUNNER-224, CONV-040",
				"With several comma-separated tags in tag_list, a runner must have all of them. Tags are case-sensitive.",
				2,
			],
		] as const
	).map(([level, ids, title, count]) =>
		level(
			ids,
			title,
			listNames,
			async (t) => {
				const { own, tag, second, third } = await variety(t);
				const filters =
					count === 1
						? [tagged(tag), tagged(second), tagged(tag.slice(0, -1)), tagged(`${tag}-`), tagged(t.unique("none"))]
						: [tagged(tag, second, third), tagged(tag.toUpperCase())];
				await filterLists(t, own, filters);
				if (count === 1) for (const name of listNames) await lookAtAll(t, listOf(t, name), tag, second);
			},
			apart,
		),
	),
	rule(
		"RUNNER-109, RUNNER-141, RUNNER-174, RUNNER-125, RUNNER-158, RUNNER-189, RUNNER-218, RUNNER-128, RUNNER-161, RUNNER-192, RUNNER-221, RUNNER-130, RUNNER-163, RUNNER-194, RUNNER-223",
		"Right after an update, no list finds a runner by its former state or tag, alone or beside another filter. Each finds it by the new tag.",
		[...listNames, "updateRunner"],
		async (t) => {
			const [former, tag_list] = [t.unique("former"), t.unique("now")];
			const runner = await t.given.runner({ tag_list: former, paused: true });
			await contact(t, runner.string("token"));
			const id = runner.number("id");
			(await t.as("owner").call("updateRunner", { id, tag_list, paused: false })).ok;
			for (const name of listNames) {
				const [active, paused] = withScope.includes(name) ? [[{ scope: "active" }], [{ scope: "paused" }]] : [[], []];
				const was: readonly Params[] = [{ tag_list: former }, { paused: true }, { status: "paused" }, ...paused];
				for (const beside of [{}, { type: "group_type" }, { status: "online" }, { tag_list }, { paused: false }, ...active]) {
					for (const sent of was.filter((one) => !Object.keys(one).some((field) => Object.hasOwn(beside, field)))) {
						const response = (await ask(listOf(t, name), { ...beside, ...sent, per_page: 100 })).ok;
						t.holds(`runner ${id} should not be in ${name} with ${JSON.stringify({ ...beside, ...sent })}`, !response.ids.includes(id), response);
					}
					if (Object.keys(beside).length === 0) t.same(`the runners of ${name} with the new tag`, (await ask(listOf(t, name), { tag_list })).ok.ids, [id]);
				}
			}
		},
		{ id: "RUNNER-128/former" },
	),
	versioned(
		rule,
		"RUNNER-133, RUNNER-166, RUNNER-197, RUNNER-226",
		"version_prefix lists the runners with a manager whose version starts with it: a major version, or major and minor.",
		...["14.0", "15.0", "15.1", "15", "16", "16.1"],
	),
	versioned(
		assumed,
		"RUNNER-229, RUNNER-230, RUNNER-231",
		"version_prefix matches whole components: 1 does not match 15.0.3, and 16.1.24 does not match 16.1.241.",
		...["1", "16.1.24", "16.1.241", "16.1.2", "25"],
	),
	rule("RUNNER-135, RUNNER-168, RUNNER-199, RUNNER-228", "The filters of a list of runners combine: a runner must match all of them.", listNames, async (t) => {
		const { own, tag, second } = await variety(t);
		const all = [
			...["active", "paused", "online", "offline"].map(scope),
			...Object.keys(states).map(status),
			...[ofInstance, notOfInstance, ...kinds.map(ofType), isPaused(true), isPaused(false)],
			...[tagged(tag), taggedAll(second, tag), ofVersion("15"), ofVersion("16.1")],
		];
		const pairs = all.flatMap((one, index) => all.slice(index + 1).map((other) => [one, other] as const));
		const several = [isPaused(true), status("online"), ofType("group"), tagged(tag)] as const;
		const namesOf = (filters: readonly Filter[]) => filters.flatMap(({ params }) => Object.keys(params));
		for (const name of listNames) {
			const fits = ({ lists = listNames }: Filter) => lists.includes(name);
			const chosen = pairs.filter((pair) => new Set(namesOf(pair)).size === 2 && pair.every(fits));
			/** How many of the two leave own runners that the other one takes away. */
			const telling = (pair: readonly Filter[]) => pair.filter((one) => expected(own, name, one).length > expected(own, name, ...pair).length).length;
			const statusAndType = chosen.filter((pair) => namesOf(pair).join() === "status,type");
			// For each value, the value of each other parameter that shows best whether the list filters by both.
			const best = new Map(
				chosen
					.toSorted((a, b) => telling(a) - telling(b))
					.flatMap((pair) => pair.map(({ params }, at) => [`${JSON.stringify(params)} ${namesOf(pair)[1 - at]}`, pair] as const)),
			);
			for (const filters of [several, ...(t.given.hasControl ? chosen : new Set([...best.values(), ...statusAndType]))]) {
				const params = Object.assign({}, ...filters.map((one) => one.params));
				const found = await walk(listOf(t, name), params);
				const what = `${name} with ${JSON.stringify(params)}`;
				const listed = own.filter(({ id }) => found.some((one) => one.id === id));
				for (const filter of filters) {
					for (const one of found) t.holds(`runner ${one.id} should not be in ${what}`, !denies(filter, one));
					// That a runner must have all of several tags is assumed.
					if ([filter.params.tag_list].flat().length > 1) continue;
					const wrong = listed.filter((one) => !filter.passes(one) && !filter.open?.(one)).map(({ id }) => id);
					t.same(`the own runners in ${what} that do not match ${JSON.stringify(filter.params)}`, wrong, []);
				}
				t.assume(`the own runners in ${what} should be those that pass`, isDeepStrictEqual(ownOf(own, found), expected(own, name, ...filters)));
			}
		}
	}),
	assumed(
		"RUNNER-134, RUNNER-167, RUNNER-198, RUNNER-227",
		"A version_prefix that is not a version returns 400.",
		listNames,
		async (t) => {
			for (const name of listNames)
				for (const version_prefix of ["V15", "x", "v15.0"])
					(await ask(listOf(t, name), { version_prefix })).refuses(400, { error: "version_prefix is invalid" });
		},
		reads,
	),
	assumed(
		"RUNNER-112",
		"scope=specific and scope=shared are valid only for GET /runners/all. The other lists with a scope return 400.",
		["listRunners", "listProjectRunners"],
		async (t) => {
			for (const name of ["listRunners", "listProjectRunners"] as const)
				for (const value of ["specific", "shared"]) (await ask(listOf(t, name), { scope: value })).refuses(400, { error: "scope does not have a valid value" });
		},
		reads,
	),
	assumed(
		"RUNNER-114, RUNNER-209",
		"A type that a list never has returns an empty list: instance_type for GET /runners, project_type for a group's runners.",
		["listRunners", "listGroupRunners"],
		async (t) => {
			for (const kind of kinds) await make(t, kind);
			for (const [{ name, caller, params }] of everyList(t)) {
				const type = name === "listRunners" ? "instance_type" : name === "listGroupRunners" ? "project_type" : undefined;
				if (type) (await ask({ name, caller, params }, { type })).refuses(200, []);
			}
		},
	),
	assumed("RUNNER-205", "scope is ignored in the list of a group's runners.", "listGroupRunners", async (t) => {
		const { own } = await variety(t);
		for (const value of ["paused", "online", "shared", "unknown"])
			t.same(`the own runners with scope=${value}`, ownOf(own, await walk(listOf(t, "listGroupRunners"), { scope: value })), expected(own, "listGroupRunners"));
	}),
];
