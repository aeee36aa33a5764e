/** Groups and their projects, beyond the rules of the platform. */
import { createPlatform, demo, type PlatformOptions } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import { world } from "../support/world";

/** A platform with users who are not members of anything. */
const scene = (options: PlatformOptions = {}) =>
	world({
		seed: (make) => {
			for (const username of ["root", "owner", "reporter", "guest"])
				make.user({ username, admin: username === "root" });
		},
		...options,
	});

/** The paths of three project lists of the group `top`: its own, all, and those shared with it. */
const own = "/groups/top/projects";
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

test("bytes of all values come back as they were sent", async () => {
	const { ask, make, platform } = scene();
	make.group("lab", { members: { owner: "owner" } });
	const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index + 128) % 256);
	const body = new FormData();
	body.append("avatar", new File([bytes], "logo.png", { type: "image/png" }));
	expect((await ask("owner", "PUT", "/groups/lab", { body })).status).toBe(200);
	const response = await platform.fetch("http://tenon.test/api/v4/groups/lab/avatar");
	expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
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

test("the address of a group is that of the installation", async () => {
	const { ask, make } = scene({ externalUrl: "https://work.example.com/tools" });
	make.group("lab");
	const received = await ask("owner", "GET", "/../../tools/api/v4/groups/lab");
	expect([received.status, received.body.web_url]).toEqual([200, "https://work.example.com/tools/groups/lab"]);
});

test("a change shows in the next list, no matter who requested it before", async () => {
	const { ask, platform } = world();
	const group = platform.state.group("acme");
	const description = async () => (await ask("owner", "GET", "/groups?search=acme&order_by=id")).body[0].description;
	expect(await description()).toBe("Everything that Acme builds.");
	platform.state.groups.update(group?.id ?? 0, { description: "Changed." });
	expect(await description()).toBe("Changed.");
});

/** The group `top` with a project of its own, and one of `other` that is shared with it. */
function shareOfProject() {
	const made = scene();
	for (const path of ["top", "other"]) made.make.group(path);
	made.make.project("top/own", { topics: ["zebra", "ape"], custom_attributes: [{ key: "team", value: "blue" }] });
	made.make.project("other/theirs", { custom_attributes: [{ key: "team", value: "red" }] });
	made.make.share("top", "other/theirs", "reporter", "2026-12-31");
	return made;
}

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

	test("the groups that it is shared with, as far as they show", async () => {
		const { ask, make } = shareOfProject();
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
	const twice = [1, 2].map(() => createPlatform({ seed: demo, clock: "2026-01-05T09:30:00Z" }).snapshot());
	expect(twice[0]).toEqual(twice[1]);
});
