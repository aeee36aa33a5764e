import { createPlatform, demo, type Platform } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import { item, metricsPayload } from "../support/alerts";
import { askOf, type ReadResponse } from "../support/world";

interface World {
	readonly platform: Platform;
	/** Sends a request below `/api/v4` as an administrator, or as a user by name. */
	ask(method: string, path: string, json?: object, as?: string): Promise<ReadResponse>;
	/** Sends a request to any path. */
	send(path: string, init: RequestInit): Promise<ReadResponse>;
}

function world(dialect: "specification" | "gitlab"): World {
	const platform = createPlatform({ seed: demo, dialect });
	const ask = askOf(platform.fetch);
	const send: World["send"] = async (path, init) => {
		const response = await platform.fetch(`http://gitlab.test${path}`, init);
		const text = await response.text();
		const isJson = response.headers.get("content-type")?.includes("json") && text !== "";
		return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
	};
	return {
		platform,
		send,
		ask: (method, path, json, as = "root") => ask(as, method, path, { json }),
	};
}

const paths = ({ body }: ReadResponse): string[] => body.map((one: { path: string }) => one.path);
const ids = ({ body }: ReadResponse): number[] => body.map((one: { id: number }) => one.id);

/** A difference in behavior, by its number in docs/gitlab.md. Its check throws if the platform differs from GitLab. */
interface Difference {
	readonly number: number;
	readonly says: string;
	/** Set if the platform does the same with the specification's names, because the specification leaves it open. */
	readonly inBoth?: true;
	check(world: World): Promise<void>;
}

const subgroupLists = ["subgroups", "descendant_groups"] as const;
const kinds = [
	["issues/1", "projects/acme%2Fweb"],
	["snippets/401", "projects/acme%2Fweb"],
	["merge_requests/1", "projects/acme%2Fweb"],
	["epics/501", "groups/acme"],
	["wiki_pages/601", "projects/acme%2Fweb"],
] as const;

/** Returns a check that a group accepts settings and then returns them. */
const groupSetting =
	(...settings: (readonly [name: string, value: unknown])[]): Difference["check"] =>
	async ({ ask }) => {
		for (const [name, value] of settings) {
			await ask("PUT", "/groups/acme", { [name]: value });
			expect((await ask("GET", "/groups/acme")).body[name], name).toEqual(value);
		}
	};

