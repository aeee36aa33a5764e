import { isDeepStrictEqual } from "node:util";
import type { OperationId } from "@tenon/contract";
import { wholeList } from "../../laws/whole-list";
import type { Params } from "../../rule/address";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { deepest } from "../../rule/deepest";
import type { ApiResponse, Fields } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import { ChangedGroup, on } from "./changed-group";
import {
	everyone,
	free,
	groupsBelow,
	isAdministering,
	join,
	newcomer,
	newGroup,
	paid,
	parentOf,
	reading,
	roles,
	unknownGroup,
	visibilities,
	writing,
} from "./lab";
import { sharedIds } from "./projects";

/** The operations that read a group or its lists. All callers who can see the group may use them. */
const open = [
	"getGroup",
	"listGroupProjects",
	"listGroupSharedProjects",
	"listSubgroups",
	"listDescendantGroups",
	"listGroupSharedGroups",
	"listInvitedGroups",
] as const satisfies readonly OperationId[];

const get = async (t: Context, caller: Caller, id: string | number = t.scene("group"), query: Params = {}): Promise<ApiResponse> =>
	(await caller.call("getGroup", { id, with_projects: false, ...query })).ok;

/** How groups are addressed. */
export const groupAddress: readonly Rule[] = [
	assumed(
		"",
		"A group that is marked for deletion can be read for 30 days. Then it is gone, with the groups and projects below it.",
		["getGroup", "listGroups", "listGroupProjects"],
		async (t) => {
			const path = t.unique("leaving");
			await t.given.setClock("2027-03-10T12:00:00.000Z");
			const { id } = await t.given.record("groups", { full_path: path, members: { [t.user("owner").username]: "owner" } });
			await t.given.record("groups", { full_path: `${path}/below` });
			const project = await t.given.record("projects", { full_path: `${path}/below/app` });
			await t.given.change("groups", id, { marked_for_deletion_on: "2027-03-10" });
			const owner = t.as("owner");
			await t.given.setClock("2027-04-08T23:59:59.000Z");
			(await owner.call("getGroup", { id })).is(200).has({ marked_for_deletion_on: "2027-03-10" });
			(await owner.call("getGroup", { id: `${path}/below` })).is(200);
			await t.given.setClock("2027-04-09T00:00:00.000Z");
			for (const at of [id, path, `${path}/below`]) (await owner.call("getGroup", { id: at })).is(404);
			(await owner.call("listPipelines", { id: project.id })).is(404);
			t.same("the groups of that name", (await owner.call("listGroups", { search: path })).is(200).json, []);
		},
		{ id: "rules/groups/deletion-day", effect: "writes", tier: "premium" },
	),
	assumed("GROUP-016", "Groups cannot be created or deleted: POST and DELETE return 405 with the allowed methods in the header Allow.", [], async (t) => {
		const root = t.as("administrator");
		// Where the bench cannot restore a group, an unknown id: a server that accepts the request then has nothing to remove.
		const id = t.given.hasControl ? t.scene("group") : 999_999_999;
		for (const [method, path, allowed] of [
			["POST", "/api/v4/groups", ["GET", "HEAD", "OPTIONS"]],
			["DELETE", `/api/v4/groups/${id}`, ["GET", "HEAD", "PUT", "OPTIONS"]],
		] as const) {
			const response = (await root.send(method, path)).refuses(405, { error: "405 Not Allowed" });
			const methods = (response.header("allow") ?? "").split(/,\s*/).sort();
			t.same("the methods of the header Allow", methods, [...allowed].sort(), response);
		}
		await get(t, root);
	}),
	assumed(
		"GROUP-021, GROUP-154",
		"Every signed-in user can read an internal group and its lists. Anonymous callers get 404 for an internal or private group.",
		open,
		async (t) => {
			(await t.anonymous.call("getGroup", { id: t.scene("private_group") })).refuses(404, unknownGroup);
			const id = t.scene("internal_group");
			for (const operation of open) {
				(await t.as("outsider").call(operation, { id })).ok;
				(await t.anonymous.call(operation, { id })).refuses(404, unknownGroup);
			}
		},
	),
];

