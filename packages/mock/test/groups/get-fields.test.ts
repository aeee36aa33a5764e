import type { Group } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import { groupScene, lowerRoles, roles } from "./record-scene";

const everyone = [null, "outsider", ...roles, "root"];

/** The fields that every record of a group has. */
const common = [
	"id",
	"name",
	"path",
	"description",
	"visibility",
	"avatar_url",
	"web_url",
	"request_access_enabled",
	"full_name",
	"full_path",
	"parent_id",
	"created_at",
];

/** What is told on paid plans alone. */
const paid = [
	"shared_runners_minutes_limit",
	"extra_shared_runners_minutes_limit",
	"marked_for_deletion_on",
	"membership_lock",
	"wiki_access_level",
	"assist_features_enabled",
	"lock_assist_features_enabled",
	"assist_availability",
	"experiment_features_enabled",
];

describe("the common record", () => {
	test("GROUP-044, GROUP-049, GROUP-050 the place of a group at each depth", async () => {
		const { group, read, sub } = groupScene({ name: "The Lab" });
		const child = sub("child", { name: "First Child" });
		const deep = sub("child/deep", { name: "Deep" });
		expect(await read()).toMatchObject({ parent_id: null, full_path: "lab", full_name: "The Lab" });
		expect(await read("owner", child)).toMatchObject({
			parent_id: group.id,
			full_path: "lab/child",
			full_name: "The Lab / First Child",
			web_url: "http://tenon.test/groups/lab/child",
		});
		expect(await read("owner", deep)).toMatchObject({
			parent_id: child.id,
			full_path: "lab/child/deep",
			full_name: "The Lab / First Child / Deep",
			web_url: "http://tenon.test/groups/lab/child/deep",
		});
	});

	test("GROUP-050 the address is that of the installation", async () => {
		const { ask, at } = groupScene({}, { externalUrl: "https://work.example.com/tools" });
		const told = await ask("owner", "GET", `/../../tools/api/v4${at}`);
		expect([told.status, told.body.web_url]).toEqual([200, "https://work.example.com/tools/groups/lab"]);
	});

	test("GROUP-089 everyone gets the common fields and those of lists", async () => {
		const { group, make, read } = groupScene();
		const listed = [
			"share_with_group_lock",
			"require_two_factor_authentication",
			"two_factor_grace_period",
			"project_creation_level",
			"subgroup_creation_level",
			"emails_enabled",
			"emails_disabled",
			"lfs_enabled",
			"default_branch",
			"default_branch_protection",
			"default_branch_protection_defaults",
		];
		make.state.groups.update(group.id, { two_factor_grace_period: 12, project_creation_level: "maintainer" });
		for (const who of everyone) {
			const record = await read(who);
			expect(Object.keys(record)).toEqual(expect.arrayContaining([...common, ...listed]));
			expect(record).toMatchObject({ two_factor_grace_period: 12, project_creation_level: "maintainer" });
		}
	});

	test.each([
		[true, false],
		[false, true],
		[null, null],
	])("GROUP-098 e-mail enabled %s is told as disabled %s", async (emails_enabled, emails_disabled) => {
		const { ask, read } = groupScene({ emails_enabled });
		expect(await read()).toMatchObject({ emails_enabled, emails_disabled });
		const { body } = await ask("owner", "GET", "/groups");
		expect(body[0]).toMatchObject({ emails_enabled, emails_disabled });
	});

	test("GROUP-039 the storage shows to administrators alone", async () => {
		const { read } = groupScene({ repository_storage: "fast" });
		for (const who of everyone)
			expect((await read(who)).repository_storage ?? null, String(who)).toBe(who === "root" ? "fast" : null);
	});

	test("GROUP-042 the project of the templates shows to those who may read it", async () => {
		const { change, make, read } = withChange();
		const project = make.project("lab/templates", { visibility: "private" });
		change({ file_template_project_id: project.id });
		for (const who of everyone) {
			const isMember = who !== null && who !== "outsider";
			expect((await read(who)).file_template_project_id ?? null, String(who)).toBe(isMember ? project.id : null);
		}
		make.state.projects.update(project.id, { visibility: "public" });
		expect((await read(null)).file_template_project_id).toBe(project.id);
	});

	test.each([
		["free", undefined],
		["premium", "10.0.0.0/8"],
		["ultimate", "10.0.0.0/8"],
	] as const)("GROUP-048 the address ranges on %s", async (tier, told) => {
		const { read } = groupScene({ ip_restriction_ranges: "10.0.0.0/8" }, { tier });
		for (const who of ["owner", "root"]) expect((await read(who)).ip_restriction_ranges ?? undefined).toBe(told);
	});
});

/** A scene whose group can be changed behind the scenes. */
function withChange() {
	const made = groupScene();
	return {
		...made,
		change: (changes: Partial<Group>) => void made.make.state.groups.update(made.group.id, changes),
	};
}

