import { whileUnchanged } from "../../laws/while-unchanged";
import type { Context } from "../../rule/context";
import { ask, type GraphqlResponse, gid, mutate } from "../../rule/graphql";
import { type Fields, isFields, pluck } from "../../rule/response";
import type { Rule } from "../../rule/rule";
import { inner, type List, nodesOf, walk } from "./connections";
import { incidentWith } from "./incident";
import { below, by, enrich, everyone, forbids, freshProject, inProject, pathOf, quoted, reads, those, unstated, type Who, writes } from "./lab";
import { type Connection, follows } from "./meanings";

const hour = (number: number): string => `2026-01-01T${String(number).padStart(2, "0")}:00:00.000Z`;
const second = (milliseconds: string): string => milliseconds.replace(".000", "");

/** Issues and merge requests have much in common. */
interface Kind {
	readonly field: "issue" | "mergeRequest";
	readonly list: "issues" | "mergeRequests";
	readonly table: "issues" | "merge_requests";
	readonly className: "Issue" | "MergeRequest";
	readonly create: "createIssueNote" | "createMergeRequestNote";
	readonly remove: "deleteIssueNote" | "deleteMergeRequestNote";
	readonly notes: "listIssueNotes" | "listMergeRequestNotes";
	readonly words: string;
}
const issue: Kind = {
	...{ field: "issue", list: "issues", table: "issues", className: "Issue", words: "issue" },
	...{ create: "createIssueNote", remove: "deleteIssueNote", notes: "listIssueNotes" },
};
const merge: Kind = {
	...{ field: "mergeRequest", list: "mergeRequests", table: "merge_requests", className: "MergeRequest", words: "merge request" },
	...{ create: "createMergeRequestNote", remove: "deleteMergeRequestNote", notes: "listMergeRequestNotes" },
};

/** The path of a new project with many such records if the bench can create them; otherwise the scene's project. */
async function furnished(t: Context, table: Kind["table"]): Promise<string> {
	let path = t.scene("project");
	const isFresh = await enrich(async () => {
		path = pathOf(await freshProject(t, { visibility: "public" }));
		for (let at = 0; at < 12; at++) {
			const done = at % 3 === 1;
			const issues = {
				type: at % 2 ? "incident" : "issue",
				severity: at % 2 ? ["low", "critical", "unknown", "high", "medium"][at % 5] : null,
				confidential: at % 4 === 3,
			};
			const merges = {
				source_branch: `feature-${at % 3}`,
				target_branch: at % 4 ? "main" : "develop",
				...(at % 3 === 2 && { state: "merged", merged_at: hour(20 - at) }),
			};
			await t.given.record(table, {
				project: path,
				title: `${at % 2 ? "fire" : "Alarm"} ${String((at * 5) % 12).padStart(2, "0")}`,
				description: at % 3 === 0 ? "Fire! Alarm!" : null,
				author: at % 2 ? "guest" : "owner",
				assignees: at % 4 === 0 ? ["guest", "reporter"] : at % 4 === 3 && at > 5 ? ["guest"] : [],
				discussion_locked: at % 5 === 0,
				created_at: hour((at * 7) % 12),
				updated_at: hour((at * 5) % 13),
				...(done && { state: "closed", closed_at: hour((at * 3) % 11) }),
				...(table === "issues" ? issues : merges),
			});
		}
	});
	if (isFresh || table !== "issues") return path;
	const [guest, reporter] = [t.user("guest").username, t.user("reporter").username];
	for (const [severity, commands] of Object.entries({
		...{ low: `/assign @${guest} @${reporter}`, critical: `/assign @${guest}\n/confidential`, high: `/assign @${reporter}\n/lock` },
		medium: "/close",
	}))
		({ path } = await incidentWith(t, commands, { severity, description: "Fire! Alarm!" }));
	return path;
}

const listOf = (t: Context, who: Who, path: string, { list }: Kind): Connection & List => ({
	...{ caller: by(t, who), parent: "Project", around: `project(fullPath: ${quoted(path)}) { @ }`, at: `project.${list}` },
	fields: "iid title state confidential author { username } assignees { nodes { username } }",
});
const severities = [null, "UNKNOWN", "LOW", "MEDIUM", "HIGH", "CRITICAL"];
const authorOf = (node: Fields): unknown => inner(node, "author", "username");
const assigned = (node: Fields, username: unknown): boolean => nodesOf(node.assignees).some((one) => one.username === username);
/** A response about one issue or merge request of a project, by its IID. */
const one = async (t: Context, who: Who, { field }: Kind, path: string, iid: unknown, fields: string): Promise<Fields | null> => {
	const found = await inProject(t, who, path, `${field}(iid: ${quoted(String(iid))}) { ${fields} }`);
	return (found?.[field] ?? null) as Fields | null;
};

