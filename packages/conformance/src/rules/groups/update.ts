import type { Context } from "../../rule/context";
import { deepestOf } from "../../rule/deepest";
import { numberOf } from "../../rule/graphql";
import type { Fields } from "../../rule/response";
import type { Rule } from "../../rule/rule";
import { personalProjects } from "../notes/lab";
import { ChangedGroup, on } from "./changed-group";
import {
	forbidden,
	free,
	groupsBelow,
	isInvalid,
	join,
	lowerRoles,
	newcomer,
	newGroup,
	notInList,
	paid,
	parentOf,
	projectId,
	unknownGroup,
	visibilities,
	writing,
} from "./lab";

const change = (t: Context) => ({ description: t.unique("description") });

/** Operations that read a group, or a list of what is in it. */
const byNumber = ["getGroup", "listSubgroups", "listDescendantGroups", "listGroupProjects", "listGroupSharedProjects", "listInvitedGroups"] as const;

/** What an update accepts and returns. */
export const updateRules: readonly Rule[] = [
	writing.assumed(
		"GROUP-489",
		"Lower roles cannot update a group or subgroup. The Owner of a subgroup can update it, but not the group above it.",
		"updateGroup",
		async (t) => {
			const [above, own] = [await ChangedGroup.of(t, "group"), await ChangedGroup.of(t, "subgroup")];
			for (const group of [above, own, await ChangedGroup.of(t, "leaf_group")])
				for (const sent of [change(t), { name: t.unique("name"), path: t.unique("path"), visibility: "private" }])
					await group.inVain(async () => {
						for (const who of lowerRoles.slice(1)) (await group.put(sent, t.as(who))).refuses(403, forbidden);
						return (await group.put(sent, t.as("maintainer"))).refuses(403, forbidden);
					});
			if (!t.given.hasControl) return;
			const { caller, username } = await newcomer(t);
			await join(t, username, { group: t.scene("subgroup") }, "owner");
			await above.inVain(async () => (await above.put(change(t), caller)).refuses(403, forbidden));
			await own.accepts(change(t), caller);
		},
	),
	writing.change(
		"GROUP-496, GROUP-497, CONV-105",
		"Updating a group returns the record that the caller reads afterwards, with at most 100 entries each in projects and shared_projects.",
		"group",
		async (group, t) => {
			let crowded = group;
			if (t.given.hasControl) {
				const [{ full_path: top, id }, friends] = [await newGroup(t), t.unique("friends")];
				crowded = await ChangedGroup.at(t, id);
				const paths = Array.from({ length: 202 }, (_, index) => `${index < 101 ? top : friends}/p-${index}`);
				await t.given.control(
					"POST",
					"/records/projects",
					paths.map((full_path) => ({ full_path })),
				);
				await t.given.control(
					"POST",
					"/records/shares",
					paths.slice(101).map((into) => ({ group: top, into, role: "guest" })),
				);
			}
			for (const caller of [crowded.owner, t.as("administrator")]) {
				// Other rules know the scene's group by its path; the projects move with that of a new one.
				const moved = t.given.hasControl && { name: t.unique("name"), path: t.unique("path") };
				const response = await crowded.change({ ...change(t), ...moved }, caller);
				const read = await crowded.read(caller, { with_projects: true });
				const lacks = Object.keys(read.fields).filter((name) => !Object.hasOwn(response.fields, name));
				t.same("what the response lacks", lacks.join(", "), "", response);
				for (const name of ["projects", "shared_projects"]) {
					const listed = response.field(name);
					t.holds(`${name} has at most 100 entries`, Array.isArray(listed) && listed.length <= 100, response);
					if (t.given.hasControl) t.same(`the entries of ${name}`, Array.isArray(listed) && listed.length, 100, response);
					const entries = (list: unknown) => (Array.isArray(list) ? list.map((entry) => [Object(entry).id, Object(entry).path_with_namespace]) : list);
					t.same(`the ${name} of the response`, entries(listed), entries(read.field(name)), response);
				}
			}
		},
	),
	writing.rule(
		"GROUP-494",
		"A subgroup can be updated by its id and by its URL-encoded path.",
		"updateGroup",
		on("subgroup", async (group, t) => {
			for (const id of [group.id, t.scene("subgroup")]) {
				const sent = change(t);
				group.keep(sent);
				(await t.as("owner").call("updateGroup", { id, ...sent })).ok.has({ id: group.id, ...sent });
			}
		}),
	),
	writing.assumedChange(
		"GROUP-499, GROUP-500",
		"Updating a group without any field, or with only unknown fields, succeeds and changes nothing.",
		"subgroup",
		async (group) => {
			for (const sent of [{}, { colour: "red" }, { parent_id: 1 }, { full_path: "other", created_at: "2001-01-01", archived: true }])
				await group.inVain(async () => (await group.put(sent)).ok.has({ name: group.before.name }));
		},
	),
	writing.assumedChange("GROUP-501", "If one field of a group update is invalid, no field is changed.", "subgroup", async (group, t) => {
		const fine = { name: t.unique("name"), ...change(t), lfs_enabled: group.before.lfs_enabled !== true };
		for (const invalid of [{ path: "not fine" }, { two_factor_grace_period: -1 }, { visibility: "secret" }, { default_branch_protection: 9 }])
			await group.refuses({ ...fine, ...invalid });
		await group.refuses({ ...fine, name: "<script>x</script>" });
	}),
	writing.assumedChange(
		"GROUP-502",
		"A refused group update lists all invalid fields in message. Wrong types and unknown enum values are listed in error instead.",
		"subgroup",
		async (group) => {
			const negative = ["must be greater than or equal to 0"];
			await group.refuses({ two_factor_grace_period: -1 }, { message: { two_factor_grace_period: negative } });
			await group.refuses({ name: "", two_factor_grace_period: -1 }, { message: { name: ["can't be blank"], two_factor_grace_period: negative } });
			await group.refuses({ two_factor_grace_period: "soon" }, isInvalid("two_factor_grace_period"));
			await group.refuses({ visibility: "secret" }, notInList("visibility"));
			await group.refuses({ lfs_enabled: "maybe", visibility: "secret" }, { error: "lfs_enabled is invalid, visibility does not have a valid value" });
		},
	),
];