describe("what owners and administrators see", () => {
	test.each([
		["GROUP-051, GROUP-054", "root"],
		["GROUP-052, GROUP-054", "owner"],
	])("%s %s", async (_claims, who) => {
		const { read } = groupScene();
		const record = await read(who);
		expect(record.runners_token).toEqual(expect.stringMatching(/.{8,}/));
		expect(["ssh", "http", "all"]).toContain(record.enabled_git_access_protocol);
	});

	test.each([null, "outsider", ...lowerRoles])("GROUP-053, GROUP-055 not %s", async (who) => {
		const { read } = groupScene();
		expect(Object.keys(await read(who))).toEqual(expect.arrayContaining(["name"]));
		expect(await read(who)).not.toHaveProperty("runners_token");
		expect(await read(who)).not.toHaveProperty("enabled_git_access_protocol");
	});

	test("GROUP-052 ownership of a group above counts, that of one below does not", async () => {
		const { make, read, sub } = groupScene();
		const child = sub("child");
		make.member("outsider", "lab/child", "owner");
		expect(await read("owner", child)).toHaveProperty("runners_token");
		expect(await read("outsider", child)).toHaveProperty("runners_token");
		expect(await read("outsider")).not.toHaveProperty("runners_token");
	});

	test("GROUP-057 the protocol is a top-level group's", async () => {
		const { make, read, sub } = groupScene();
		const child = sub("child");
		make.member("outsider", "lab/child", "owner");
		for (const who of ["owner", "outsider", "root"]) {
			const record = await read(who, child);
			expect(record).toHaveProperty("runners_token");
			expect(record).not.toHaveProperty("enabled_git_access_protocol");
		}
	});

	test("GROUP-058 it begins as all", async () =>
		expect((await groupScene().read()).enabled_git_access_protocol).toBe("all"));

	test.each([false, true])(
		"GROUP-064, GROUP-065 sharing outside the hierarchy, prevented %s, is told of top-level groups",
		async (set) => {
			const { read, sub } = groupScene({ prevent_sharing_groups_outside_hierarchy: set });
			const child = sub("child", { prevent_sharing_groups_outside_hierarchy: set });
			for (const who of everyone) {
				expect((await read(who)).prevent_sharing_groups_outside_hierarchy, String(who)).toBe(set);
				expect(await read(who, child)).not.toHaveProperty("prevent_sharing_groups_outside_hierarchy");
			}
		},
	);
});

describe("invited groups", () => {
	test("GROUP-062 are shown to those who may read them", async () => {
		const { make, read } = groupScene();
		const hidden = make.group("hidden", { visibility: "private" });
		make.group("hidden/below");
		make.group("open");
		make.member("outsider", "hidden", "guest");
		make.share("hidden/below", "lab", "developer", "2026-12-31");
		make.share("open", "lab", "guest");
		const entry = {
			group_id: hidden.id + 1,
			group_name: "Below",
			group_full_path: "hidden/below",
			group_access_level: 30,
			expires_at: "2026-12-31",
		};
		const open = {
			group_id: hidden.id + 2,
			group_name: "Open",
			group_full_path: "open",
			group_access_level: 10,
			expires_at: null,
		};
		expect((await read(null)).shared_with_groups).toEqual([open]);
		expect((await read("guest")).shared_with_groups).toEqual([open]);
		// A member of the group above the invited one, and a direct one.
		expect((await read("outsider")).shared_with_groups).toEqual([entry, open]);
		make.member("guest", "hidden/below", "guest");
		expect((await read("guest")).shared_with_groups).toEqual([entry, open]);
		expect((await read("root")).shared_with_groups).toEqual([entry, open]);
	});

	test("GROUP-063 none is an empty list", async () => {
		const { make, read } = groupScene();
		make.group("other");
		make.share("lab", "other", "guest");
		for (const who of everyone) expect((await read(who)).shared_with_groups).toEqual([]);
	});
});

describe("plans", () => {
	test.each(["premium", "ultimate"] as const)("GROUP-087 all nine paid fields on %s", async (tier) => {
		const { read } = groupScene({ marked_for_deletion_on: "2026-02-01", shared_runners_minutes_limit: 400 }, { tier });
		for (const who of everyone) {
			const record = await read(who);
			for (const field of paid) expect(record, field).toHaveProperty(field);
			expect(record).toMatchObject({ marked_for_deletion_on: "2026-02-01", shared_runners_minutes_limit: 400 });
		}
	});

	test("GROUP-088 none of them on a free one", async () => {
		const { read } = groupScene({ marked_for_deletion_on: "2026-02-01" }, { tier: "free" });
		for (const who of everyone) {
			const record = await read(who);
			expect(record.name).toBe("Lab");
			for (const field of paid) expect(record, field).not.toHaveProperty(field);
		}
	});
});

describe("custom attributes", () => {
	const custom_attributes = [{ key: "region", value: "emea" }];

	test("GROUP-158 an administrator who asks gets them", async () => {
		const { make, read } = groupScene({ custom_attributes });
		expect((await read("root", undefined, "?with_custom_attributes=true")).custom_attributes).toEqual(
			custom_attributes,
		);
		const plain = make.group("plain");
		expect((await read("root", plain, "?with_custom_attributes=1")).custom_attributes).toEqual([]);
	});

	test("GROUP-160 from others the wish is ignored", async () => {
		const { read } = groupScene({ custom_attributes });
		for (const who of [null, "outsider", ...roles])
			expect(await read(who, undefined, "?with_custom_attributes=true")).toEqual(await read(who));
		expect(await read("owner", undefined, "?with_custom_attributes=true")).not.toHaveProperty("custom_attributes");
	});

	test("GROUP-161 unasked nobody gets them", async () => {
		const { read } = groupScene({ custom_attributes });
		for (const who of everyone) expect(await read(who)).not.toHaveProperty("custom_attributes");
		expect(await read("root", undefined, "?with_custom_attributes=false")).not.toHaveProperty("custom_attributes");
	});
});