/** Who can read a group. */
export const groupAccess: readonly Rule[] = [
	writing.assumed(
		"GROUP-155, GROUP-156",
		"Members, including guests, can read a private group; other users get 404. An administrator can read every group.",
		"getGroup",
		on("leaf_group", async (group, t) => {
			await group.change({ visibility: "private" });
			for (const [name, caller] of everyone(t))
				if (name === "anonymous" || name === "outsider") (await group.get(caller)).refuses(404, unknownGroup);
				else (await group.read(caller)).has({ visibility: "private" });
			for (const field of ["private_group", "internal_group", "leaving_group"] as const)
				(await get(t, t.as("administrator"), t.scene(field))).has({ full_path: t.scene(field) });
		}),
	),
];

const paidFields =
	"shared_runners_minutes_limit extra_shared_runners_minutes_limit marked_for_deletion_on membership_lock wiki_access_level assist_features_enabled lock_assist_features_enabled assist_availability experiment_features_enabled".split(
		" ",
	);

/** Fields of every group that may be absent on the free tier, and for callers who are not administrators. */
const commonOnPaid = ["repository_storage", "file_template_project_id", "ip_restriction_ranges"];

/** The record without its projects, with them, and with its custom attributes, which may be refused to callers who are not administrators. */
async function views(t: Context, caller: Caller, id: string): Promise<readonly ApiResponse[]> {
	const plain = [await get(t, caller, id), await get(t, caller, id, { with_projects: undefined })];
	const more = await caller.call("getGroup", { id, with_custom_attributes: true });
	return more.refused ? plain : [...plain, more.ok];
}

const entriesOf = (response: ApiResponse): readonly Fields[] => {
	const entries: unknown = response.field("shared_with_groups");
	return Array.isArray(entries) ? entries : [];
};

const ofTop = "prevent_sharing_groups_outside_hierarchy";
const isBoolean = (t: Context, response: ApiResponse): void => t.holds(`${ofTop} is a boolean`, typeof response.field(ofTop) === "boolean", response);

