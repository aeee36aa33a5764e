import type { Group, PlatformOptions } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import { groupScene } from "./record-scene";

const paidTiers = ["premium", "ultimate"] as const;

/** A change that is answered with 200 and not heeded: the state says the same of the group as before, but for the description. */
async function ignored(changes: object, options: PlatformOptions, who = "owner", given: Partial<Group> = {}) {
	const { changed, group, make } = groupScene(given, options);
	const record = await changed({ ...changes, description: "New" }, who);
	expect(make.state.groups.get(group.id)).toEqual({ ...group, description: "New" });
	return record;
}

describe("file templates", () => {
	test.each(paidTiers)("GROUP-611 a project that the caller sees, on %s", async (tier) => {
		const { changed, make } = groupScene({}, { tier });
		const project = make.project("lab/templates", { visibility: "private" });
		expect((await changed({ file_template_project_id: project.id })).file_template_project_id).toBe(project.id);
	});

	test("GROUP-612, GROUP-613 not on a free one", async () => {
		expect(await ignored({ file_template_project_id: 999 }, { tier: "free" })).not.toHaveProperty(
			"file_template_project_id",
		);
	});

	test("GROUP-614 not one that the caller does not see", async () => {
		const { changed, make, refusal } = groupScene();
		make.group("hidden", { visibility: "private" });
		const hidden = make.project("hidden/templates");
		for (const file_template_project_id of [hidden.id, 999_999])
			expect(await refusal({ file_template_project_id })).toEqual({
				message: { file_template_project_id: ["is invalid"] },
			});
		expect((await changed({ file_template_project_id: hidden.id }, "root")).file_template_project_id).toBe(hidden.id);
	});

	test("GROUP-615 null is none", async () => {
		const { changed, make } = groupScene();
		await changed({ file_template_project_id: make.project("lab/templates").id });
		expect((await changed({ file_template_project_id: null })).file_template_project_id).toBeNull();
	});
});

describe("switches", () => {
	test.each([
		["GROUP-617", "membership_lock"],
		["GROUP-619", "prevent_forking_outside_group"],
		["GROUP-664", "experiment_features_enabled"],
	])("%s %s on paid plans", async (_claim, field) => {
		for (const tier of paidTiers) {
			const { changed } = groupScene({}, { tier });
			for (const value of [true, false]) expect((await changed({ [field]: value }))[field]).toBe(value);
		}
	});

	test.each([
		["GROUP-620", { membership_lock: true }],
		["GROUP-619", { prevent_forking_outside_group: true }],
		["GROUP-657", { wiki_access_level: "disabled" }],
	])("%s a free installation does not heed %j", async (_claim, changes) => {
		const record = await ignored(changes, { tier: "free" });
		for (const field of Object.keys(changes)) expect(record).not.toHaveProperty(field);
	});

	test.each([
		["GROUP-653", "wiki_access_level", "disabled"],
		["GROUP-654", "wiki_access_level", "private"],
		["GROUP-655", "wiki_access_level", "enabled"],
		["GROUP-659", "assist_availability", "default_on"],
		["GROUP-660", "assist_availability", "default_off"],
		["GROUP-661", "assist_availability", "never_on"],
	])("%s %s = %s", async (_claim, field, value) => {
		for (const tier of paidTiers) {
			const { changed } = groupScene({}, { tier });
			await changed({ [field]: field === "wiki_access_level" ? "private" : "default_off" });
			if (value === "private" || value === "default_off")
				await changed({ [field]: field === "wiki_access_level" ? "enabled" : "never_on" });
			expect((await changed({ [field]: value }))[field]).toBe(value);
		}
	});

	test("GROUP-659..661 a free installation takes the availability, and does not tell it", async () => {
		const { changed, group, make } = groupScene({}, { tier: "free" });
		for (const assist_availability of ["default_off", "never_on", "default_on"] as const) {
			expect(await changed({ assist_availability })).not.toHaveProperty("assist_availability");
			expect(make.state.groups.get(group.id)?.assist_availability).toBe(assist_availability);
		}
	});
});

