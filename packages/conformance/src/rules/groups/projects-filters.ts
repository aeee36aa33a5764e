import type { Rule } from "../../rule/rule";
import { keeps, onBoth, onProjects } from "./projects-table";

const settings = ["issues_enabled", "merge_requests_enabled", "jobs_enabled", "container_registry_enabled", "shared_runners_enabled"] as const;

/** Filters of the lists of projects. */
export const projectFilters: readonly Rule[] = [
	...onBoth(["GROUP-263", "GROUP-333"], async (t, list) => {
		await keeps(t, list, { archived: true }, "archived", (one) => one.archived === true);
		await keeps(t, list, { archived: false }, "not archived", (one) => one.archived === false);
	}),
	...(
		[
			["GROUP-265", "GROUP-334", "public"],
			["GROUP-266", "GROUP-335", "internal"],
			["GROUP-267", "GROUP-336", "private"],
		] as const
	).flatMap(([own, shared, visibility]) =>
		onBoth([own, shared], (t, list) => keeps(t, list, { visibility }, visibility, (one) => one.visibility === visibility)),
	),
	...onBoth(["GROUP-268", undefined], async (_, list) => {
		(await list({ visibility: "secret" })).refuses(400, { error: "visibility does not have a valid value" });
	}),
	...onBoth([undefined, "GROUP-344"], async (_, list) => {
		for (const [name, value] of [
			["min_access_level", 42],
			["visibility", "secret"],
		] as const)
			(await list({ [name]: value })).refuses(400, { error: `${name} does not have a valid value` });
	}),
	...onBoth(["GROUP-309", undefined], async (_, list) => {
		for (const min_access_level of [0, 42]) (await list({ min_access_level })).refuses(400, { error: "min_access_level does not have a valid value" });
	}),
	...onBoth(["GROUP-259", undefined], async (_, list) => {
		(await list({ sort: "up" })).refuses(400, { error: "sort does not have a valid value" });
		(await list({ owned: "maybe" })).refuses(400, { error: "owned is invalid" });
	}),
	...onBoth(["GROUP-284", "GROUP-337"], async (t, list) => {
		const all = (await list()).is(200);
		const [first, ...others] = all.items;
		if (!first || others.length === 0) return t.skip("the list needs two projects");
		const search = String(first.name);
		const texts = (one: (typeof all.items)[number]) => [one.name, one.path, one.description].map((text) => String(text ?? ""));
		const matches = (one: (typeof all.items)[number]) => texts(one).some((text) => text.toLowerCase().includes(search.toLowerCase()));
		const response = (await list({ search })).is(200);
		t.holds("the project should be found", response.ids.includes(Number(first.id)), response);
		if (!search.includes(" ")) response.every(`one with "${search}"`, matches);
		const none = await list({ search: t.unique("nothing") });
		t.same("the projects of a search without a match", none.is(200).json, [], none);
	}),
	...onBoth(["GROUP-285", undefined], async (t, list) => {
		const all = (await list()).is(200);
		for (const field of ["path", "name", "description"] as const) {
			const one = all.items.find((project) => typeof project[field] === "string" && project[field].length > 2);
			if (!one) return t.skip(`no project of the list has a ${field} of three characters`);
			const response = (await list({ search: String(one[field]).toUpperCase() })).is(200);
			t.holds(`the project should be found by its ${field}`, response.ids.includes(Number(one.id)), response);
		}
		const none = await list({ search: t.unique("nothing") });
		t.same("the projects of a search without a match", none.is(200).json, [], none);
	}),
	...onBoth(["GROUP-287", undefined], async (t, list) => {
		const [plain, response] = [(await list()).is(200), (await list({ simple: false })).is(200)];
		plain.every("one with its settings", (one) => settings.every((name) => Object.hasOwn(one, name)));
		t.same("the list of simple=false", response.json, plain.json, response);
	}),
	...onBoth(["GROUP-288", undefined], async (_, list) => {
		const there = [
			"id",
			"name",
			"path",
			"path_with_namespace",
			"web_url",
			"default_branch",
			"topics",
			"star_count",
			"forks_count",
			"visibility",
			"namespace",
			"last_activity_at",
		];
		(await list({ simple: true })).is(200).every("a reduced project", (one) => {
			return there.every((name) => Object.hasOwn(one, name)) && settings.every((name) => !Object.hasOwn(one, name));
		});
	}),
	...onBoth([undefined, "GROUP-338"], async (_, list) => {
		const response = (await list({ simple: true })).is(200);
		response.every("a reduced project", (one) => settings.every((name) => !Object.hasOwn(one, name)));
	}),
	...onBoth([undefined, "GROUP-339"], async (_, list) => {
		for (const query of [{}, { simple: false }]) {
			const response = (await list(query)).is(200);
			response.every("one with its settings", (one) => settings.every((name) => Object.hasOwn(one, name)));
		}
	}),
	...onBoth(["GROUP-290", undefined], async (t, list) => {
		const own = (await list({ owned: true, with_shared: false })).is(200);
		t.holds("the owner's should be listed", own.pluck("path_with_namespace").includes(t.scene("project")), own);
		for (const who of ["maintainer", "guest"] as const) {
			const response = await list({ owned: true }, t.as(who));
			t.same(`the projects that ${who} owns`, response.is(200).json, [], response);
		}
	}),
	...onBoth(
		["GROUP-292", "GROUP-340"],
		async (t, list) => {
			// Who has starred what does not show; whatever is starred by someone has stars, and a new user has starred nothing.
			const all = (await list({}, t.as("developer"))).is(200);
			const response = (await list({ starred: true }, t.as("developer"))).is(200);
			if (response.items.length === 0) t.skip("the developer has starred no project of the list: star one, not all");
			response.every("one with stars", (one) => Number(one.star_count) > 0);
			t.holds("the list should be shorter", response.items.length < all.items.length, response);
			const stranger = t.as("administrator").sudo((await t.given.user()).number("id"));
			const none = await list({ starred: true }, stranger);
			t.same("the projects that a new user has starred", none.is(200).json, [], none);
		},
		{ effect: "writes" },
	),
	...onBoth(["GROUP-294", undefined], async (t, list) => {
		const topicsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
		const all = (await list()).is(200);
		const topic = all.items.flatMap((one) => topicsOf(one.topics)).at(0);
		if (topic === undefined) return t.skip("no project of the group has a topic");
		await keeps(t, list, { topic }, `about ${topic}`, (one) => topicsOf(one.topics).includes(topic));
	}),
	...onBoth(["GROUP-295", undefined], async (t, list) => {
		const topicsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
		const one = (await list()).is(200).items.find(({ topics }) => topicsOf(topics).length > 1);
		if (!one) return t.skip("no project of the group has two topics");
		const [a, b] = topicsOf(one.topics);
		await keeps(t, list, { topic: `${a},${b}` }, "about both", ({ topics }) => [a, b].every((topic) => topicsOf(topics).includes(topic)));
		const none = await list({ topic: `${a},${t.unique("topic")}` });
		t.same("the projects about one that none has", none.is(200).json, [], none);
	}),
	...(
		[
			["GROUP-297", "GROUP-341", "issues_enabled"],
			["GROUP-299", "GROUP-342", "merge_requests_enabled"],
		] as const
	).flatMap(([own, shared, field]) =>
		onBoth([own, shared], async (t, list) => {
			await keeps(t, list, { [`with_${field}`]: true }, `with ${field}`, (one) => one[field] === true);
			const [plain, response] = [(await list()).is(200), (await list({ [`with_${field}`]: false })).is(200)];
			t.same(`the projects of with_${field}=false`, response.ids, plain.ids, response);
		}),
	),
	...onBoth(["GROUP-308", "GROUP-343"], async (t, list) => {
		const guest = await list({}, t.as("guest"));
		if (guest.is(200).items.length === 0) t.skip("the guest sees no project of the list");
		const none = await list({ min_access_level: 20 }, t.as("guest"));
		t.same("the projects where the guest is Reporter", none.is(200).json, [], none);
		const response = (await list({ min_access_level: 20 }, t.as("reporter"))).is(200);
		t.holds("the reporter should be Reporter of some", response.items.length > 0, response);
	}),
	...onBoth(["GROUP-311", "GROUP-345"], async (t, list) => {
		const query = { with_custom_attributes: true };
		const has = (name: object) => Object.hasOwn(name, "custom_attributes");
		(await list(query, t.as("administrator"))).is(200).every("one with custom_attributes", has);
		for (const caller of [t.as("owner"), t.anonymous]) (await list(query, caller)).is(200).every("one without custom_attributes", (one) => !has(one));
	}),
	onProjects(
		"GROUP-313",
		"listGroupProjects",
		async (t, list) => {
			const all = (await list()).is(200);
			const response = (await list({ with_security_reports: true })).is(200);
			if (response.items.length === 0) t.skip("no project of the group has security reports");
			t.holds("the list should be shorter", response.items.length < all.items.length, response);
		},
		{ tier: "ultimate" },
	),
	onProjects(
		"GROUP-314",
		"listGroupProjects",
		async (t, list) => {
			const all = (await list()).is(200);
			const response = await list({ with_security_reports: true });
			t.same("the projects", response.is(200).ids, all.ids, response);
			t.holds("there should be some", all.ids.length > 1, all);
		},
		{ maxTier: "premium" },
	),
];