/** What a group's own record shows, and to which callers. */
export const groupFields: readonly Rule[] = [
	rule(
		"GROUP-051..055, GROUP-057, GROUP-064, GROUP-065",
		`Only administrators and Owners get a group's runners_token and enabled_git_access_protocol. ${ofTop} is a boolean on top-level groups and absent on subgroups.`,
		"getGroup",
		async (t) => {
			for (const [index, group] of [t.scene("group"), t.scene("subgroup"), await deepest(t, "group")].entries())
				for (const [who, caller] of everyone(t))
					for (const response of await views(t, caller, group)) {
						if (index === 0) isBoolean(t, response);
						else response.lacks(ofTop);
						if (!isAdministering(who)) response.lacks("runners_token", "enabled_git_access_protocol");
						else t.holds("runners_token is a text", response.string("runners_token").length > 0, response);
						if (index === 0 && isAdministering(who)) response.shows("enabled_git_access_protocol");
						else t.assume("enabled_git_access_protocol should be absent", !Object.hasOwn(response.fields, "enabled_git_access_protocol"), response);
					}
			if (!t.given.hasControl) return;
			// A role in a group below gives no rights above.
			const { caller, username } = await newcomer(t);
			await join(t, username, { group: t.scene("subgroup") }, "owner");
			(await get(t, caller)).lacks("runners_token", "enabled_git_access_protocol");
			(await get(t, caller, t.scene("subgroup"))).shows("runners_token");
		},
	),
	assumed("GROUP-058", "enabled_git_access_protocol of a new top-level group is all.", "getGroup", async (t) => {
		(await get(t, t.as("owner"), (await newGroup(t)).id)).has({ enabled_git_access_protocol: "all" });
	}),
	reading.assumed("GROUP-062", "shared_with_groups has only the invited groups that the caller may read.", "getGroup", async (t) => {
		const root = t.as("administrator");
		const hidden: unknown[] = [];
		for (const { group_id } of entriesOf(await get(t, root, t.scene("subgroup")))) {
			const isSeen = async (caller: Caller) => (await caller.call("getGroup", { id: group_id, with_projects: false })).succeeded;
			if (!(await isSeen(t.anonymous)) && (await isSeen(t.as("owner")))) hidden.push(group_id);
		}
		if (hidden.length === 0) t.skip("no private group that the owner is a member of is invited into the subgroup");
		const [nobody, member] = [await get(t, t.anonymous, t.scene("subgroup")), await get(t, t.as("owner"), t.scene("subgroup"))];
		const has = (response: ApiResponse, id: unknown) => entriesOf(response).some((one) => one.group_id === id);
		for (const id of hidden) {
			t.holds("a private group is not shown", !has(nobody, id), nobody);
			t.holds("a member sees the private group", has(member, id), member);
		}
		if (!t.given.hasControl) return;
		const [top, secret] = [await newGroup(t), t.unique("secret")];
		await t.given.record("groups", { full_path: secret, visibility: "private" });
		const [lower] = await groupsBelow(t, secret, { below: {} });
		const public_ = await t.given.record("groups", { full_path: t.unique("open") });
		const past = await t.given.record("groups", { full_path: t.unique("past") });
		await t.given.record("shares", { group: `${secret}/below`, into: top.full_path, role: "developer", expires_at: "2099-12-31" });
		await t.given.record("shares", { group: public_.full_path, into: top.full_path, role: "guest" });
		await t.given.record("shares", { group: past.full_path, into: top.full_path, role: "guest", expires_at: "2001-01-01" });
		const entry = (one: Fields | undefined, group_access_level: number, expires_at: string | null) => ({
			group_id: one?.id,
			group_name: one?.name,
			group_full_path: one?.full_path,
			group_access_level,
			expires_at,
		});
		const open = entry(public_, 10, null);
		const all = [entry(lower, 30, "2099-12-31"), open];
		// Membership of the group above the invited one counts, as membership of itself does.
		const [above, direct] = [await newcomer(t), await newcomer(t)];
		await join(t, above.username, { group: secret }, "guest");
		await join(t, direct.username, { group: `${secret}/below` }, "guest");
		for (const [caller, expected] of [
			[t.anonymous, [open]],
			[t.as("outsider"), [open]],
			[t.as("guest"), [open]],
			[above.caller, all],
			[direct.caller, all],
			[root, all],
		] as const)
			t.same("shared_with_groups", entriesOf(await get(t, caller, top.id)), expected);
	}),
	assumed("GROUP-063", "shared_with_groups is empty for a group into which no group is invited.", "getGroup", async (t) => {
		for (const field of ["leaving_group", "archived_group", "leaf_group", "internal_group"] as const) {
			const query = { id: t.scene(field), relation: ["direct"], per_page: 1 };
			if ((await t.as("auditor").call("listInvitedGroups", query)).ok.items.length > 0) continue;
			for (const who of ["administrator", "auditor"] as const) (await get(t, t.as(who), t.scene(field))).has({ shared_with_groups: [] });
			return;
		}
		t.skip("every group of the scene has invited groups");
	}),
	writing.rule(
		"GROUP-044, GROUP-064, GROUP-065",
		`Updating a top-level group returns ${ofTop} and no parent_id; updating a subgroup returns its parent_id only.`,
		"updateGroup",
		async (t) => {
			const [top, below] = [await ChangedGroup.of(t, "group"), await ChangedGroup.of(t, "subgroup")];
			for (const caller of [t.as("owner"), t.as("administrator")]) {
				isBoolean(t, (await top.put({}, caller)).ok.has({ parent_id: null }));
				(await below.put({}, caller)).ok.has({ parent_id: top.id }).lacks(ofTop);
			}
		},
		{ id: "GROUP-064/updated" },
	),
	paid.rule("GROUP-087", "On a paid tier, every caller who reads a group gets all nine paid fields, such as membership_lock.", "getGroup", async (t) => {
		for (const tier of t.given.hasControl ? ["premium", "ultimate"] : [t.facts.tier]) {
			if (t.given.hasControl) await t.given.settings({ tier });
			for (const [, caller] of everyone(t)) {
				for (const response of await views(t, caller, t.scene("group"))) response.shows(...paidFields);
				for (const below of [t.scene("subgroup"), await deepest(t, "group")]) (await get(t, caller, below)).shows(...paidFields);
			}
		}
		const day = (await get(t, t.as("administrator"), t.scene("leaving_group"))).field("marked_for_deletion_on");
		t.holds("marked_for_deletion_on is a day", /^\d{4}-\d\d-\d\d$/.test(String(day)));
	}),
	paid.rule(
		"",
		"On a paid tier, every group that an administrator reads, updates or lists has repository_storage, file_template_project_id and ip_restriction_ranges.",
		["getGroup", "updateGroup", "listGroups", "listSubgroups", "listDescendantGroups", "listGroupSharedGroups"],
		async (t) => {
			const [root, id] = [t.as("administrator"), t.scene("group")];
			(await (await ChangedGroup.of(t, "group")).put({}, root)).ok.shows(...commonOnPaid);
			for (const field of ["group", "subgroup"] as const) (await get(t, root, t.scene(field))).shows(...commonOnPaid);
			// The list of groups that a group is invited into has no statistics. That an administrator gets all groups below is assumed.
			const places = {
				listGroups: {},
				listSubgroups: { id, all_available: true },
				listDescendantGroups: { id, all_available: true },
				listGroupSharedGroups: { id },
			};
			for (const operation of ["listGroups", "listSubgroups", "listDescendantGroups", "listGroupSharedGroups"] as const)
				for (const more of [{}, ...(operation === "listGroupSharedGroups" ? [] : [{ statistics: true }]), { with_custom_attributes: true }])
					(await root.call(operation, { ...places[operation], ...more })).ok.every("with the common fields", (one) =>
						commonOnPaid.every((name) => Object.hasOwn(one, name)),
					);
		},
		{ id: "rules/groups/common-fields" },
	),
	free.rule(
		"GROUP-088",
		"On the free tier, reading or updating a group returns none of the nine paid fields, such as membership_lock.",
		["getGroup", "updateGroup"],
		async (t) => {
			for (const [, caller] of everyone(t)) for (const response of await views(t, caller, t.scene("group"))) response.lacks(...paidFields);
			const root = t.as("administrator");
			for (const field of ["subgroup", "leaving_group"] as const) (await get(t, root, t.scene(field))).lacks(...paidFields);
			for (const field of ["group", "subgroup"] as const)
				for (const caller of [t.as("owner"), root]) (await (await ChangedGroup.of(t, field)).put({}, caller)).ok.lacks(...paidFields);
		},
	),
	assumed(
		"GROUP-039",
		"Only administrators get repository_storage, in a group's record and in lists.",
		["getGroup", "listGroups", "listSubgroups"],
		async (t) => {
			t.scene("subgroup");
			const { id } = t.given.hasControl ? await newGroup(t, { repository_storage: "fast" }) : (await get(t, t.anonymous)).fields;
			if (t.given.hasControl && t.facts.tier !== "free") (await get(t, t.as("administrator"), Number(id))).has({ repository_storage: "fast" });
			for (const [who, caller] of everyone(t)) {
				if (who === "administrator") continue;
				const one = await get(t, caller, Number(id));
				t.same(`repository_storage for ${who}`, one.field("repository_storage") ?? null, null, one);
				const list = await caller.call("listSubgroups", { id: t.scene("group"), all_available: true });
				list.ok.every("without a storage", (item) => (item.repository_storage ?? null) === null);
			}
		},
	),
	paid.assumed("GROUP-042", "Only callers who may read the template project get file_template_project_id.", ["getGroup", "listSubgroups"], async (t) => {
		const [group, path] = [await ChangedGroup.of(t, "subgroup"), t.scene("private_project")];
		const id = path.slice(0, path.lastIndexOf("/"));
		const found = (await t.as("owner").list("listGroupProjects", { id, with_shared: false })).ok.items;
		const file_template_project_id = found.find((one) => one.path_with_namespace === path)?.id;
		await group.accepts({ file_template_project_id });
		for (const [who, caller] of everyone(t)) {
			const expected = who === "anonymous" || who === "outsider" ? null : file_template_project_id;
			const read = await group.read(caller);
			t.same(`file_template_project_id for ${who}`, read.field("file_template_project_id") ?? null, expected, read);
			const list = (await caller.list("listSubgroups", { id: t.scene("group"), all_available: true })).ok;
			const item = list.items.find((one) => one.id === group.id);
			t.same(`file_template_project_id in the list for ${who}`, item?.file_template_project_id ?? null, expected, list);
		}
	}),
	free.assumed(
		"GROUP-048",
		"On the free tier, no group has a value of ip_restriction_ranges.",
		["getGroup", "updateGroup"],
		on("group", async (group, t) => {
			await group.put({ ip_restriction_ranges: "10.0.0.0/8" });
			if (t.given.hasControl) await t.given.change("groups", group.id, { ip_restriction_ranges: "10.0.0.0/8" });
			for (const who of ["owner", "administrator"] as const) {
				const response = await group.read(t.as(who));
				t.same("ip_restriction_ranges", response.field("ip_restriction_ranges") ?? null, null, response);
				const list = (await t.as(who).list("listGroups", { search: t.scene("group") })).ok;
				list.every("without ip_restriction_ranges", (one) => (one.ip_restriction_ranges ?? null) === null);
			}
		}),
	),
	reading.rule(
		"GROUP-044, GROUP-049, GROUP-050",
		"parent_id is the id of the parent group, or null for a top-level group. full_path, full_name and web_url are built from the groups above.",
		["getGroup", "listGroups", "listSubgroups", "listDescendantGroups", "listGroupSharedGroups"],
		async (t) => {
			const top = (await get(t, t.as("owner"))).has({ parent_id: null });
			t.assume(
				"full_path and full_name of a top-level group should equal its path and name",
				top.field("full_path") === top.field("path") && top.field("full_name") === top.field("name"),
				top,
			);
			t.scene("subgroup");
			const below = (await t.as("owner").list("listDescendantGroups", { id: t.scene("group"), order_by: "id", all_available: true })).ok;
			const known = new Map([top.fields, ...below.items].map((one) => [one.id, one]));
			const ids = new Map((await wholeList(t.as("administrator"), "listGroups", { all_available: true })).map((one) => [one.full_path, one.id]));
			const isInPlace = ({ full_path, parent_id }: Fields) => parent_id === (ids.get(parentOf(String(full_path))) ?? null);
			const lists = { listGroups: {}, listSubgroups: { id: t.scene("group"), all_available: true }, listGroupSharedGroups: { id: t.scene("group") } };
			for (const list of ["listGroups", "listSubgroups", "listGroupSharedGroups"] as const)
				(await t.as("owner").list(list, lists[list])).ok.every("below its parent", isInPlace);
			below.every("below its parent", isInPlace);
			const base = top.string("web_url").replace(/\/groups\/.*$/, "");
			t.assume("web_url should be an absolute URL", /^https?:\/\/./.test(base), top);
			const read: Fields[] = [];
			for (const { id, parent_id } of below.items.slice(0, 4)) read.push((await get(t, t.as("owner"), Number(id))).has({ parent_id }).fields);
			for (const { path, name, parent_id, full_path, full_name, web_url } of [...below.items, ...read]) {
				const above = known.get(parent_id);
				const place = `${above?.full_path}/${path}`;
				const isThere = full_path === place && full_name === `${above?.full_name} / ${name}` && web_url === `${base}/groups/${place}`;
				t.assume(`full_path, full_name and web_url should follow ${place}`, isThere, below);
			}
		},
	),
	writing.assumed(
		"GROUP-098",
		"emails_disabled of a group is the opposite of emails_enabled, in its record and in lists.",
		["getGroup", "listSubgroups"],
		on("subgroup", async (group, t) => {
			const shows = async (expected: Fields) => {
				(await group.read()).has(expected);
				const list = (await t.as("owner").list("listSubgroups", { id: t.scene("group") })).ok;
				const item = list.items.find((one) => one.id === group.id);
				for (const [name, value] of Object.entries(expected)) t.same(`${name} in the list`, item?.[name], value, list);
			};
			for (const emails_enabled of [false, true]) {
				await group.change({ emails_enabled });
				await shows({ emails_enabled, emails_disabled: !emails_enabled });
			}
			if (!t.given.hasControl) return;
			await t.given.change("groups", group.id, { emails_enabled: null });
			await shows({ emails_enabled: null, emails_disabled: null });
		}),
	),
	assumed(
		"GROUP-109",
		"No list of groups shows runners_token, projects or shared_projects.",
		["listGroups", "listSubgroups", "listDescendantGroups", "listInvitedGroups", "listGroupSharedGroups"],
		async (t) => {
			const names = ["runners_token", "projects", "shared_projects"];
			for (const operation of ["listGroups", "listSubgroups", "listDescendantGroups", "listInvitedGroups", "listGroupSharedGroups"] as const)
				for (const id of [t.scene("group"), t.scene("leaf_group")]) {
					const list = (await t.as("administrator").list(operation, { id, statistics: true })).ok;
					for (const one of list.items) for (const name of names) t.holds(`${name} is absent`, !Object.hasOwn(one, name), list);
				}
		},
	),
];