const setLock = async (t: Context, { field }: Kind, who: Who, projectPath: string, iid: unknown, locked: boolean): Promise<GraphqlResponse> =>
	await mutate(
		by(t, who),
		`${field}SetLocked`,
		{ projectPath, iid: String(iid), locked, clientMutationId: "m" },
		`${field} { id iid discussionLocked } clientMutationId`,
	);

/** The record that the lock rules use: a new one if the bench can create it; otherwise an incident or the scene's merge request. */
async function lockable(t: Context, kind: Kind): Promise<{ readonly path: string; readonly iid: number; readonly isLocked: boolean }> {
	let path = t.scene("project");
	let iid = kind === issue ? t.scene("issue_iid") : t.scene("merge_request_iid");
	const isFresh = await enrich(async () => {
		path = pathOf(await freshProject(t, { visibility: "public" }));
		iid = Number((await t.given.record(kind.table, { project: path, author: "guest" })).iid);
	});
	if (!isFresh && kind === issue) ({ path, iid } = await incidentWith(t));
	const found = await one(t, "maintainer", kind, path, iid, "discussionLocked");
	return { path, iid, isLocked: found?.discussionLocked === true };
}

/** Locking writes system notes that nobody can remove: on a merge request of the scene they stay. */
const locks = (kind: Kind) => ({ effect: kind === issue ? "writes" : "destroys", alone: "lock" }) as const;

const locking = (kind: Kind, ids: string): Rule =>
	unstated(
		ids,
		`Only members can write notes on ${kind === issue ? "an issue" : "a merge request"} with a locked discussion. Locking or unlocking adds one system note; a repeat adds none.`,
		locks(kind),
		async (t) => {
			const { path, iid, isLocked } = await lockable(t, kind);
			t.undo(`lock of ${kind.words} ${iid}`, async () => (await setLock(t, kind, "maintainer", path, iid, isLocked)).http);
			(await setLock(t, kind, "maintainer", path, iid, false)).record(`${kind.field}SetLocked`);
			const where = { id: path, [`${kind === issue ? "issue" : "merge_request"}_iid`]: iid };
			const write = async (who: Who) => {
				const response = await by(t, who).call(kind.create, { ...where, body: t.unique("lock") });
				if (response.succeeded) t.undo("a note", () => t.as("owner").call(kind.remove, { ...where, note_id: response.number("id") }));
				return response;
			};
			const systemNotes = async () =>
				(await t.as("developer").list(kind.notes, { ...where, activity_filter: "only_activity", sort: "desc" })).ok.items
					.filter(({ body }) => /locked the discussion/.test(String(body)))
					.map(({ id, body, system, author }) => ({ id, body, system, username: inner({ author }, "author", "username") }));
			(await write("outsider")).ok;
			let before = await systemNotes();
			for (const [who, locked, isNew] of [
				["developer", true, true],
				["reporter", true, false],
				["developer", false, true],
				["maintainer", false, false],
				["reporter", true, true],
			] as const) {
				const response = await setLock(t, kind, who, path, iid, locked);
				const after = await one(t, "guest", kind, path, iid, "id iid discussionLocked");
				t.same("the payload", response.record(`${kind.field}SetLocked`), { errors: [], [kind.field]: after, clientMutationId: "m" }, response.http);
				t.same("the lock", [after?.iid, after?.discussionLocked], [String(iid), locked]);
				const now = await systemNotes();
				const written = now.filter((note) => !before.some(({ id }) => id === note.id)).map(({ id: _, ...note }) => note);
				const { username } = t.user(who);
				t.same(
					"the new system notes",
					written,
					isNew ? [{ body: `${locked ? "locked" : "unlocked"} the discussion in this ${kind.words}`, system: true, username }] : [],
				);
				before = now;
				const refused = await write("outsider");
				if (locked) refused.is(403);
				else refused.ok;
				(await write("guest")).ok;
			}
		},
	);