describe("addresses and domains", () => {
	test.each([
		["GROUP-642", "192.168.0.0/24,10.0.0.0/8"],
		["GROUP-643", "192.168.1.7"],
		["GROUP-643", "2001:db8::/32,::1"],
	])("%s %s", async (_claim, ranges) => {
		for (const tier of paidTiers) {
			const { changed } = groupScene({}, { tier });
			expect((await changed({ ip_restriction_ranges: ranges })).ip_restriction_ranges).toBe(ranges);
		}
	});

	test.each([
		"not-an-ip",
		"10.0.0.0/8,not-an-ip",
		"10.0.0.256",
		"10.0.0.0/33",
		"10.0.0",
		"::1/129",
		"10.0.0.0/8/8",
		"1:2:3",
	])("GROUP-644 not %s", async (ip_restriction_ranges) => {
		const { read, refusal } = groupScene({ ip_restriction_ranges: "10.0.0.0/8" });
		expect(await refusal({ ip_restriction_ranges })).toEqual({
			message: { ip_restriction_ranges: [expect.any(String)] },
		});
		expect((await read()).ip_restriction_ranges).toBe("10.0.0.0/8");
	});

	test("GROUP-645 not of a subgroup", async () => {
		const { refusal, sub } = groupScene();
		expect(await refusal({ ip_restriction_ranges: "10.0.0.0/8" }, "owner", sub("child"))).toEqual({
			message: { ip_restriction_ranges: [expect.any(String)] },
		});
	});

	test("GROUP-646 an empty text is none", async () => {
		const { changed } = groupScene({ ip_restriction_ranges: "10.0.0.0/8" });
		expect((await changed({ ip_restriction_ranges: "" })).ip_restriction_ranges).toBeNull();
	});

	test.each([
		[{ ip_restriction_ranges: "10.0.0.0/8", allowed_email_domains_list: "example.com" }],
		[{ ip_restriction_ranges: "not-an-ip", allowed_email_domains_list: "nodots" }],
	])("GROUP-647, GROUP-648 a free installation heeds neither: %j", async (changes) => {
		const record = await ignored(changes, { tier: "free" });
		for (const field of Object.keys(changes)) expect(record).not.toHaveProperty(field);
	});

	test("GROUP-650 domains", async () => {
		const domains = "example.com,example.org";
		for (const tier of paidTiers) {
			const { changed } = groupScene({}, { tier });
			expect((await changed({ allowed_email_domains_list: domains })).allowed_email_domains_list).toBe(domains);
			expect((await changed({ allowed_email_domains_list: "" })).allowed_email_domains_list || null).toBeNull();
		}
	});

	test.each(["nodots", "example.com,nodots", "-a.example", "exa mple.com"])("GROUP-651 not %s", async (domains) => {
		const { refusal, sub } = groupScene();
		const told = { message: { allowed_email_domains_list: [expect.any(String)] } };
		expect(await refusal({ allowed_email_domains_list: domains })).toEqual(told);
		expect(await refusal({ allowed_email_domains_list: "example.com" }, "owner", sub("child"))).toEqual(told);
	});
});

describe("artifacts and signing", () => {
	test("GROUP-675 an administrator bounds the size of artifacts", async () => {
		expect((await groupScene().changed({ max_artifacts_size: 1 }, "root")).max_artifacts_size).toBe(1);
	});

	test.each([5, 0])("GROUP-676 from an owner that is dropped: %i", async (max_artifacts_size) => {
		expect((await ignored({ max_artifacts_size }, {}, "owner", { max_artifacts_size: 7 })).max_artifacts_size).toBe(7);
	});

	test.each([0, -5])("GROUP-677 not %i", async (max_artifacts_size) => {
		expect(await groupScene().refusal({ max_artifacts_size }, "root")).toEqual({
			message: { max_artifacts_size: ["must be greater than 0"] },
		});
	});

	test("GROUP-679 commits are signed on the hosted offering", async () => {
		const { changed } = groupScene({}, { offering: "hosted" });
		for (const value of [true, false])
			expect((await changed({ web_based_commit_signing_enabled: value })).web_based_commit_signing_enabled).toBe(value);
	});

	test("GROUP-680, GROUP-681 elsewhere that is not heeded", async () => {
		const field = "web_based_commit_signing_enabled";
		expect(await ignored({ [field]: true }, { offering: "self-managed" })).not.toHaveProperty(field);
		const { changed, make, sub } = groupScene({}, { offering: "hosted" });
		const child = sub("child");
		expect(await changed({ [field]: true }, "owner", child)).not.toHaveProperty(field);
		expect(make.state.groups.get(child.id)?.[field]).toBe(false);
	});
});