/** What a parameter adds to the record, or leaves out of it. */
export const groupQuery: readonly Rule[] = [
	rule(
		"GROUP-163..166",
		"A group's record has projects and shared_projects unless with_projects=false, which leaves out nothing else.",
		"getGroup",
		async (t) => {
			if (t.given.hasControl) await t.given.record("projects", { full_path: `${t.scene("subgroup")}/${t.unique("thing")}`, visibility: "public" });
			for (const place of ["group", "subgroup", "leaf_group"] as const)
				for (const [who, caller] of everyone(t)) {
					const id = t.scene(place);
					// The lists are present even if they are empty.
					if (who === "owner" || who === "anonymous") (await get(t, caller, id, { with_projects: undefined })).shows("projects", "shared_projects");
					const whole = (await get(t, caller, id, { with_projects: true })).shows("projects", "shared_projects");
					if (place !== "group" && who !== "owner" && who !== "anonymous") continue;
					const { projects: _, shared_projects, ...rest } = whole.fields;
					const response = await get(t, caller, id);
					const more = place === "group" ? [await caller.call("getGroup", { id, with_projects: false, with_custom_attributes: true })] : [];
					// A parameter of administrators may be refused to others.
					for (const shown of [response, ...more.filter((one) => who === "administrator" || !one.refused)].map((one) => one.ok))
						for (const name of ["projects", "shared_projects"]) {
							const value = shown.field(name);
							t.holds(`there are no ${name}`, !Array.isArray(value) || value.length === 0, shown);
						}
					t.assume(`the record of the ${place} for ${who} should otherwise be the same`, isDeepStrictEqual(response.json, rest), response);
				}
		},
	),
];