/** The callers who may lock: those who may administer issues or merge requests. */
const lockers = (kind: Kind, ids: string): Rule =>
	unstated(
		ids,
		`${kind.field}SetLocked requires the right to administer the ${kind.words}. Other callers are refused and change nothing.`,
		// The lock stays as it is.
		{ ...writes, alone: "lock" },
		async (t) => {
			const { path, iid, isLocked: locked } = await lockable(t, kind);
			const may = ["administrator", "owner", "maintainer", "developer", "reporter"];
			const read = async () => await one(t, "maintainer", kind, path, iid, "discussionLocked");
			const name = `${kind.field}SetLocked`;
			const input = { projectPath: path, iid: String(iid), locked };
			for (const one of [locked, !locked]) await forbids(t, name, { ...input, locked: one }, below("reporter"), read);
			if (kind === issue) {
				const admins = async (who: Who) =>
					inner((await one(t, who, kind, path, iid, "userPermissions { adminIssue }")) ?? {}, "userPermissions", "adminIssue") === true;
				t.same("who has adminIssue", await those(everyone, admins), may);
			}
			for (const who of everyone.filter((one) => one !== null && may.includes(one)))
				(await setLock(t, kind, who, path, iid, locked)).record(`${name}.${kind.field}`);
			if (kind === issue)
				for (const { author, iid: own, discussionLocked } of await walk(t, {
					...listOf(t, "maintainer", t.scene("project"), kind),
					fields: "iid author { username } discussionLocked",
				}))
					for (const who of ["guest", "outsider"] as const)
						if (inner({ author }, "author", "username") === t.user(who).username)
							await forbids(t, name, { projectPath: t.scene("project"), iid: own, locked: discussionLocked !== true }, [who]);
			for (const wrong of [{ iid: "999999999" }, { iid: "x" }, { iid: `0${iid}` }, { projectPath: t.unique("none") }])
				await forbids(t, name, { ...input, ...wrong }, ["owner"], read);
			await enrich(async () => {
				const username = t.unique("planner");
				await t.given.record("users", { username });
				await t.given.record("members", { project: path, user: username, role: "planner" });
				const planner = await mutate(t.bearing(`${username}-token`), name, input);
				t.same("whether a planner may", planner.errors.length === 0, kind === issue, planner.http);
			});
		},
	);

const lists: readonly Rule[] = [
	unstated("GQL-183", "project.issues returns the issues that match all filters, in the order of sort (default CREATED_DESC).", writes, async (t) => {
		const path = await furnished(t, "issues");
		const filters = { "state: all": () => true, "state: locked": (node: Fields) => node.discussionLocked === true };
		const meaning = { texts: ["title", "description"], filters, fields: "discussionLocked", ranks: { severity: severities }, usual: "CREATED_DESC" };
		for (const who of ["developer", "guest", "outsider", null] as const) await follows(t, listOf(t, who, path, issue), meaning);
	}),
	unstated("GQL-183", "project.mergeRequests applies all filters and sort (default CREATED_DESC).", { ...reads, id: "GQL-183/merge-requests" }, async (t) => {
		const path = await furnished(t, "merge_requests");
		const filters = { "state: all": () => true, 'authorUsername: "no.body"': () => false };
		for (const who of ["developer", null] as const) await follows(t, listOf(t, who, path, merge), { filters, usual: "CREATED_DESC" });
		const shown = async (who: Who) => (await inProject(t, who, t.scene("private_project"), "mergeRequests { nodes { iid } }"))?.mergeRequests ?? null;
		t.same("the merge requests of a private project for a guest", await shown("guest"), null);
		t.holds("the merge requests of a private project show to a reporter", (await shown("reporter")) !== null);
		const iids = async (args: string) => pluck(await walk(t, { ...listOf(t, "developer", path, merge), fields: "iid" }, args), "iid");
		for (const who of ["developer", "maintainer", "owner"] as const) {
			const { username } = t.user(who);
			t.same(
				`the merge requests of ${username}, written in upper case`,
				await iids(`authorUsername: ${quoted(username.toUpperCase())}`),
				await iids(`authorUsername: ${quoted(username)}`),
			);
		}
	}),
	unstated("GQL-207", "Only the author, assignees and Reporters see a confidential issue; openIssuesCount counts it for Reporters.", writes, async (t) => {
		const path = await furnished(t, "issues");
		const seen = new Set<boolean>();
		/** Compares with the issues of the project, while nobody changes them. */
		const withAll = async (body: (all: readonly Fields[]) => Promise<void>): Promise<void> =>
			await whileUnchanged(t, async () => await walk(t, listOf(t, "developer", path, issue)), body);
		const see = async (who: Who): Promise<void> => {
			const name = who === null ? undefined : t.user(who).username;
			const readsAll = who !== null && !["guest", "outsider"].includes(who);
			const shows = (node: Fields) => node.confidential === false || readsAll || authorOf(node) === name || assigned(node, name);
			for (const args of ["sort: CREATED_ASC", "sort: TITLE_DESC", "confidential: true, sort: UPDATED_ASC"])
				await withAll(async (all) => {
					const listed = await walk(t, listOf(t, who, path, issue), args, Math.min(Math.ceil(all.length / 3), 100));
					const expected = all.filter((node) => shows(node) && (!args.startsWith("conf") || node.confidential));
					t.same(`the issues of ${who} with ${args}`, pluck(listed, "iid").sort(), pluck(expected, "iid").sort());
				});
			const first = await walk(t, listOf(t, "developer", path, issue));
			if (!first.some(({ confidential }) => confidential)) t.skip("the scene's project has no confidential issue");
			for (const node of first.filter(({ confidential }) => confidential).slice(0, 6)) {
				const response = await ask(
					by(t, who),
					`query($path: ID!) { issue(id: ${quoted(node.id)}) { iid } project(fullPath: $path) { issue(iid: ${quoted(node.iid)}) { iid } } }`,
					{ path },
				);
				const found = shows(node) ? { iid: node.iid } : null;
				t.same(`issue ${node.iid} for ${who}`, response.data, { issue: found, project: { issue: found } }, response.http);
				seen.add(found !== null && who === "guest");
			}
			await withAll(async (all) => {
				const open = all.filter((node) => node.state === "opened" && (node.confidential === false || readsAll)).length;
				t.same(`openIssuesCount for ${who}`, (await inProject(t, who, path, "openIssuesCount"))?.openIssuesCount, open);
			});
		};
		for (const who of everyone) await see(who);
	}),
];