const differences: readonly Difference[] = [
	...(
		[
			[1, "archived", "true", { archived: true }],
			[2, "visibility", "private", { visibility: "private" }],
			[4, "marked_for_deletion_on", "2099-01-01", { marked_for_deletion_on: "2099-01-01" }],
			[5, "repository_storage", "cold", { repository_storage: "cold" }],
		] as const
	).map(
		([number, name, value, fields]): Difference => ({
			number,
			says: `lists of subgroups understand ${name}`,
			async check({ ask, platform }) {
				platform.state.groups.update(19, fields);
				for (const list of subgroupLists)
					expect(paths(await ask("GET", `/groups/acme/${list}?${name}=${value}`))).toEqual(["museum"]);
			},
		}),
	),
	{
		number: 3,
		says: "… and top_level_only",
		async check({ ask }) {
			for (const list of subgroupLists)
				expect(paths(await ask("GET", `/groups/acme/${list}?top_level_only=true`))).toEqual([]);
		},
	},
	{
		number: 6,
		says: "… and order_by=similarity",
		async check({ ask }) {
			for (const list of subgroupLists)
				expect((await ask("GET", `/groups/acme/${list}?order_by=similarity&search=museum`)).status).toBe(200);
		},
	},
	{
		number: 7,
		says: "the projects of a group are filtered by active",
		async check({ ask }) {
			expect(paths(await ask("GET", "/groups/friends/projects?active=false"))).toEqual(["attic"]);
			expect(paths(await ask("GET", "/groups/friends/projects?active=true"))).not.toContain("attic");
		},
	},
	{
		number: 8,
		says: "a runner comes without its projects where include_projects is false",
		async check({ ask }) {
			expect((await ask("GET", "/runners/2001")).body).toHaveProperty("projects");
			expect((await ask("GET", "/runners/2001?include_projects=false")).body).not.toHaveProperty("projects");
		},
	},
	...(
		[
			[9, "expires_before", "2097-01-01"],
			[10, "expires_after", "2099-01-01"],
		] as const
	).map(
		([number, name, day]): Difference => ({
			number,
			says: `lists of tokens understand ${name}`,
			inBoth: true,
			async check({ ask, platform }) {
				platform.load({ tokens: [{ user: "maintainer", text: "enterprise", expires_at: "2098-01-01" }] });
				const list = "/groups/acme/manage/personal_access_tokens";
				const all = ids(await ask("GET", list));
				expect(all.length).toBeGreaterThan(ids(await ask("GET", `${list}?${name}=${day}`)).length);
			},
		}),
	),
	{
		number: 11,
		says: "activity_filter works on notes of all kinds",
		async check({ ask }) {
			for (const [kind, place] of kinds) {
				const created = await ask("POST", `/${place}/${kind}/notes`, { body: "a comment" });
				const shown = ids(await ask("GET", `/${place}/${kind}/notes?activity_filter=only_activity&per_page=100`));
				expect(shown, kind).not.toContain(created.body.id);
			}
		},
	},
	{
		number: 12,
		says: "created_at is honoured on epics and wiki pages",
		async check({ ask }) {
			for (const [kind, place] of kinds.slice(3)) {
				const created = await ask("POST", `/${place}/${kind}/notes`, {
					body: "old",
					created_at: "2020-02-03T04:05:06Z",
				});
				expect(created.body.created_at, kind).toBe("2020-02-03T04:05:06.000Z");
			}
		},
	},
	{
		number: 13,
		says: "internal works on wiki pages, and is refused on snippets",
		async check({ ask }) {
			const page = "/projects/acme%2Fweb/wiki_pages/601/notes";
			expect((await ask("POST", page, { body: "x", internal: true })).body.internal).toBe(true);
			const snippet = await ask("POST", "/projects/acme%2Fweb/snippets/401/notes", { body: "x", internal: true });
			expect(snippet.status).toBe(400);
		},
	},
	{
		number: 14,
		says: "release links understand filepath",
		inBoth: true,
		async check({ ask }) {
			const json = { name: "a", url: "https://example.com/a", filepath: "/bin/a-file" };
			const created = await ask("POST", "/projects/acme%2Fweb/releases/v1.0/assets/links", json);
			expect(created.body.direct_asset_url).toMatch(/\/bin\/a-file$/);
		},
	},
	{
		number: 15,
		says: "preferences have policy_advanced_editor",
		async check({ ask }) {
			expect((await ask("PUT", "/user/preferences", { policy_advanced_editor: true })).status).toBe(200);
			expect((await ask("GET", "/user/preferences")).body.policy_advanced_editor).toBe(true);
		},
	},
	...(
		[
			[16, "only_allow_merge_if_pipeline_succeeds", true],
			[17, "allow_merge_on_skipped_pipeline", true],
			[18, "only_allow_merge_if_all_discussions_are_resolved", true],
			[19, "show_diff_preview_in_email", false],
			[20, "service_access_tokens_expiration_enforced", false],
			[21, "allow_personal_snippets", false],
		] as const
	).map(([number, name, value]) => ({
		number,
		says: `a group has ${name}`,
		check: groupSetting([name, value]),
	})),
	{
		number: 22,
		says: "a group has ldap_cn and ldap_access",
		check: groupSetting(["ldap_cn", "developers"], ["ldap_access", 30]),
	},
	{
		number: 23,
		says: "a group has settings of Duo",
		check: groupSetting(
			["duo_core_features_enabled", true],
			["auto_duo_code_review_enabled", true],
			["ai_settings_attributes", { duo_workflow_mcp_enabled: true }],
		),
	},
	{
		number: 24,
		says: "project_creation_level may be administrator or owner",
		check: groupSetting(["project_creation_level", "administrator"], ["project_creation_level", "owner"]),
	},
	{
		number: 25,
		says: "pipelines may be canceling, or wait for a callback",
		async check({ ask, platform }) {
			for (const status of ["canceling", "waiting_for_callback"] as const) {
				const project = platform.state.projects.get(101);
				if (!project) throw new Error("no project 101 in the demo");
				const { id } = platform.seed.pipeline(project, { status });
				expect(ids(await ask("GET", `/projects/101/pipelines?status=${status}`))).toEqual([id]);
				const shown = (await ask("GET", `/projects/101/pipelines/${id}`)).body;
				expect(shown.detailed_status.label).toBe(status.replaceAll("_", " "));
			}
		},
	},
	{
		number: 26,
		says: "the jobs of a runner have more statuses to filter by, and keyset pages",
		async check({ ask, platform }) {
			const [pipeline] = platform.state.pipelines.all();
			for (const name of ["a", "b", "c"])
				platform.state.jobs.insert({
					pipeline_id: pipeline?.id ?? 0,
					project_id: pipeline?.project_id ?? 0,
					runner_id: 2001,
					status: "skipped",
					name,
				});
			const list = "/runners/2001/jobs";
			expect(ids(await ask("GET", `${list}?status=skipped`))).toHaveLength(3);
			const page = await ask("GET", `${list}?status=skipped&pagination=keyset&order_by=id&per_page=2`);
			const cursor = page.headers.get("x-next-cursor");
			const next = await ask("GET", `${list}?status=skipped&pagination=keyset&order_by=id&per_page=2&cursor=${cursor}`);
			expect([page.body.length, next.body.length, next.headers.get("x-next-cursor")]).toEqual([2, 1, null]);
		},
	},
	{
		number: 27,
		says: "pipelines are filtered by sources that the specification does not list",
		inBoth: true,
		async check({ ask }) {
			expect((await ask("GET", "/projects/101/pipelines?source=duo_workflow")).status).toBe(200);
			expect((await ask("GET", "/projects/101/pipelines?source=nonsense")).status).toBe(400);
		},
	},
	{
		number: 28,
		says: "notes have type and commands_changes, users their language and enterprise group, groups archived and their LDAP links",
		async check({ ask }) {
			for (const [kind, place] of kinds) {
				const { body } = await ask("POST", `/${place}/${kind}/notes`, { body: "a comment" });
				expect(body, kind).toMatchObject({ type: null, commands_changes: {} });
			}
			expect((await ask("GET", "/users/3")).body).toMatchObject({ preferred_language: "en", enterprise_group_id: 11 });
			await ask("PUT", "/groups/acme", { ldap_cn: "developers", ldap_access: 30 });
			const listed = await ask("GET", "/groups?search=acme");
			expect(listed.body.find((one: { id: number }) => one.id === 11)).toMatchObject({
				archived: false,
				ldap_group_links: [{ cn: "developers", group_access: 30 }],
			});
		},
	},
	{
		number: 29,
		says: "a note's author has no email and no created_at",
		async check({ ask }) {
			for (const [kind, place] of kinds) {
				const { author } = (await ask("POST", `/${place}/${kind}/notes`, { body: "a comment" })).body;
				expect(Object.keys(author).sort(), kind).toEqual(
					["avatar_url", "id", "locked", "name", "public_email", "state", "username", "web_url"].sort(),
				);
			}
		},
	},
	{
		number: 30,
		says: "a metrics payload gets 201 without a body, at the older address too",
		async check({ send, platform }) {
			const intake = platform.state.alertIntegrations.get(572);
			for (const path of [
				`/acme/web/alerts/notify/any/${intake?.endpoint}.json`,
				"/acme/web/prometheus/alerts/notify.json",
			]) {
				const headers = { authorization: `Bearer ${intake?.key}`, "content-type": "application/json" };
				const response = await send(path, {
					method: "POST",
					headers,
					body: JSON.stringify(metricsPayload(item({ annotations: { title: "Slow" } }))),
				});
				expect([path, response.status, response.body]).toEqual([path, 201, ""]);
			}
		},
	},
	{
		number: 31,
		says: "min_access_level=5 is refused",
		inBoth: true,
		async check({ ask }) {
			expect((await ask("GET", "/groups?min_access_level=5")).status).toBe(400);
		},
	},
	{
		number: 32,
		says: "a group does not show experiment_features_enabled and duo_availability",
		async check({ ask }) {
			const { body } = await ask("PUT", "/groups/acme", { duo_availability: "never_on" });
			expect(body).toHaveProperty("duo_features_enabled");
			for (const name of ["experiment_features_enabled", "duo_availability"]) expect(body).not.toHaveProperty(name);
		},
	},
	{
		number: 33,
		says: "a mutation by session cookie needs X-CSRF-Token",
		async check({ send, platform }) {
			platform.load({ sessions: [{ user: "maintainer", text: "signed-in" }] });
			const mutation =
				'mutation { issueSetLocked(input: { projectPath: "acme/web", iid: "1", locked: true }) { errors } }';
			const post = (query: string, more: Record<string, string> = {}): Promise<ReadResponse> =>
				send("/api/graphql", {
					method: "POST",
					headers: {
						cookie: "_gitlab_session=signed-in; _service_session=signed-in",
						"content-type": "application/json",
						...more,
					},
					body: JSON.stringify({ query }),
				});
			expect((await post("{ currentUser { username } }")).body.data.currentUser.username).toBe("maintainer");
			expect((await post(mutation)).status).toBe(422);
			expect((await post(mutation, { "x-csrf-token": "any" })).body.data.issueSetLocked.errors).toEqual([]);
		},
	},
	{
		number: 34,
		says: "enterprise credentials exist on the hosted offering alone",
		inBoth: true,
		async check({ ask, platform }) {
			platform.configure({ offering: "self-managed" });
			expect((await ask("GET", "/groups/acme/manage/ssh_keys")).status).toBe(404);
		},
	},
	{
		number: 35,
		says: "an unknown SSH key is not found",
		async check({ ask }) {
			const response = await ask("DELETE", "/groups/acme/manage/ssh_keys/99999");
			expect([response.status, response.body]).toEqual([404, { message: "404 Key Not Found" }]);
		},
	},
	{
		number: 36,
		says: "one preference is enough, and the others stay",
		async check({ ask }) {
			const before = (await ask("GET", "/user/preferences")).body;
			const changed = await ask("PUT", "/user/preferences", { view_diffs_file_by_file: true });
			expect(changed.body).toEqual({ ...before, view_diffs_file_by_file: true });
			expect((await ask("PUT", "/user/preferences", {})).status).toBe(400);
		},
	},
	{
		number: 37,
		says: "the ip_address of a runner is null",
		async check({ ask }) {
			expect((await ask("GET", "/runners/all")).body[0].ip_address).toBeNull();
			expect((await ask("GET", "/runners/2001")).body.ip_address).toBeNull();
		},
	},
	{
		number: 38,
		says: "a change of a user is refused with 400, 409 or 404",
		async check({ ask, platform }) {
			const email = "not-confirmed-yet@example.com";
			const unconfirmed = platform.state.secondaryEmails.insert({ user_id: 5, email, confirmed_at: null });
			const statuses = [
				await ask("PUT", "/users/4", { projects_limit: "many" }),
				await ask("PUT", "/users/4", { projects_limit: -1 }),
				await ask("PUT", "/users/4", { username: "owner" }),
				await ask("PUT", "/users/99999", { name: "x" }),
				await ask("PUT", "/users/4", { email: unconfirmed.email }),
			].map(({ status }) => status);
			expect(statuses).toEqual([400, 400, 409, 404, 400]);
		},
	},
	{
		number: 39,
		says: "lists of users have no sign-in addresses, single users have",
		async check({ ask }) {
			const names = ["current_sign_in_ip", "last_sign_in_ip"];
			const [listed] = (await ask("GET", "/users?username=developer")).body;
			const single = (await ask("GET", "/users/4")).body;
			for (const name of names) {
				expect(listed).not.toHaveProperty(name);
				expect(single).toHaveProperty(name);
			}
		},
	},
	{
		number: 40,
		says: "the access_level of a membership is an integer",
		inBoth: true,
		async check({ ask }) {
			const { body } = await ask("GET", "/users/4/memberships");
			for (const { access_level } of body) expect(Number.isInteger(access_level)).toBe(true);
			expect(body.length).toBeGreaterThan(0);
		},
	},
	{
		number: 41,
		says: "scope finds a project's runners of a kind",
		async check({ ask }) {
			const kinds = async (scope: string) =>
				(await ask("GET", `/projects/acme%2Fweb/runners?per_page=100&scope=${scope}`)).body.map(
					(one: { runner_type: string }) => one.runner_type,
				);
			expect(await kinds("shared")).toContain("instance_type");
			expect(await kinds("specific")).not.toContain("instance_type");
			expect(await kinds("specific")).toContain("project_type");
		},
	},
];

test("each of the differences has its test", () => {
	const numbers = differences.map(({ number }) => number).sort((a, b) => a - b);
	expect(numbers).toEqual(Array.from({ length: 41 }, (_, index) => index + 1));
});

describe("in GitLab's dialect", () => {
	test.each(differences)("$number: $says", ({ check }) => check(world("gitlab")));
});

// A check that also passed in the specification's dialect would prove nothing.
describe("in the specification's dialect it is otherwise", () => {
	test.each(differences.filter(({ inBoth }) => !inBoth))("$number: $says", async ({ check }) => {
		await expect(check(world("specification"))).rejects.toThrow();
	});
});