const blank = "can't be blank";
const taken = "has already been taken";

/** Name, path and description of a group. */
export const updatePlace: readonly Rule[] = [
	writing.rule(
		"GROUP-506",
		"Changing a group's name changes the full_name of the group and of the groups below it, and nothing else.",
		["updateGroup", "listDescendantGroups"],
		on("subgroup", async (group, t) => {
			const below = async () => (await t.as("owner").list("listDescendantGroups", { id: group.id, order_by: "id" })).ok.items;
			const [before, deeper] = [await group.read(), await below()];
			const name = `New Group ${t.unique("name")}`;
			(await group.change({ name })).has({ name, path: before.field("path"), full_path: before.field("full_path") });
			const was = before.string("full_name");
			const full_name = `${was.slice(0, was.lastIndexOf("/") + 1)} ${name}`.trim();
			const after = await group.read();
			t.same("the group", { ...after.fields, full_name: "" }, { ...before.fields, name, full_name: "" }, after);
			t.assume("the full name follows", after.field("full_name") === full_name, after);
			const now = await below();
			const nameless = (groups: readonly Fields[]) => groups.map((one) => ({ ...one, full_name: "" }));
			const moved = nameless(deeper);
			t.same("the groups below", nameless(now), moved);
			const names = deeper.map((one) => full_name + String(one.full_name).slice(was.length));
			t.assume("the full names below follow", now.map((one) => one.full_name).join() === names.join());
		}),
	),
	writing.assumedChange("GROUP-507..509", "A group's name has at most 255 characters, is not blank and has no HTML.", "subgroup", async (group, t) => {
		for (const letter of ["n", "ü", "ラ"]) {
			const name = t.unique("name").padEnd(255, letter);
			await group.accepts({ name });
			await group.refuses({ name: `${name}${letter}` }, { message: { name: ["is too long (maximum is 255 characters)"] } });
		}
		for (const name of [`Ünïcode & Co. (2026) ${t.unique()}`, `R&D: 3 < 4 ${t.unique()}`]) await group.accepts({ name });
		for (const name of ["", "   ", "\t\n"]) await group.faults("name", { name }, blank);
		for (const name of ["<script>x</script>", "Lab <b>bold</b>", "a<!-- b -->", "</p>"]) await group.faults("name", { name });
	}),
	writing.assumedChange("GROUP-510", "Two groups with the same parent cannot have the same name.", "subgroup", async (group, t) => {
		const beside = await ChangedGroup.of(t, "leaf_group");
		await group.refuses({ name: beside.before.name }, { message: { name: [taken] } });
		// A group may keep its own name, and take that of a group elsewhere.
		await beside.accepts({ name: beside.before.name });
		const { ids } = (await t.as("owner").call("listSubgroups", { id: group.id, per_page: 1 })).ok;
		if (ids[0] !== undefined) await (await ChangedGroup.at(t, ids[0])).accepts({ name: beside.before.name });
	}),
	writing.change(
		"GROUP-511",
		"A group's path can be changed. The response and later reads, by the id and by the new path, show it.",
		"leaf_group",
		async (group, t) => {
			for (const path of [t.unique("new-path"), t.unique("other_path")]) {
				const id = (await group.accepts({ path })).string("full_path");
				(await t.as("owner").call("getGroup", { id, with_projects: false })).ok.has({ id: group.id, path });
			}
		},
	),
	writing.assumed(
		"GROUP-512",
		"When a group's path changes, all groups and projects below it move too. Former project paths redirect with 301; the former group path returns 404.",
		["updateGroup", "listDescendantGroups"],
		on("subgroup", async (group, t) => {
			const root = t.as("administrator");
			const below = async () => (await root.list("listDescendantGroups", { id: group.id, order_by: "id" })).ok.items;
			const projects = async () =>
				(await root.list("listGroupProjects", { id: group.id, include_subgroups: true, with_shared: false, order_by: "id" })).ok
					.pluck("path_with_namespace")
					.map(String);
			const [groups, paths] = [await below(), await projects()];
			if (groups.length === 0) t.skip("the scene's subgroup has no groups below it");
			const was = String(group.before.full_path);
			const path = t.unique("moved");
			const full_path = `${parentOf(was)}/${path}`;
			const moved = (await group.change({ path })).has({ full_path, name: group.before.name, parent_id: group.before.parent_id });
			t.holds("web_url follows the path", moved.string("web_url").endsWith(`/groups/${full_path}`), moved);
			(await t.as("owner").call("getGroup", { id: full_path, with_projects: false })).ok.has({ id: group.id });
			const follow = (text: unknown) => String(text).replace(was, full_path);
			t.same(
				"the groups below",
				await below(),
				groups.map((one) => ({ ...one, full_path: follow(one.full_path), web_url: follow(one.web_url) })),
			);
			t.same("the projects below", await projects(), paths.map(follow));
			for (const { id, full_path: deep } of groups) (await root.call("getGroup", { id: follow(deep), with_projects: false })).ok.has({ id });
			for (const one of paths.slice(0, 2)) {
				(await root.call("listPipelines", { id: follow(one), per_page: 1 })).ok;
				(await root.call("listPipelines", { id: one, per_page: 1 })).is(301);
			}
			(await root.call("getGroup", { id: was, with_projects: false })).refuses(404, unknownGroup);
		}),
	),
	writing.assumedChange(
		"GROUP-513",
		"A group's path is refused if a group, project or user at the same level has it, in upper or lower case.",
		"subgroup",
		async (group, t) => {
			const message = { path: [taken] };
			const other = String((await ChangedGroup.of(t, "leaf_group")).before.path);
			const project = t.scene("project");
			const inGroup = project.slice(0, project.lastIndexOf("/")) === t.scene("group") ? [project.slice(project.lastIndexOf("/") + 1)] : [];
			for (const path of [other, other.toUpperCase(), ...inGroup]) await group.refuses({ path }, { message });
			// User namespaces are at the level of top-level groups: below a group, usernames are free.
			const top = await ChangedGroup.of(t, "group");
			const username = t.user("outsider").username;
			for (const path of [username, username.toUpperCase(), t.scene("internal_group")]) await top.refuses({ path }, { message });
			for (const path of [username, t.scene("internal_group")]) await group.accepts({ path });
		},
	),
	writing.assumedChange("GROUP-514", "A group's path has 2 to 255 characters.", "leaf_group", async (group, t) => {
		await group.faults("path", { path: "x" });
		const longest = `${t.unique("long")}${"x".repeat(255)}`.slice(0, 255);
		await group.accepts({ path: longest });
		await group.faults("path", { path: `${longest}x` });
		// A path of two characters may be in use: then another one is tried.
		const short = await group.put({ path: "q7" });
		(short.succeeded ? short : await group.put({ path: "z3" })).ok;
		t.same("the length of the path", (await group.read()).string("path").length, 2);
	}),
	writing.assumedChange(
		"GROUP-515, GROUP-516",
		"A group's path has only letters, digits, dots, dashes and underscores. It does not start with a dash or end with .git or .atom.",
		"subgroup",
		async (group, t) => {
			for (const path of ["", " "]) await group.faults("path", { path }, blank);
			for (const path of ["with space", "-dash", "repo.git", "feed.atom", "REPO.GIT", "a/b", "ümlaut", "a%2Fb", "..", "a\nb"])
				await group.faults("path", { path });
			for (const path of [`${t.unique("with")}_and.point`, t.unique("UPPER")]) await group.accepts({ path });
		},
	),
	writing.assumedChange(
		"",
		"A group's description has at most 2,000 characters. Its path cannot be a name that the platform reserves.",
		"subgroup",
		async (group, t) => {
			const whole = "ラ".repeat(2_000);
			await group.accepts({ description: whole });
			await group.refuses({ description: `${whole}x` }, { message: { description: ["is too long (maximum is 2000 characters)"] } });
			await group.refuses({ path: "blob" }, { message: { path: ["blob is a reserved name"] } });
			if (!t.given.hasControl) return;
			const { id } = await t.given.record("groups", { path: t.unique("top"), members: { [t.user("owner").username]: "owner" } });
			for (const path of ["api", "users"])
				(await t.as("owner").call("updateGroup", { id, path })).refuses(400, { message: { path: [`${path} is a reserved name`] } });
		},
		"rules/groups/reserved-names",
	),
	writing.change("GROUP-517", "A group's description is stored as sent. An empty one clears it.", "subgroup", async (group, t) => {
		for (const description of [t.unique("description"), "What we do: **things**, <b>2 & 3</b>.\n\nラボ 🚀"]) await group.accepts({ description });
		await group.put({ description: "" });
		const read = await group.read();
		t.holds("the description is empty", !read.field("description"), read);
	}),
	writing.assumed(
		"GROUP-018, CONV-020",
		"A group reference of digits is always an id, never a path, even with leading zeros.",
		["updateGroup", ...byNumber],
		async (t) => {
			const { hasControl } = t.given;
			const [group, other] = [
				await ChangedGroup.of(t, "leaf_group"),
				await (hasControl ? ChangedGroup.at(t, (await newGroup(t)).id) : ChangedGroup.of(t, "private_group")),
			];
			const root = t.as("administrator");
			const path = String(other.id);
			await group.change({ path });
			// As a path, the digits would address a top-level group.
			(await root.call("getGroup", { id: path, with_projects: false })).ok.has({ id: other.id, full_path: other.before.full_path });
			for (const operation of byNumber) (await root.call(operation, { id: `00${path}` })).ok;
			// Other rules address the scene's groups by their paths.
			if (!hasControl) return;
			await t.given.record("projects", { full_path: `${other.before.full_path}/inside` });
			const unused = "999999999";
			(await other.change({ path: unused }, root)).has({ id: other.id });
			for (const operation of byNumber) (await root.call(operation, { id: unused })).refuses(404, unknownGroup);
			(await other.read(root)).has({ id: other.id, path: unused });
			const inside = (await root.call("listGroupProjects", { id: other.id, with_shared: false })).ok;
			for (const place of inside.pluck("path_with_namespace"))
				t.holds(`${place} should have moved with its group`, String(place).startsWith(`${unused}/`), inside);
		},
	),
];

