import { createPlatform, demo, type Project } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import { world } from "../support/world";
import { scene } from "./scene";

const none: Project["statistics"] = {
	repository_size: 0,
	wiki_size: 0,
	lfs_objects_size: 0,
	job_artifacts_size: 0,
	pipeline_artifacts_size: 0,
	packages_size: 0,
	snippets_size: 0,
	uploads_size: 0,
	container_registry_size: 0,
};

/** `top` with a group below it; both hold a project. */
function sizes(options: Parameters<typeof scene>[0] = {}) {
	const made = scene(options);
	made.make.group("top", { dependency_proxy_size: 5 });
	made.make.group("top/low");
	made.make.project("top/one", {
		statistics: { ...none, repository_size: 100, wiki_size: 10, job_artifacts_size: 3, container_registry_size: 4000 },
	});
	made.make.project("top/low/two", {
		statistics: { ...none, repository_size: 20, uploads_size: 1, container_registry_size: 500 },
	});
	const item = async (who: string, fullPath: string, query = "?statistics=true") => {
		const { body } = await made.ask(who, "GET", `/groups${query}`);
		return body.find((one: { full_path: string }) => one.full_path === fullPath);
	};
	return { ...made, item };
}

describe("statistics", () => {
	test("GROUP-110 every item has them for an administrator: what its own projects store", async () => {
		const { ask, item } = sizes();
		const { body } = await ask("root", "GET", "/groups?statistics=true");
		expect(body).toHaveLength(2);
		expect(body.every((one: object) => "statistics" in one)).toBe(true);
		expect((await item("root", "top")).statistics).toEqual({
			storage_size: 113,
			repository_size: 100,
			wiki_size: 10,
			lfs_objects_size: 0,
			job_artifacts_size: 3,
			pipeline_artifacts_size: 0,
			packages_size: 0,
			snippets_size: 0,
			uploads_size: 0,
		});
	});

	test("GROUP-113, GROUP-118 a top-level group also tells what all below it stores", async () => {
		const { item } = sizes();
		expect((await item("root", "top")).root_storage_statistics).toEqual({
			build_artifacts_size: 3,
			container_registry_size: 4500,
			container_registry_size_is_estimated: false,
			dependency_proxy_size: 5,
			lfs_objects_size: 0,
			packages_size: 0,
			pipeline_artifacts_size: 0,
			repository_size: 120,
			snippets_size: 0,
			storage_size: 139,
			uploads_size: 1,
			wiki_size: 10,
		});
	});

	test("GROUP-114 a subgroup has statistics, and none of the whole", async () => {
		const { item } = sizes();
		const low = await item("root", "top/low");
		expect(low.statistics.repository_size).toBe(20);
		expect(low).not.toHaveProperty("root_storage_statistics");
	});

	test("GROUP-122, GROUP-407, GROUP-433 groups below one have statistics alone", async () => {
		const { ask } = sizes();
		for (const list of ["subgroups", "descendant_groups"]) {
			const { body } = await ask("root", "GET", `/groups/top/${list}?statistics=true`);
			expect(body).toHaveLength(1);
			expect(body[0].statistics).toMatchObject({ repository_size: 20, uploads_size: 1, storage_size: 21 });
			expect(body[0]).not.toHaveProperty("root_storage_statistics");
		}
	});

	test("GROUP-117 the registry tells its size only with its metadata in a database", async () => {
		const { item } = sizes({ containerRegistryMetadata: false });
		const { root_storage_statistics } = await item("root", "top");
		expect(root_storage_statistics.repository_size).toBe(120);
		expect(root_storage_statistics).not.toHaveProperty("container_registry_size");
		expect(root_storage_statistics).not.toHaveProperty("container_registry_size_is_estimated");
		expect((await sizes().item("root", "top")).root_storage_statistics).toHaveProperty("container_registry_size");
	});

	test("GROUP-119 whether that is an estimate", async () => {
		const { item, make } = sizes();
		make.group("huge", { container_registry_size_is_estimated: true });
		expect((await item("root", "huge")).root_storage_statistics.container_registry_size_is_estimated).toBe(true);
		expect((await item("root", "top")).root_storage_statistics.container_registry_size_is_estimated).toBe(false);
	});

	test.each(["", "?statistics=false"])("GROUP-120 with %j there are none, for administrators too", async (query) => {
		const { item } = sizes();
		const top = await item("root", "top", query);
		expect(top.full_path).toBe("top");
		expect(top).not.toHaveProperty("statistics");
		expect(top).not.toHaveProperty("root_storage_statistics");
	});

	test("GROUP-121, GROUP-123, GROUP-408, GROUP-434 from others the wish is ignored", async () => {
		const { ask, make } = sizes();
		make.member("owner", "top", "owner");
		for (const who of ["owner", null])
			for (const path of ["/groups", "/groups/top/subgroups", "/groups/top/descendant_groups"]) {
				const { status, body } = await ask(who, "GET", `${path}?statistics=true`);
				expect([who, path, status, body.length > 0]).toEqual([who, path, 200, true]);
				for (const one of body) {
					expect(one).not.toHaveProperty("statistics");
					expect(one).not.toHaveProperty("root_storage_statistics");
				}
			}
	});
});

