import { byId } from "../../generators/rest-operations";
import { choicesOf } from "../../generators/wrong-input";
import { whileUnchanged } from "../../laws/while-unchanged";
import type { Params } from "../../rule/address";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { deepest } from "../../rule/deepest";
import type { Fields } from "../../rule/response";
import type { Rule, rule } from "../../rule/rule";
import { issuesOf } from "../notes/lab";
import { groupsBelow, join, lastPart, newcomer, newGroup, parentOf, reading, roles, visibilities } from "./lab";
import { hasIds, type List, without } from "./lists";

/** The two lists of a group's projects. A rule about both is made for each of them. */
const operations = ["listGroupProjects", "listGroupSharedProjects"] as const;
export type ProjectList = (typeof operations)[number];
const names = { listGroupProjects: "Projects of a group", listGroupSharedProjects: "Projects shared with a group" } as const;

/** What the rules of a list work with. */
export interface ProjectLab {
	/** Lists up to a hundred projects, as the owner unless another caller is passed. */
	readonly list: List;
	/** The full path of the group with the projects: a new one with the control API, otherwise the scene's. */
	readonly top: string;
}

/**
 * On the control bench, a new group has one project of its own and one that is shared with it for each of the given fields. Elsewhere, the list
 * is that of the scene's group. It includes the projects of the groups below, so that there are enough projects to compare.
 */
export async function projectLab(t: Context, operation: ProjectList, projects?: readonly Fields[]): Promise<ProjectLab> {
	if (!t.given.hasControl || !projects) {
		const below = operation === "listGroupProjects" ? { include_subgroups: true } : {};
		const id = t.scene("group");
		return { top: id, list: (query = {}, caller = t.as("owner")) => caller.list(operation, { id, ...below, ...query }) };
	}
	const [{ full_path: top }, { full_path: other }] = [await newGroup(t), await newGroup(t)];
	for (const [index, fields] of projects.entries())
		for (const place of [top, other]) {
			const { full_path } = await t.given.record("projects", { full_path: `${place}/${fields.path ?? `p-${index}`}`, ...fields });
			if (place === other) await t.given.record("shares", { group: top, into: full_path, role: "guest" });
		}
	return { top, list: (query = {}, caller = t.as("owner")) => caller.list(operation, { id: top, ...query }) };
}

/** The rule works with the projects of the scene's group. */
export const inScene = undefined;

/** A rule for each list that has a claim, first that of all projects. On the control bench, the rule uses these projects. */
export const bothLists = (
	kind: typeof rule,
	claims: readonly [string | undefined, string | undefined],
	sentence: string,
	projects: readonly Fields[] | undefined,
	run: (t: Context, lab: ProjectLab, operation: ProjectList) => Promise<void>,
): Rule[] =>
	operations.flatMap((operation, index) => {
		const claim = claims[index];
		const body: Rule["run"] = async (t) => run(t, await projectLab(t, operation, projects), operation);
		return claim === undefined ? [] : [kind(claim, `${names[operation]}: ${sentence}`, operation, body)];
	});

const ofEachVisibility = visibilities.map((visibility) => ({ visibility }));
const only = { include_subgroups: undefined };
/** Each boolean parameter of the list, and each value of an enum, except those that add projects. */
const choices = byId("listGroupProjects").parameters.flatMap(({ name, schema }): readonly Params[] => {
	if (/^(include_.*|with_shared)$/.test(name)) return [];
	const values = schema.type === "boolean" ? [true, false] : (choicesOf(schema) ?? []);
	return values.map((value) => ({ [name]: value }));
});
/** The first value of each of these parameters. */
export const onePerName = Object.values(Object.fromEntries(choices.toReversed().map((one) => [Object.keys(one).join(), one])));
/** The boolean parameters, set to true. */
const switches = choices.filter((one) => Object.values(one).includes(true));
/** A caller who may send these parameters: with_custom_attributes may be refused to all but administrators. */
export const senderOf = (t: Context, form: Params): Caller => t.as(Object.hasOwn(form, "with_custom_attributes") ? "administrator" : "owner");
/** Returns the parameters that the list of shared projects also has. */
export const ofShared = (form: Params): Params =>
	Object.fromEntries(Object.entries(form).filter(([name]) => byId("listGroupSharedProjects").parameters.some((one) => one.name === name)));