/** The visibility of a group. The scene's leaf group may have any: the group above it is public, and nothing below it has a higher visibility. */
export const updateVisibility: readonly Rule[] = [
	...(
		[
			["GROUP-589", "private"],
			["GROUP-590", "internal"],
			["GROUP-591", "public"],
		] as const
	).map(([claim, visibility]) =>
		writing.change(claim, `A group's visibility can be changed to ${visibility} from any visibility.`, "leaf_group", async (below, t) => {
			const root = t.as("administrator");
			const { hasControl } = t.given;
			const top = await (hasControl ? ChangedGroup.at(t, (await newGroup(t)).id) : ChangedGroup.of(t, "private_group"));
			if (hasControl) await t.given.record("projects", { full_path: `${top.before.full_path}/hidden`, visibility: "private" });
			// From one of the others together with another field.
			const [other] = visibilities.filter((one) => one !== visibility);
			for (const group of hasControl ? [below, top] : [below])
				for (const before of visibilities) {
					await group.change({ visibility: before }, root);
					await group.accepts({ visibility, ...(before === other && { description: t.unique("described") }) }, root);
				}
			// Other rules rely on the visibility of the scene's private group: it changes only for a moment.
			if (hasControl || top.before.parent_id !== null) return;
			await top.accepts({ visibility }, root);
			await top.change({ visibility: top.before.visibility }, root);
		}),
	),
	writing.assumedChange("GROUP-593", "A group's visibility cannot be set lower than that of a group directly below it.", "subgroup", async (group, t) => {
		const below = (await t.as("administrator").call("listSubgroups", { id: group.id })).ok;
		if (!below.items.some((one) => one.visibility === "public")) t.skip("the scene's subgroup has no public group right below it");
		for (const visibility of ["private", "internal"])
			await group.faults("visibility_level", { visibility }, `${visibility} is not allowed since there are sub-groups with higher visibility.`);
		if (!t.given.hasControl) return;
		const top = await newGroup(t);
		await groupsBelow(t, top.full_path, { narrow: { visibility: "private" }, same: { visibility: "internal" } });
		await (await ChangedGroup.at(t, top.id)).accepts({ visibility: "internal" });
	}),
	writing.assumed("GROUP-594", "A group's visibility cannot be set lower than that of a project directly in it.", "updateGroup", async (t) => {
		// The scene's group also has public groups below it. In the new group and the internal one, only the project is the reason.
		for (const at of t.given.hasControl ? [(await newGroup(t)).id] : [parentOf(t.scene("project")), t.scene("internal_group")]) {
			const group = await ChangedGroup.at(t, at);
			if (t.given.hasControl) await t.given.record("projects", { full_path: `${group.before.full_path}/open`, visibility: "internal" });
			const projects = (await t.as("administrator").call("listGroupProjects", { id: at, with_shared: false })).ok;
			if (projects.items.some(({ visibility }) => visibility !== "private")) await group.faults("visibility_level", { visibility: "private" });
			if (t.given.hasControl) await group.accepts({ visibility: "internal" });
		}
	}),
	writing.assumed("GROUP-595", "A group's visibility cannot be set higher than that of the group above it.", "updateGroup", async (t) => {
		const root = t.as("administrator");
		const hidden = (await root.list("listGroups", { visibility: "private" })).ok;
		const paths = hidden.pluck("full_path");
		const below = hidden.items.find(({ full_path }) => paths.includes(parentOf(String(full_path))));
		if (typeof below?.id !== "number") return t.skip("no private group of the server has a group below it: make one");
		const child = await ChangedGroup.at(t, below.id);
		for (const visibility of ["public", "internal"]) await child.faults("visibility_level", { visibility }, undefined, root);
		if (!t.given.hasControl) return;
		const top = await newGroup(t, { visibility: "internal" });
		const [low] = await groupsBelow(t, top.full_path, { low: { visibility: "private" } });
		const lower = await ChangedGroup.at(t, low?.id ?? 0);
		await lower.faults("visibility_level", { visibility: "public" });
		await lower.accepts({ visibility: "internal" });
	}),
	writing.assumed("GROUP-596", "Only administrators can set a group to a visibility that the installation restricts.", "updateGroup", async (t) => {
		await t.given.settings({ restrictedVisibilities: ["internal"] });
		const group = await ChangedGroup.at(t, (await newGroup(t)).id);
		await group.faults("visibility_level", { visibility: "internal" }, "internal has been restricted");
		await group.accepts({ visibility: "private" });
		await group.accepts({ visibility: "internal" }, t.as("administrator"));
		// Its Owner may send what the group has already.
		await group.accepts({ visibility: "internal" });
	}),
	writing.assumed(
		"GROUP-597",
		"After a group becomes private, anonymous callers and users who are not members get 404 and do not find it in lists.",
		["updateGroup", "getGroup", "listSubgroups"],
		on("leaf_group", async (group, t) => {
			(await group.read(t.anonymous)).has({ id: group.id });
			await group.change({ visibility: "private" });
			for (const caller of [t.anonymous, t.as("outsider")]) {
				(await group.get(caller)).refuses(404, unknownGroup);
				const list = (await caller.list("listSubgroups", { id: t.scene("group"), all_available: true })).ok;
				t.holds("the group is in no list", !list.ids.includes(group.id), list);
			}
		}),
	),
];