test("GROUP-212, GROUP-409, GROUP-435, GROUP-462, GROUP-479 custom_attributes are added for administrators alone", async () => {
	const { ask, groups, make } = scene();
	groups(["top", "guests"]);
	const custom_attributes = [{ key: "region", value: "emea" }];
	make.group("top/low", { custom_attributes });
	make.share("top/low", "top", "guest");
	make.share("top", "top/low", "guest");
	make.member("owner", "top", "owner");
	for (const path of [
		"/groups?search=low",
		"/groups/top/subgroups",
		"/groups/top/descendant_groups",
		"/groups/top/groups/shared",
		"/groups/top/invited_groups",
	]) {
		const asked = `${path}${path.includes("?") ? "&" : "?"}with_custom_attributes=true`;
		expect((await ask("root", "GET", asked)).body).toMatchObject([{ full_path: "top/low", custom_attributes }]);
		expect((await ask("root", "GET", path)).body[0]).not.toHaveProperty("custom_attributes");
		for (const who of ["owner", null]) {
			const { status, body } = await ask(who, "GET", asked);
			expect([status, body[0].full_path]).toEqual([200, "top/low"]);
			expect(body[0]).not.toHaveProperty("custom_attributes");
		}
	}
	const plain = await ask("root", "GET", "/groups?with_custom_attributes=true&search=guests");
	expect(plain.body[0].custom_attributes).toEqual([]);
});

describe("every item", () => {
	/** The lists of groups, where the demo has something in each. */
	const lists = [
		"/groups",
		"/groups/acme/subgroups",
		"/groups/acme/descendant_groups",
		"/groups/friends/groups/shared",
		"/groups/acme/invited_groups",
	];

	test("GROUP-109 tells no token and no projects, not even to an administrator", async () => {
		const { ask } = world();
		for (const path of lists) {
			const { body } = await ask("root", "GET", `${path}?statistics=true`);
			expect(body.length).toBeGreaterThan(0);
			for (const one of body)
				for (const name of ["runners_token", "projects", "shared_projects"]) expect(one).not.toHaveProperty(name);
		}
	});

	test("GROUP-044, GROUP-049, GROUP-050 tells where the group lies", async () => {
		const { ask, make } = scene();
		const top = make.group("top", { name: "Top Of All" });
		const low = make.group("top/low", { name: "Low" });
		make.group("top/low/last", { name: "Last One" });
		const { body } = await ask("root", "GET", "/groups?order_by=id");
		expect(body).toMatchObject([
			{ parent_id: null, full_path: "top", full_name: "Top Of All" },
			{ parent_id: top.id, full_path: "top/low", full_name: "Top Of All / Low" },
			{ parent_id: low.id, full_path: "top/low/last", full_name: "Top Of All / Low / Last One" },
		]);
		expect(body[2].web_url).toBe("http://tenon.test/groups/top/low/last");
	});

	test("GROUP-098 emails_disabled is the opposite of emails_enabled", async () => {
		const { ask, make } = scene();
		make.group("on", { emails_enabled: true });
		make.group("off", { emails_enabled: false });
		const { body } = await ask("root", "GET", "/groups?order_by=id");
		expect(body).toMatchObject([
			{ emails_enabled: true, emails_disabled: false },
			{ emails_enabled: false, emails_disabled: true },
		]);
	});

	test("GROUP-039 tells the storage to administrators alone", async () => {
		const { ask } = world();
		for (const path of lists) {
			for (const one of (await ask("root", "GET", path)).body) expect(one.repository_storage).toBe("default");
			for (const who of ["owner", null])
				for (const one of (await ask(who, "GET", path)).body) expect(one.repository_storage ?? null).toBeNull();
		}
	});

	test("GROUP-042 tells where the templates come from to those who see that project", async () => {
		const { ask, make } = scene();
		make.group("top");
		const templates = make.project("top/templates", { visibility: "private" });
		make.group("top/low", { file_template_project_id: templates.id });
		make.member("developer", "top", "developer");
		const item = async (who: string | null) =>
			(await ask(who, "GET", "/groups?search=low&all_available=true&statistics=true")).body[0];
		const shown = async (who: string | null) => (await item(who)).file_template_project_id ?? null;
		expect(await item("developer")).not.toHaveProperty("statistics");
		expect([await shown("root"), await shown("developer")]).toEqual([templates.id, templates.id]);
		expect([await shown("outsider"), await shown(null)]).toEqual([null, null]);
	});

	test("GROUP-048 without a paid plan there are no restrictions by address", async () => {
		for (const [tier, told] of [["free", null] as const, ["premium", "10.0.0.0/8"] as const]) {
			const { ask, make } = scene({ tier });
			make.group("top", { ip_restriction_ranges: "10.0.0.0/8" });
			const { body } = await ask("root", "GET", "/groups");
			expect(body[0].ip_restriction_ranges ?? null).toBe(told);
		}
	});

	test("a change shows in the next list, whoever asked before", async () => {
		const { ask, platform } = world();
		const group = platform.state.group("acme");
		const description = async () => (await ask("owner", "GET", "/groups?search=acme&order_by=id")).body[0].description;
		expect(await description()).toBe("Everything that Acme builds.");
		platform.state.groups.update(group?.id ?? 0, { description: "Changed." });
		expect(await description()).toBe("Changed.");
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