/** The ids of the projects that are shared with the scene's group. Skips the rule if there are none; then the group's own record must show none either. */
export async function sharedIds(t: Context, id = t.scene("group")): Promise<readonly number[]> {
	const list = (await t.as("owner").list("listGroupSharedProjects", { id })).ok;
	if (list.ids.length > 0) return list.ids;
	t.same("the projects that the group's record shows as shared", (await t.as("owner").call("getGroup", { id })).ok.field("shared_projects") ?? [], [], list);
	return t.skip("no project is shared with the group");
}

const depthOf = (path: unknown): number => String(path).split("/").length;

/** The features of a project with their access levels, which have the same name except for jobs. A feature is enabled unless its level is disabled. */
const features = [["jobs", "builds"], ...["issues", "merge_requests", "wiki", "snippets"].map((one) => [one, one] as const)] as const;

/** Which projects are listed. */
export const projectScope: readonly Rule[] = [
	reading.rule("GROUP-152, GROUP-318", "Only the namespace distinguishes a group's own project from one that is shared with it.", operations, async (t) => {
		const { id, full_path } = (await t.as("owner").call("getGroup", { id: t.scene("group"), with_projects: false })).ok.fields;
		const shared = await sharedIds(t);
		const isOfGroup = (one: Fields) => Object(one.namespace).id === id;
		const shows = async (caller: Caller, form: Params) => {
			// The list of shared projects does not have all of these parameters.
			const others = (await caller.list("listGroupSharedProjects", { id, ...ofShared(form) })).ok;
			// Either list may leave out archived projects unless the request asks for them.
			const archived = (await caller.list("listGroupSharedProjects", { id, ...ofShared(form), archived: true })).ok;
			for (const response of [others, archived])
				t.holds(`shared projects are of another namespace with ${JSON.stringify(form)}`, !response.items.some(isOfGroup), response);
			const ids = [...others.ids, ...archived.ids];
			const list = (await caller.list("listGroupProjects", { id, ...form })).ok;
			const isBelow = (one: Fields) => "include_subgroups" in form && String(one.path_with_namespace).startsWith(`${String(full_path)}/`);
			const isRight = (one: Fields) => (ids.includes(Number(one.id)) ? !isOfGroup(one) : isOfGroup(one) || isBelow(one) || !Object.hasOwn(one, "namespace"));
			t.holds(`each project is of the group's namespace, or is shared with it, with ${JSON.stringify(form)}`, list.items.every(isRight), list);
		};
		const sharedOnes = async () => (await sharedIds(t)).map((one) => ({ id: one }));
		await whileUnchanged(t, sharedOnes, async () => {
			for (const caller of [t.as("owner"), t.as("administrator"), t.as("outsider"), t.anonymous])
				for (const form of [{}, { simple: true }, { include_subgroups: true }]) await shows(caller, form);
			for (const form of [{ min_access_level: 10 }, ...switches]) await shows(senderOf(t, form), form);
		});
		const response = (await t.as("owner").list("listGroupProjects", { id })).ok;
		const own = response.items.find((one) => Object(one.namespace).id === id);
		const foreign = response.items.find((one) => shared.includes(Number(one.id)));
		t.same("the fields of a project that is shared", Object.keys(foreign ?? {}).sort(), Object.keys(own ?? {}).sort(), response);
		t.same("the namespace's path", Object(own?.namespace).full_path, full_path, response);
	}),
	reading.assumed(
		"",
		"A listed project's open_issues_count is the number of its open issues that the caller can see. A feature is enabled unless its access level is disabled.",
		operations,
		async (t) => {
			const open = async () => (await issuesOf(t, t.scene("project"))).filter(({ state }) => /^opened$/i.test(String(state)));
			await whileUnchanged(t, open, async (issues) => {
				for (const [caller, expected] of [
					[t.as("owner"), issues],
					[t.anonymous, issues.filter(({ confidential }) => confidential !== true)],
				] as const)
					for (const operation of operations) {
						const list = (await caller.list(operation, { id: t.scene("group") })).ok;
						const project = list.items.find(({ path_with_namespace }) => path_with_namespace === t.scene("project"));
						if (project) t.same("open_issues_count", project.open_issues_count, expected.length, list);
						for (const one of list.items)
							for (const [feature, level] of features)
								if (Object.hasOwn(one, `${level}_access_level`))
									t.same(`${feature} of ${one.path}`, one[`${feature}_enabled`], one[`${level}_access_level`] !== "disabled", list);
					}
			});
		},
		{ id: "rules/groups/project-agrees" },
	),
	...bothLists(reading.assumed, ["GROUP-260", "GROUP-319"], "anonymous callers get only the public projects.", ofEachVisibility, async (t, { list }) => {
		const all = (await list({}, t.as("administrator"))).ok.items;
		if (all.every((one) => one.visibility === "public")) t.skip("every project of the list is public");
		const open = all.filter((one) => one.visibility === "public").map((one) => one.id);
		for (const query of [{}, { with_shared: true }]) await hasIds(t, "the projects without credentials", open, list(query, t.anonymous));
		for (const visibility of ["private", "internal"]) await hasIds(t, `the ${visibility} projects`, [], list({ visibility }, t.anonymous));
	}),
	...bothLists(
		reading.assumed,
		["GROUP-261", "GROUP-320"],
		"the list has only projects that the caller may see.",
		ofEachVisibility,
		async (t, { list }, operation) => {
			const all = (await list({}, t.as("administrator"))).ok;
			const open = all.items.filter((one) => one.visibility !== "private").map((one) => one.id);
			if (open.length === all.items.length) t.skip("no project of the list is private");
			for (const query of [{}, { search: "" }]) await hasIds(t, "the projects for a user who is not a member", open, list(query, t.as("outsider")));
			await hasIds(t, "the private projects for a user who is not a member", [], list({ visibility: "private" }, t.as("outsider")));
			for (const who of roles) {
				const member = (await list({}, t.as(who))).ok;
				const seesMore = member.ids.some((id) => !open.includes(id));
				t.holds(`${who} sees a private project`, seesMore, member);
			}
			if (!t.given.hasControl || operation !== "listGroupProjects") return;
			const { caller, username } = await newcomer(t);
			const hidden = await newGroup(t);
			for (const name of ["one", "two"]) await t.given.record("projects", { full_path: `${hidden.full_path}/${name}`, visibility: "private" });
			await join(t, username, { project: `${hidden.full_path}/two` }, "guest");
			const response = (await caller.call("listGroupProjects", { id: hidden.id })).ok;
			t.same("the projects of a user who is a member of only one", response.pluck("path"), ["two"], response);
		},
	),
	reading.rule(
		"GROUP-301, GROUP-302",
		"with_shared defaults to true. with_shared=false leaves out the projects that are shared with the group, and no others, whatever other parameters are sent.",
		"listGroupProjects",
		async (t) => {
			const { list } = await projectLab(t, "listGroupProjects");
			// A list may leave out archived projects unless the request asks for them.
			const archived = await t.as("owner").list("listGroupSharedProjects", { id: t.scene("group"), archived: true });
			const shared = [...(await sharedIds(t)), ...archived.ok.ids];
			// A project of the group stays its own if it is shared with another group.
			if (t.given.hasControl) await t.given.record("shares", { group: (await newGroup(t)).full_path, into: t.scene("project"), role: "guest" });
			const plain = (await list(only)).ok;
			const all = [...plain.ids, ...(await list({ ...only, archived: true })).ok.ids];
			for (const id of shared) t.holds(`project ${id} is listed`, all.includes(id), plain);
			t.holds("the group's own is listed", plain.pluck("path_with_namespace").includes(t.scene("project")), plain);
			const names = plain.items.filter(({ id }) => shared.includes(Number(id))).map(({ name }) => ({ search: name }));
			for (const query of [{}, ...names.slice(0, 2), ...onePerName])
				for (const caller of Object.keys(query).length > 0 ? [senderOf(t, query)] : [t.as("owner"), t.as("administrator"), t.as("outsider"), t.anonymous])
					for (const beside of [{ ...only, ...query }, ...(caller.actor === "owner" ? [query] : [])]) {
						const { ids } = (await list(beside, caller)).ok;
						const what = `the projects beside ${JSON.stringify(beside)} for ${caller.actor} with with_shared`;
						await hasIds(t, `${what}=true`, ids, list({ ...beside, with_shared: true }, caller));
						await hasIds(t, `${what}=false`, without(ids, shared), list({ ...beside, with_shared: false }, caller));
					}
		},
	),
	reading.rule(
		"GROUP-304",
		"include_subgroups defaults to false: the list of a group's projects leaves out those of subgroups.",
		"listGroupProjects",
		async (t) => {
			const { list } = await projectLab(t, "listGroupProjects");
			const deep = (await list({ with_shared: false })).ok.items.filter((one) => depthOf(one.path_with_namespace) > 2);
			if (deep.length === 0) t.skip("no group below the scene's group has projects");
			// Whatever other parameters are sent.
			const texts = deep.flatMap(({ name, topics }) => [{ search: name }, ...(Array.isArray(topics) && topics.length > 0 ? [{ topic: topics[0] }] : [])]);
			for (const beside of [...choices, ...texts.slice(0, 4)]) {
				const response = (await list({ ...only, with_shared: false, ...beside }, senderOf(t, beside))).ok;
				const found = deep.filter(({ id }) => response.ids.includes(Number(id))).map((one) => one.path_with_namespace);
				t.same(`the projects of subgroups with ${JSON.stringify(beside)}`, found, [], response);
			}
			for (const caller of [t.as("owner"), t.as("outsider"), t.anonymous]) {
				const response = (await list({ include_subgroups: caller.actor === "owner" ? false : undefined, with_shared: false }, caller)).ok;
				response.every("a project right in the group", (one) => depthOf(one.path_with_namespace) === 2);
				t.holds("the group's own is listed", response.pluck("path_with_namespace").includes(t.scene("project")), response);
			}
		},
	),
	reading.assumed("GROUP-315", "include_ancestor_groups=true adds the projects of all groups above the group.", "listGroupProjects", async (t) => {
		const { list } = await projectLab(t, "listGroupProjects");
		for (const path of [t.scene("subgroup"), await deepest(t, "group")])
			for (const caller of [t.as("owner"), t.anonymous]) {
				const of = async (id: string, more: Params = {}) => (await list({ id, with_shared: false, ...only, ...more }, caller)).ok;
				const expected = new Set<number>();
				for (let id = path; id !== ""; id = id.slice(0, Math.max(id.lastIndexOf("/"), 0))) for (const one of (await of(id)).ids) expected.add(one);
				const plain = await of(path);
				t.holds("the project above is not listed", !plain.pluck("path_with_namespace").includes(t.scene("project")), plain);
				const response = await of(path, { include_ancestor_groups: true });
				t.same("the projects", response.ids.toSorted(), [...expected].sort(), response);
				const search = lastPart(t.scene("project"));
				const found = (await of(path, { include_ancestor_groups: true, search })).pluck("path_with_namespace");
				t.holds("a search finds the project above", found.includes(t.scene("project")), response);
			}
	}),
	reading.assumed(
		"GROUP-315",
		"A user whose only role is in a subgroup gets exactly the projects that they can see, and none twice, whatever parameters they send.",
		"listGroupProjects",
		async (t) => {
			const { full_path: top } = await newGroup(t);
			await groupsBelow(t, top, { low: {}, side: {} });
			const places = [top, `${top}/low`, `${top}/side`];
			for (const place of places)
				for (const visibility of ["public", "private"]) await t.given.record("projects", { full_path: `${place}/${visibility}`, visibility });
			const outer = `${top}/outer`;
			await t.given.record("projects", { full_path: outer, visibility: "private" });
			await t.given.record("shares", { group: `${top}/low`, into: outer, role: "guest" });
			const { caller, username } = await newcomer(t);
			await join(t, username, { group: `${top}/low` }, "guest");
			const open = [outer, `${top}/low/private`, ...places.map((place) => `${place}/public`)];
			for (const id of places)
				for (const more of [{}, { include_subgroups: true }, { include_ancestor_groups: true }, { include_subgroups: true, include_ancestor_groups: true }])
					for (const beside of [{}, { with_shared: false }, { visibility: "private" }, { search: "private" }, { order_by: "name", sort: "asc" }]) {
						const response = (await caller.call("listGroupProjects", { id, ...more, ...beside })).ok;
						const paths = response.pluck("path_with_namespace");
						const isIn = (path: string) =>
							parentOf(path) === id ||
							("include_subgroups" in more && path.startsWith(`${id}/`)) ||
							("include_ancestor_groups" in more && id.startsWith(`${parentOf(path)}/`));
						const isKept = (path: string) => !/public$/.test(path) || !("visibility" in beside || "search" in beside);
						// The search finds the private ones by name. Which lists have a project that is shared with a group below is open.
						const isThere = (path: string) => (path === outer ? paths.includes(path) && !("search" in beside) : isIn(path) && isKept(path));
						const expected = open.filter(isThere).sort();
						t.same(`the projects of ${id} with ${JSON.stringify({ ...more, ...beside })}`, paths.toSorted(), expected, response);
					}
		},
		{ id: "rules/groups/role-below" },
	),
	reading.rule(
		"GROUP-318",
		"The list of shared projects has only projects that are shared with the group, and none of the group's own.",
		"listGroupSharedProjects",
		async (t) => {
			const own = (await t.as("owner").list("listGroupProjects", { id: t.scene("group"), with_shared: false })).ok;
			const shared = await sharedIds(t);
			for (const place of [t.scene("group"), t.scene("subgroup"), t.scene("leaf_group")]) {
				const [id, there] = [await t.given.groupId(place), (await t.as("owner").list("listGroupSharedProjects", { id: place })).ok];
				const names = ({ shared_with_groups: groups }: Fields) => Array.isArray(groups) && groups.some((one) => one.group_id === id);
				const others = there.items.filter((one) => !names(one)).map(({ path }) => path);
				t.same(`the projects that do not name ${place} among the groups that they are shared with`, others, [], there);
			}
			const isApart = shared.every((id) => !own.ids.includes(id));
			t.holds("none of the group's own projects is listed", isApart, own);
			const [{ name, visibility } = {}] = own.items;
			for (const beside of [{ search: name }, { visibility }, { order_by: "name" }, { simple: true }, { archived: false }, { min_access_level: 10 }]) {
				const found = (await t.as("owner").list("listGroupSharedProjects", { id: t.scene("group"), ...beside })).ok;
				t.same(
					`the group's own projects among those of ${JSON.stringify(beside)}`,
					own.ids.filter((id) => found.ids.includes(id)),
					[],
					found,
				);
			}
			if (!t.given.hasControl) return;
			const { list, top } = await projectLab(t, "listGroupSharedProjects", [{}]);
			const { ids } = (await list()).ok;
			t.same("how many are listed", ids.length, 1);
			// A project that is shared with its own group, or no longer shared, does not count.
			await t.given.record("projects", { full_path: `${top}/mine` });
			await t.given.record("shares", { group: top, into: `${top}/mine`, role: "guest" });
			await hasIds(t, "the shared projects", ids, list());
			const past = await t.given.record("projects", { full_path: `${t.unique("elsewhere")}/past` });
			await t.given.record("shares", { group: top, into: past.full_path, role: "guest", expires_at: "2001-01-01" });
			await hasIds(t, "the shared projects", ids, list());
			const everything = (await t.as("owner").list("listGroupProjects", { id: top })).ok;
			t.holds("a project whose share has expired is not listed", !everything.ids.includes(past.id), everything);
		},
	),
];