/** The project whose files are templates: file_template_project_id. */
export const updateTemplates: readonly Rule[] = [
	paid.change("GROUP-611", "On a paid tier, file_template_project_id accepts any project that the caller can see.", "group", async (group, t) => {
		const below = await deepestOf(t, "project");
		const paths = [t.scene("project"), t.scene("private_project"), ...(below === undefined ? [] : [below])];
		const projects = await Promise.all(paths.map((path) => projectId(t, path)));
		for (const one of [group, await ChangedGroup.of(t, "subgroup")])
			for (const file_template_project_id of projects) await one.accepts({ file_template_project_id });
		// The owner of a group elsewhere has no role in the project, but can see it.
		const stranger = t.as("administrator").sudo(t.scene("sole_owner"));
		const [own] = (await stranger.list("listGroups", { owned: true })).ok.ids;
		if (own === undefined) return t.skip("the sole owner owns no group");
		const elsewhere = await ChangedGroup.at(t, own);
		(await elsewhere.change({ file_template_project_id: projects[0] }, stranger)).has({ file_template_project_id: projects[0] });
		(await elsewhere.read(stranger)).has({ file_template_project_id: projects[0] });
	}),
	free.change("GROUP-612, GROUP-613", "On the free tier, file_template_project_id is ignored and not shown.", "group", async (group, t) => {
		for (const file_template_project_id of [await projectId(t, t.scene("project")), 999_999_999])
			await group.ignores({ file_template_project_id }, undefined, "file_template_project_id");
	}),
	paid.assumedChange("GROUP-614", "file_template_project_id must be a project that the caller can see. Any other id is refused.", "group", async (group, t) => {
		const message = { file_template_project_id: ["is invalid"] };
		await group.refuses({ file_template_project_id: 999_999_999 }, { message });
		for (const { id } of await personalProjects(t))
			if ((await group.owner.call("listPipelines", { id: numberOf(id) })).status === 404)
				await group.refuses({ file_template_project_id: numberOf(id) }, { message });
		if (!t.given.hasControl) return;
		const hidden = await t.given.record("projects", { full_path: `${t.unique("hidden")}/templates`, visibility: "private" });
		await group.refuses({ file_template_project_id: hidden.id }, { message });
		await group.accepts({ file_template_project_id: hidden.id }, t.as("administrator"));
	}),
	paid.assumedChange("GROUP-615", "file_template_project_id=null clears it.", "group", async (group, t) => {
		await group.accepts({ file_template_project_id: await projectId(t, t.scene("project")) });
		(await group.put({ file_template_project_id: null })).ok;
		const read = await group.read();
		t.holds("file_template_project_id is cleared", !read.field("file_template_project_id"), read);
	}),
];
