import { describe, expect, test } from "vitest";
import { groupScene, lowerRoles } from "./record-scene";

describe("switches", () => {
	test.each([
		["GROUP-519", "auto_devops_enabled"],
		["GROUP-521", "lfs_enabled"],
		["GROUP-523", "mentions_disabled"],
		["GROUP-525", "request_access_enabled"],
		["GROUP-527", "require_two_factor_authentication"],
		["GROUP-529", "share_with_group_lock"],
	])("%s %s on, then off", async (_claim, field) => {
		const { changed } = groupScene();
		for (const value of [true, false, true]) expect((await changed({ [field]: value }))[field]).toBe(value);
	});

	test.each([
		["true", true],
		["false", false],
		["1", true],
		["0", false],
		["TRUE", true],
	])("GROUP-530 the text %s is %s", async (text, value) => {
		const { ask, at, changed } = groupScene({ lfs_enabled: !value });
		expect((await changed({ lfs_enabled: text })).lfs_enabled).toBe(value);
		await changed({ lfs_enabled: !value });
		expect((await ask("owner", "PUT", at, { form: { lfs_enabled: text } })).body.lfs_enabled).toBe(value);
	});

	test.each([
		"auto_devops_enabled",
		"lfs_enabled",
		"mentions_disabled",
		"request_access_enabled",
		"require_two_factor_authentication",
		"share_with_group_lock",
		"emails_enabled",
		"membership_lock",
	])("GROUP-530 %s is never maybe", async (field) => {
		expect(await groupScene().refusal({ [field]: "maybe" })).toEqual({ error: `${field} is invalid` });
	});

	test("GROUP-531 the lock of the group above is lifted by its owners", async () => {
		const { changed, make, refusal, sub } = groupScene();
		const child = sub("child");
		make.member("outsider", "lab/child", "owner");
		await changed({ share_with_group_lock: true });
		expect((await refusal({ share_with_group_lock: false }, "outsider", child)).message).toEqual({
			share_with_group_lock: [expect.any(String)],
		});
		expect((await changed({ share_with_group_lock: true }, "outsider", child)).share_with_group_lock).toBe(true);
		for (const who of ["owner", "root"])
			expect((await changed({ share_with_group_lock: false }, who, child)).share_with_group_lock).toBe(false);
	});
});

describe("values of a list", () => {
	test.each([
		["GROUP-561", "project_creation_level", "noone"],
		["GROUP-562", "project_creation_level", "maintainer"],
		["GROUP-563", "project_creation_level", "developer"],
		["GROUP-566", "subgroup_creation_level", "owner"],
		["GROUP-567", "subgroup_creation_level", "maintainer"],
		["GROUP-546", "enabled_git_access_protocol", "ssh"],
		["GROUP-547", "enabled_git_access_protocol", "http"],
		["GROUP-548", "enabled_git_access_protocol", "all"],
	])("%s %s = %s", async (_claim, field, value) => {
		const { changed } = groupScene();
		for (const other of { enabled_git_access_protocol: ["ssh", "http"] }[field] ?? ["maintainer"])
			await changed({ [field]: other });
		expect((await changed({ [field]: value }))[field]).toBe(value);
	});

	test.each([
		["GROUP-564", "project_creation_level", "everyone"],
		["GROUP-568", "subgroup_creation_level", "developer"],
		["GROUP-549", "enabled_git_access_protocol", "ftp"],
		["GROUP-575", "shared_runners_setting", "off"],
		["GROUP-592", "visibility", "secret"],
		["GROUP-656", "wiki_access_level", "public"],
		["GROUP-662", "assist_availability", "always"],
	])("%s %s is not %s", async (_claim, field, value) => {
		expect(await groupScene().refusal({ [field]: value })).toEqual({ error: `${field} does not have a valid value` });
	});

	test("GROUP-550 a subgroup does not heed the protocol", async () => {
		const { make, changed, sub } = groupScene();
		const child = sub("child");
		const record = await changed({ enabled_git_access_protocol: "ssh", description: "New" }, "owner", child);
		expect(record.description).toBe("New");
		expect(record).not.toHaveProperty("enabled_git_access_protocol");
		expect(make.state.groups.get(child.id)?.enabled_git_access_protocol).toBe("all");
	});

	test("GROUP-558 sharing outside the hierarchy", async () => {
		const { changed } = groupScene();
		for (const value of [true, false])
			expect(
				(await changed({ prevent_sharing_groups_outside_hierarchy: value })).prevent_sharing_groups_outside_hierarchy,
			).toBe(value);
	});

	test("GROUP-559 a subgroup does not heed it", async () => {
		const { changed, make, sub } = groupScene();
		const child = sub("child");
		const record = await changed(
			{ prevent_sharing_groups_outside_hierarchy: true, description: "New" },
			"owner",
			child,
		);
		expect(record.description).toBe("New");
		expect(record).not.toHaveProperty("prevent_sharing_groups_outside_hierarchy");
		expect(make.state.groups.get(child.id)?.prevent_sharing_groups_outside_hierarchy).toBe(false);
	});
});