/** The projects in a group's record: its own, and those that are shared with it. */
async function projectsOf(caller: Caller, id: string | number): Promise<{ http: ApiResponse; id: unknown; own: readonly Fields[]; shared: readonly Fields[] }> {
	const response = (await caller.call("getGroup", { id })).ok;
	const list = (name: string): readonly Fields[] => {
		const value = response.field(name);
		if (!Array.isArray(value)) throw response.deviation(`${name}: expected a list`);
		return value;
	};
	return { http: response, id: response.field("id"), own: list("projects"), shared: list("shared_projects") };
}

/** Whether the record has all projects of a kind: it shows at most a hundred. */
const isWhole = (projects: readonly Fields[]): boolean => projects.length < 100;
const namespaceOf = (project: Fields): unknown => Object(project.namespace).id;
const paths = (projects: readonly Fields[]) => projects.map((one) => one.path_with_namespace);

/** A group with a project of each visibility, as many that are shared with it, and others that are neither; needs the control API. */
async function withProjects(t: Context): Promise<{ id: number; top: string; friends: string }> {
	const { id, full_path: top } = await newGroup(t);
	const friends = t.unique("friends");
	await t.given.record("groups", { full_path: friends });
	for (const visibility of visibilities) {
		await t.given.record("projects", { full_path: `${top}/${visibility}`, visibility });
		await t.given.record("projects", { full_path: `${friends}/${visibility}`, visibility });
		await t.given.record("shares", { group: top, into: `${friends}/${visibility}`, role: "developer" });
	}
	await t.given.record("projects", { full_path: `${top}/child/below` });
	await t.given.record("projects", { full_path: `${friends}/unshared` });
	await t.given.record("projects", { full_path: `${friends}/past` });
	await t.given.record("shares", { group: top, into: `${friends}/past`, role: "guest", expires_at: "2001-01-01" });
	return { id, top, friends };
}

