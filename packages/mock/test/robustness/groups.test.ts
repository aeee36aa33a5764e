/** Cases of groups and their projects that the conformance rules do not cover. */
import { describe, expect, test } from "vitest";
import { world } from "../support/world";

/** Returns a platform with users who are not members of anything. */
const scene = () =>
	world({
		seed: (make) => {
			for (const username of ["root", "owner", "reporter", "guest"])
				make.user({ username, admin: username === "root" });
		},
	});

const shared = "/groups/top/projects/shared";

test("the name of an uploaded picture becomes no path and no header", async () => {
	const { ask, make } = scene();
	make.group("lab", { members: { owner: "owner" } });
	const body = new FormData();
	body.append("avatar", new File(["GIF89a"], '../..\\evil".png', { type: "image/png" }));
	expect((await ask("owner", "PUT", "/groups/lab", { body })).status).toBe(200);
	const { headers } = await ask("owner", "GET", "/groups/lab/avatar");
	expect(headers.get("content-disposition")).toBe(`attachment; filename="evil_.png"; filename*=UTF-8''evil_.png`);
});

test("requests are counted by address where there are no credentials", async () => {
	const { make, platform } = scene();
	make.group("lab");
	const from = async (ip: string) => {
		const url = "http://tenon.test/api/v4/groups/lab/invited_groups";
		return (await platform.handle({ method: "GET", url, headers: {}, body: null, ip })).status;
	};
	for (let count = 0; count < 60; count++) expect(await from("10.0.0.1")).toBe(200);
	expect([await from("10.0.0.1"), await from("10.0.0.2")]).toEqual([429, 200]);
	platform.clock.advance("1 minute");
	expect(await from("10.0.0.1")).toBe(200);
});

describe("what depends on the viewer", () => {
	test("a project's branch, and the confidential among its open issues, show to reporters and not to guests", async () => {
		const { ask, make, platform } = scene();
		make.group("top", { visibility: "private" });
		const { id } = make.project("top/own");
		for (const fields of [{}, { confidential: true }, { state: "closed" as const }])
			make.issue(platform.state.projects.get(id) ?? "top/own", fields);
		for (const role of ["reporter", "guest"] as const) make.member(role, "top", role);
		const seen = async (who: string) => (await ask(who, "GET", "/groups/top/projects")).body[0];
		expect(await seen("reporter")).toMatchObject({ open_issues_count: 2, default_branch: "main" });
		const guest = await seen("guest");
		expect(guest.open_issues_count).toBe(1);
		expect(guest).not.toHaveProperty("default_branch");
	});

	test("a user's own project is in a namespace that is not a group", async () => {
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

	test("the groups that a project is shared with, as far as they show", async () => {
		const { ask, make } = scene();
		for (const path of ["top", "other"]) make.group(path);
		make.project("other/theirs");
		make.share("top", "other/theirs", "reporter", "2026-12-31");
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

test("the demo has something in every list", async () => {
	const { ask } = world();
	const below = ["projects", "projects/shared", "saml_users", "provisioned_users", "subgroups", "descendant_groups"];
	const paths = ["/groups", "/groups/friends/groups/shared", "/groups/acme/invited_groups"];
	for (const path of [...paths, ...below.map((one) => `/groups/acme/${one}`)]) {
		const { status, body } = await ask("owner", "GET", path);
		expect([path, status, body.length > 0]).toEqual([path, 200, true]);
	}
});