describe("e-mail", () => {
	test("GROUP-553 switched off, and on", async () => {
		const { changed } = groupScene();
		expect(await changed({ emails_enabled: false })).toMatchObject({ emails_enabled: false, emails_disabled: true });
		expect(await changed({ emails_enabled: true })).toMatchObject({ emails_enabled: true, emails_disabled: false });
	});

	test("GROUP-554 by the older field", async () => {
		const { changed } = groupScene();
		expect(await changed({ emails_disabled: true })).toMatchObject({ emails_enabled: false, emails_disabled: true });
		expect(await changed({ emails_disabled: false })).toMatchObject({ emails_enabled: true, emails_disabled: false });
	});

	test("GROUP-555 null switches it on", async () => {
		expect((await groupScene({ emails_enabled: false }).changed({ emails_disabled: null })).emails_enabled).toBe(true);
	});

	test.each([true, false])("GROUP-556 of both the older field decides: %s", async (emails_disabled) => {
		for (const emails_enabled of [true, false])
			expect(await groupScene().changed({ emails_enabled, emails_disabled })).toMatchObject({
				emails_enabled: !emails_disabled,
				emails_disabled,
			});
	});
});

describe("two-factor grace period", () => {
	test("GROUP-586 hours", async () => {
		expect((await groupScene().changed({ two_factor_grace_period: 72 })).two_factor_grace_period).toBe(72);
	});

	test("GROUP-587 none or more", async () => {
		const { changed, refusal } = groupScene();
		expect((await changed({ two_factor_grace_period: 0 })).two_factor_grace_period).toBe(0);
		expect(await refusal({ two_factor_grace_period: -1 })).toEqual({
			message: { two_factor_grace_period: ["must be greater than or equal to 0"] },
		});
		expect(await refusal({ two_factor_grace_period: "x" })).toEqual({ error: "two_factor_grace_period is invalid" });
	});
});

describe("step-up sign-in", () => {
	const field = "step_up_auth_required_oauth_provider";

	test("GROUP-580, GROUP-581 a known provider is kept, an empty text is none", async () => {
		const { changed, read } = groupScene();
		expect((await changed({ [field]: "openid_connect" }))[field]).toBe("openid_connect");
		for (const who of [null, "outsider", ...lowerRoles]) expect(await read(who)).not.toHaveProperty(field);
		expect((await read("root"))[field]).toBe("openid_connect");
		expect((await changed({ [field]: "" }))[field] || null).toBeNull();
	});

	test("GROUP-581 which ones are known is the installation's", async () => {
		const { changed } = groupScene({}, { stepUpProviders: ["company"] });
		expect((await changed({ [field]: "company" }))[field]).toBe("company");
	});

	test("GROUP-582 an unknown one is refused", async () => {
		expect(await groupScene().refusal({ [field]: "nobody" })).toEqual({
			message: { [`namespace_settings.${field}`]: ["is not included in the list"] },
		});
	});

	test.each(["openid_connect", "nobody"])(
		"GROUP-583, GROUP-584 with the flag off nothing heeds it: %s",
		async (provider) => {
			const { changed, make, group } = groupScene({}, { flags: { group_step_up_authentication: false } });
			const record = await changed({ [field]: provider, description: "New" });
			expect(record.description).toBe("New");
			expect(record).not.toHaveProperty(field);
			expect(make.state.groups.get(group.id)?.[field]).toBeNull();
		},
	);
});