/** The callers must see only the projects of these visibilities in the record. */
async function sees(t: Context, callers: readonly Caller[], allowed: readonly (typeof visibilities)[number][], scene: readonly string[]): Promise<void> {
	const made = t.given.hasControl ? await withProjects(t) : undefined;
	for (const caller of callers) {
		const { http, own, shared } = await projectsOf(caller, t.scene("group"));
		if (isWhole(own)) for (const path of scene) t.holds(`${path} is shown`, paths(own).includes(path), http);
		for (const one of [...own, ...shared])
			t.holds(`a ${one.visibility} project is not shown`, allowed.length === 3 || allowed.some((is) => is === one.visibility), http);
		if (!made) continue;
		const response = await projectsOf(caller, made.id);
		const expected = (place: string) => [...allowed].reverse().map((visibility) => `${place}/${visibility}`);
		t.same("the projects", paths(response.own), expected(made.top), response.http);
		t.same("the shared projects", paths(response.shared), expected(made.friends), response.http);
	}
}

/** The projects in a group's own record. */
export const groupsProjects: readonly Rule[] = [
	assumed(
		"GROUP-070, GROUP-075",
		"projects has only the group's own projects. projects and shared_projects are sorted by id descending.",
		"getGroup",
		async (t) => {
			for (const [who, caller] of everyone(t)) {
				const { http: response, id, own, shared } = await projectsOf(caller, t.scene("group"));
				for (const one of own) t.same("the namespace of a project", namespaceOf(one), id, response);
				for (const ids of [own, shared].map((list) => list.map((one) => Number(one.id))))
					t.same(
						"the ids",
						ids,
						ids.toSorted((a, b) => b - a),
						response,
					);
				const list = (await caller.list("listGroupProjects", { id, with_shared: false })).ok;
				if (isWhole(own)) t.same(`the projects for ${who}`, new Set(own.map((one) => one.id)), new Set(list.ids), response);
			}
		},
	),
	rule("GROUP-071", "shared_projects has the projects that are shared with the group. Each belongs to another namespace.", "getGroup", async (t) => {
		await sharedIds(t);
		for (const [who, caller] of everyone(t)) {
			const { http: response, id, shared } = await projectsOf(caller, t.scene("group"));
			for (const one of shared) t.holds("a shared project has another namespace", namespaceOf(one) !== id, response);
			// The list may leave out archived ones unless the request asks for them.
			const lists = [{}, { archived: true }].map(async (more) => (await caller.list("listGroupSharedProjects", { id: t.scene("group"), ...more })).ok.ids);
			const listed = new Set((await Promise.all(lists)).flat());
			if (!isWhole(shared)) continue;
			const shown = new Set<unknown>(shared.map((one) => one.id));
			// The record may show fewer to callers who are not members.
			if (who === "anonymous" || who === "outsider")
				t.assume(`${who} should be shown the shared projects of the list`, isDeepStrictEqual(shown, listed), response);
			else t.same(`the shared projects for ${who}`, shown, listed, response);
		}
	}),
	assumed("GROUP-072", "For anonymous callers, projects and shared_projects of a public group have only public projects.", "getGroup", (t) =>
		sees(t, [t.anonymous], ["public"], [t.scene("project")]),
	),
	assumed(
		"GROUP-073",
		"For a signed-in user who is not a member, projects and shared_projects of a public group have only public and internal projects.",
		"getGroup",
		(t) => sees(t, [t.as("outsider")], ["public", "internal"], [t.scene("project"), t.scene("internal_project")]),
	),
	assumed("GROUP-074", "For members and administrators, projects and shared_projects of a group also have private projects.", "getGroup", (t) =>
		sees(t, [...roles, "administrator" as const].map(t.as), visibilities, [t.scene("project"), t.scene("private_project")]),
	),
	rule(
		"GROUP-068, GROUP-069",
		"projects and shared_projects each have at most 100 projects, all visible to the caller. They should be the newest 100, newest first.",
		"getGroup",
		async (t) => {
			// Some are shared from a group with the same parent, which makes no difference.
			const { full_path: root } = await newGroup(t);
			const top = `${root}/tested`;
			const { id } = await t.given.record("groups", { full_path: top });
			const friends = [t.unique("friends"), `${root}/friends`];
			const numbers = Array.from({ length: 101 }, (_, index) => index + 1);
			const add = async (some: readonly number[]) => {
				const own = some.map((number) => ({ full_path: `${top}/own-${number}`, visibility: "public" }));
				const shared = some.map((number) => ({ full_path: `${friends[number % 2]}/shared-${number}`, visibility: "public" }));
				await t.given.control("POST", "/records/projects", [...own, ...shared]);
				const shares = shared.map(({ full_path }) => ({ group: top, into: full_path, role: "guest" }));
				await t.given.control("POST", "/records/shares", shares);
			};
			const has = async (expected: readonly number[], caller = t.as("owner")) => {
				const { http: response, own, shared } = await projectsOf(caller, id);
				const named = (name: string) => expected.map((number) => `${name}-${number}`);
				const found = [own, shared].map((list) => list.map((one) => String(one.path)));
				const all = [named("own"), named("shared")];
				t.holds("the caller should not get a project that only others can see", !found.flat().includes("hidden"), response);
				t.same(
					"the numbers of projects",
					found.map(({ length }) => length),
					all.map(({ length }) => length),
					response,
				);
				if (expected.length < 100)
					t.same(
						"the projects",
						found.map((list) => list.toSorted()),
						all.map((list) => list.toSorted()),
						response,
					);
				t.assume("the projects should be the newest, the newest first", isDeepStrictEqual(found, all), response);
			};
			await add(numbers.slice(0, 99));
			await has(numbers.slice(0, 99).reverse());
			await add([100]);
			await has(numbers.slice(0, 100).reverse());
			const hidden = await t.given.record("projects", { full_path: `${top}/hidden`, visibility: "private" });
			const { http: open, own } = await projectsOf(t.anonymous, id);
			t.holds("the caller should not get a project that only others can see", !own.some((one) => one.id === hidden.id), open);
			await t.assuming(() => has(numbers.slice(0, 100).reverse(), t.anonymous));
			await t.given.remove("projects", hidden.id);
			await add([101]);
			await has(numbers.slice(1).reverse());
		},
	),
	assumed(
		"GROUP-130",
		"tag_list and topics of a project have the same values, sorted by name.",
		["getGroup", "listGroupProjects", "listGroupSharedProjects"],
		async (t) => {
			const id = t.scene("group");
			if (t.given.hasControl) await t.given.record("projects", { full_path: `${id}/about`, topics: ["zebra", "ape", "mole"] });
			const { own, shared } = await projectsOf(t.as("owner"), id);
			const all = [...own, ...shared];
			for (const simple of [true, false]) {
				const query = { id, simple, include_subgroups: true };
				for (const list of ["listGroupProjects", "listGroupSharedProjects"] as const) all.push(...(await t.as("owner").list(list, query)).ok.items);
			}
			if (!all.some((one) => Array.isArray(one.topics) && one.topics.length > 1)) t.skip("no project of the group has two topics");
			for (const { topics, tag_list } of all) {
				const expected = Array.isArray(topics) ? [...topics].sort() : undefined;
				t.same("topics and tag_list", [topics, tag_list], [expected, expected]);
			}
		},
	),
];