const records: readonly Rule[] = [
	unstated("GQL-199", "A merge request returns every stored field and its pipelines; headPipeline is the newest one of its head commit.", writes, async (t) => {
		const path = pathOf(await freshProject(t, { visibility: "public" }));
		const stored = { title: "Faster", state: "merged", source_branch: "develop", discussion_locked: true };
		const made = await t.given.record("merge_requests", { project: path, ...stored, created_at: hour(1), updated_at: hour(2), merged_at: hour(3) });
		const at = { project: path, ref: "develop", sha: made.diff_head_sha };
		const pipelines: Fields[] = [];
		for (const more of [{}, { status: "success" }, { sha: "7".repeat(40), status: "running" }, { ref: "main" }, { source: "parent_pipeline" }])
			pipelines.push(await t.given.record("pipelines", { ...at, ...more }));
		const [old, head, other] = pipelines.map(({ id }) => gid("Ci::Pipeline", Number(id)));
		const fields = `title state sourceBranch targetBranch diffHeadSha discussionLocked createdAt updatedAt mergedAt headPipeline { id } pipelines { nodes { id } }`;
		t.same("the merge request", await one(t, null, merge, path, 1, fields), {
			...{ title: "Faster", state: "merged", sourceBranch: "develop", targetBranch: "main", diffHeadSha: made.diff_head_sha, discussionLocked: true },
			...{ createdAt: second(hour(1)), updatedAt: second(hour(2)), mergedAt: second(hour(3)) },
			...{ headPipeline: { id: head }, pipelines: { nodes: [other, head, old].map((id) => ({ id })) } },
		});
		const around = `project(fullPath: ${quoted(path)}) { mergeRequest(iid: "1") { @ } }`;
		const list = { caller: t.anonymous, parent: "MergeRequest", around, at: "project.mergeRequest.pipelines" };
		await follows(t, list, { about: { scope: null }, filters: { "scope: RUNNING": (node) => node.status === "RUNNING" } });
	}),
	unstated("GQL-074", "An issue or merge request is null to callers who cannot see its project or feature.", { id: "GQL-074/places" }, async (t) => {
		for (const kind of [issue, merge])
			for (const [visibility, access, expected] of [
				["public", "enabled", everyone],
				["public", "private", everyone.filter((who) => who !== "outsider" && who !== null)],
				["public", "disabled", []],
				["private", "enabled", everyone.filter((who) => who !== "outsider" && who !== null && (who !== "guest" || kind === issue))],
			] as const) {
				const path = pathOf(await freshProject(t, { visibility, [`${kind.table}_access_level`]: access }));
				const { id } = await t.given.record(kind.table, { project: path });
				const shows = async (who: Who) => {
					const response = await ask(
						by(t, who),
						`query($path: ID!) { byId: ${kind.field}(id: "${gid(kind.className, id)}") { iid } project(fullPath: $path) { ${kind.field}(iid: "1") { iid } ${kind.list} { count } } }`,
						{ path },
					);
					const found = [response.at("byId"), response.at(`project.${kind.field}`), response.at(`project.${kind.list}.count`)].map((one) => one !== null);
					t.same(`${kind.field} for ${who}, by id, by IID and listed`, new Set(found).size, 1, response.http);
					return found[0] === true;
				};
				t.same(`who sees a ${kind.words} of a ${visibility} project where the feature is ${access}`, await those(everyone, shows), [...expected]);
				if (access === "enabled") for (const iid of ["77", "01", "x", "", "1:1"]) t.same(`IID ${iid}`, await one(t, "owner", kind, path, iid, "id"), null);
			}
	}),
	unstated(
		"GQL-204",
		"A confidential epic of the scene's group is visible to Reporters, but not to guests and outsiders.",
		{ ...reads, id: "GQL-204/scene", tier: "premium" },
		async (t) => {
			const epics = Array.from({ length: 15 }, (_, at) => `e${at}: epic(iid: "${at + 1}") { iid confidential }`).join(" ");
			const seen = async (who: Who) =>
				Object.values(Object((await ask(by(t, who), `{ group(fullPath: ${quoted(t.scene("group"))}) { ${epics} } }`)).at("group"))).filter(isFields);
			const all = await seen("administrator");
			if (!all.some(({ confidential }) => confidential)) t.skip("the group has no confidential epic among its first");
			for (const who of ["reporter", "guest", "outsider", null] as const)
				t.same(`the epics of ${who}`, await seen(who), who === "reporter" ? all : all.filter(({ confidential }) => confidential === false));
		},
	),
	unstated("GQL-204", "An epic returns every field. A confidential one is visible to Reporters and above; without Premium it is null.", writes, async (t) => {
		const group = t.scene("group");
		await t.given.settings({ tier: "premium" });
		const made = await t.given.record("epics", { group, title: "Move", state: "closed", author: "guest", created_at: hour(1), updated_at: hour(2) });
		for (const [body, at] of Object.entries({ First: 5, Zeroth: 4 })) await t.given.record("notes", { on: { epic: made.id }, body, created_at: hour(at) });
		const epic = async (who: Who, iid: unknown, fields = "iid") =>
			(
				await ask(by(t, who), `query($path: ID!, $iid: String) { group(fullPath: $path) { epic(iid: $iid) { ${fields} } } }`, {
					path: group,
					iid: iid === null ? null : String(iid),
				})
			).at("group.epic");
		t.same(
			"the epic",
			await epic(
				"guest",
				made.iid,
				"id iid title state confidential group { fullPath } author { username } createdAt updatedAt notes(first: 1) { count nodes { body noteableType noteableId project { id } } }",
			),
			{
				...{
					id: gid("Epic", made.id),
					iid: String(made.iid),
					title: "Move",
					state: "closed",
					confidential: false,
					group: { fullPath: group },
					author: { username: "guest" },
				},
				...{
					createdAt: second(hour(1)),
					updatedAt: second(hour(2)),
					notes: { count: 2, nodes: [{ body: "Zeroth", noteableType: "Epic", noteableId: made.id, project: null }] },
				},
			},
		);
		const secret = await t.given.record("epics", { group, confidential: true });
		const shows = (iid: unknown) => async (who: Who) => (await epic(who, iid)) !== null;
		t.same("who sees an epic", await those(everyone, shows(made.iid)), [...everyone]);
		t.same("who sees a confidential one", await those(everyone, shows(secret.iid)), [
			"administrator",
			"auditor",
			"owner",
			"maintainer",
			"developer",
			"reporter",
		]);
		for (const iid of ["999999", `0${made.iid}`, "x", null]) t.same(`epic ${iid}`, await epic("owner", iid), null);
		for (const [tier, there] of Object.entries({ premium: true, free: false })) {
			await t.given.settings({ tier });
			t.same(`whether there is an epic in tier ${tier}`, (await epic("owner", made.iid)) !== null, there);
		}
	}),
];

export const issueRules: readonly Rule[] = [
	locking(issue, "GQL-122, GQL-124..126"),
	locking(merge, "GQL-216, GQL-217"),
	lockers(issue, "GQL-127"),
	{ ...lockers(merge, "GQL-217"), id: "GQL-217/roles" },
	...lists,
	...records,
];
