import { describe, expect, test } from "vitest";
import { scene } from "./scene";

const own = "/groups/top/projects";
const shared = "/groups/top/projects/shared";

/** The group `top` with a project of its own, and one of `other` that is shared with it. */
function two() {
	const made = scene();
	made.groups(["top", "other"]);
	made.make.project("top/own", { topics: ["zebra", "ape"], custom_attributes: [{ key: "team", value: "blue" }] });
	made.make.project("other/theirs", { custom_attributes: [{ key: "team", value: "red" }] });
	made.make.share("top", "other/theirs", "reporter", "2026-12-31");
	return made;
}

describe("short and long", () => {
	const identity = ["id", "name", "name_with_namespace", "path", "path_with_namespace", "description", "created_at"];
	const addresses = ["web_url", "ssh_url_to_repo", "http_url_to_repo", "readme_url", "avatar_url"];
	const rest = ["default_branch", "topics", "tag_list", "star_count", "forks_count", "visibility", "namespace"];
	const short = [...identity, ...addresses, ...rest, "last_activity_at"].sort();

	test("GROUP-287, GROUP-288 simple is off by default; it takes away all that is a setting", async () => {
		const { ask } = two();
		const asked = async (query: string) => (await ask("root", "GET", `${own}?with_shared=false${query}`)).body[0];
		expect(Object.keys(await asked("&simple=true")).sort()).toEqual(short);
		const long = await asked("");
		expect(long).toEqual(await asked("&simple=false"));
		expect(long).toMatchObject({ issues_enabled: true, jobs_enabled: true, archived: false });
		expect(long).toMatchObject(await asked("&simple=true"));
	});

	test("GROUP-338, GROUP-339 shared projects tell their access levels, CI and merge settings unless simple", async () => {
		const { ask } = two();
		for (const who of ["root", "outsider"]) {
			const { body } = await ask(who, "GET", `${shared}?simple=true`);
			expect(Object.keys(body[0]).sort()).toEqual(short);
			const asked = [await ask(who, "GET", shared), await ask(who, "GET", `${shared}?simple=false`)];
			for (const { body } of asked)
				expect(body[0]).toMatchObject({
					issues_access_level: "enabled",
					repository_access_level: "enabled",
					merge_requests_access_level: "enabled",
					forking_access_level: "enabled",
					wiki_access_level: "enabled",
					builds_access_level: "enabled",
					snippets_access_level: "enabled",
					pages_access_level: "enabled",
					security_and_compliance_access_level: "private",
					ci_default_git_depth: 20,
					ci_config_path: null,
					build_timeout: 3600,
					auto_cancel_pending_pipelines: "enabled",
					only_allow_merge_if_pipeline_succeeds: false,
					remove_source_branch_after_merge: true,
					merge_method: "merge",
					autoclose_referenced_issues: true,
					empty_repo: false,
					_links: { self: expect.stringMatching(/\/api\/v4\/projects\/\d+$/) },
				});
		}
	});
});

test("GROUP-311, GROUP-345 custom_attributes are added for administrators alone", async () => {
	const { ask, make } = two();
	make.member("owner", "top", "owner");
	for (const [list, value] of [
		[`${own}?with_shared=false&`, "blue"],
		[`${shared}?`, "red"],
	] as const)
		for (const simple of [true, false]) {
			const asked = `${list}with_custom_attributes=true&simple=${simple}`;
			const { body } = await ask("root", "GET", asked);
			expect(body[0].custom_attributes).toEqual([{ key: "team", value }]);
			expect((await ask("root", "GET", `${list}simple=${simple}`)).body[0]).not.toHaveProperty("custom_attributes");
			for (const who of ["owner", null]) {
				const told = await ask(who, "GET", asked);
				expect([told.status, told.body.length]).toEqual([200, 1]);
				expect(told.body[0]).not.toHaveProperty("custom_attributes");
			}
		}
});

test("GROUP-130 tag_list and topics are the same, by name", async () => {
	const { ask } = two();
	for (const query of ["", "?simple=true"]) {
		const { body } = await ask("root", "GET", `${own}${query}`);
		expect(body.map((one: { topics: unknown }) => one.topics)).toEqual([[], ["ape", "zebra"]]);
		expect(body.map((one: { tag_list: unknown }) => one.tag_list)).toEqual([[], ["ape", "zebra"]]);
	}
});

describe("what depends on the viewer", () => {
	test("open issues: confidential ones count for those who read them", async () => {
		const { ask, make, platform } = scene();
		make.group("top");
		const project = make.project("top/own");
		for (const fields of [{}, { confidential: true }, { state: "closed" as const }])
			make.issue(platform.state.projects.get(project.id) ?? project, fields);
		make.member("reporter", "top", "reporter");
		make.member("guest", "top", "guest");
		const count = async (who: string | null) => (await ask(who, "GET", own)).body[0].open_issues_count;
		expect([await count("reporter"), await count("root")]).toEqual([2, 2]);
		expect([await count("guest"), await count(null)]).toEqual([1, 1]);
	});

	test("the branch shows to those who may read the code", async () => {
		const { ask, make } = scene();
		make.group("top", { visibility: "private" });
		make.project("top/own");
		make.member("reporter", "top", "reporter");
		make.member("guest", "top", "guest");
		expect((await ask("reporter", "GET", own)).body[0].default_branch).toBe("main");
		expect((await ask("guest", "GET", own)).body[0]).not.toHaveProperty("default_branch");
	});

	test("a person's own project lies in a space that is no group", async () => {
		const { ask, make } = scene();
		make.group("top");
		make.project("guest/dotfiles");
		make.share("top", "guest/dotfiles", "reporter");
		const { body } = await ask("root", "GET", shared);
		expect(body[0]).toMatchObject({
			name_with_namespace: "Guest / Dotfiles",
			namespace: { name: "Guest", path: "guest", kind: "user", full_path: "guest", parent_id: null },
		});
		expect((await ask("root", "GET", `/groups/${body[0].namespace.id}/projects`)).status).toBe(404);
	});

	test("the groups that it is shared with, as far as they show", async () => {
		const { ask, make } = two();
		make.group("hidden", { visibility: "private" });
		make.share("hidden", "other/theirs", "guest");
		const named = async (who: string | null) =>
			(await ask(who, "GET", shared)).body[0].shared_with_groups.map((one: object) => ({ ...one, group_id: 0 }));
		const top = {
			group_id: 0,
			group_name: "Top",
			group_full_path: "top",
			group_access_level: 20,
			expires_at: "2026-12-31",
		};
		expect(await named(null)).toEqual([top]);
		expect(await named("root")).toMatchObject([top, { group_full_path: "hidden" }]);
	});
});
