import type { Rule } from "../../rule/rule";
import { HeldGroup } from "./held-group";
import { projectId } from "./places";
import { accepts, ignores, onGroup, refusesForm } from "./update-table";

const paid = { tier: "premium", of: "group" } as const;
const free = { maxTier: "free", of: "group" } as const;
const minutes = { tier: "premium", of: "group", by: "administrator" } as const;

/** Minutes of instance runners, which administrators set. */
export const updateMinutes: readonly Rule[] = [
	accepts(
		"GROUP-599",
		[100, 133].map((extra_shared_runners_minutes_limit) => ({ extra_shared_runners_minutes_limit })),
		{
			...minutes,
			offering: "self-managed",
		},
	),
	accepts(
		"GROUP-603",
		[100, 133].map((shared_runners_minutes_limit) => ({ shared_runners_minutes_limit })),
		{
			...minutes,
			offering: "self-managed",
		},
	),
	...(["extra_shared_runners_minutes_limit", "shared_runners_minutes_limit"] as const).flatMap((field) => {
		const [stated, assumed] = field.startsWith("extra") ? ["GROUP-600", "GROUP-601"] : ["GROUP-604", "GROUP-605"];
		return [
			onGroup(
				stated ?? "",
				async (group, t) => {
					(await group.change({ [field]: 100 }, t.as("administrator"))).has({ [field]: 100 });
					// Refused or dropped: what matters is that it does not change.
					await group.put({ [field]: 133 });
					(await group.get(t.as("administrator"))).is(200).has({ [field]: 100 });
				},
				paid,
			),
			ignores(assumed ?? "", { [field]: 133 }, paid),
		];
	}),
	accepts("GROUP-606", [{ shared_runners_minutes_limit: 100 }, { shared_runners_minutes_limit: null }], minutes),
	accepts("GROUP-607", [{ shared_runners_minutes_limit: 100 }, { shared_runners_minutes_limit: 0 }], minutes),
	onGroup(
		"GROUP-608",
		async (group, t) => {
			const message = { shared_runners_minutes_limit: ["is not supported for this namespace"] };
			await group.refuses({ shared_runners_minutes_limit: 100 }, { message }, t.as("administrator"));
		},
		{ tier: "premium" },
	),
	onGroup(
		"GROUP-609",
		async (group, t) => {
			const sent = { extra_shared_runners_minutes_limit: 133, shared_runners_minutes_limit: 133 };
			(await group.ignores(sent, t.as("administrator"))).lacks(...Object.keys(sent));
		},
		free,
	),
];

/** Settings of paid plans. */
export const updatePaid: readonly Rule[] = [
	onGroup(
		"GROUP-611",
		async (group, t) => {
			const file_template_project_id = await projectId(t, t.scene("project"));
			(await group.change({ file_template_project_id })).has({ file_template_project_id });
			(await group.get()).is(200).has({ file_template_project_id });
		},
		paid,
	),
	...(["GROUP-612", "GROUP-613"] as const).map((claim) =>
		onGroup(
			claim,
			async (group, t) => {
				const after = await group.ignores({ file_template_project_id: await projectId(t, t.scene("project")) });
				if (claim === "GROUP-613") after.lacks("file_template_project_id");
				t.holds("there should be no project of templates", !after.field("file_template_project_id"), after);
			},
			free,
		),
	),
	onGroup(
		"GROUP-614",
		async (group) => {
			const message = { file_template_project_id: ["is invalid"] };
			await group.refuses({ file_template_project_id: 999_999_999 }, { message });
		},
		paid,
	),
	onGroup(
		"GROUP-615",
		async (group, t) => {
			const file_template_project_id = await projectId(t, t.scene("project"));
			(await group.change({ file_template_project_id })).has({ file_template_project_id });
			(await group.put({ file_template_project_id: null })).is(200);
			const read = (await group.get()).is(200);
			t.holds("there should be no project of templates", !read.field("file_template_project_id"), read);
		},
		paid,
	),
	accepts("GROUP-617", [{ membership_lock: false }, { membership_lock: true }], { tier: "premium" }),
	onGroup(
		"GROUP-619",
		async (group, t) => {
			const sent = { prevent_forking_outside_group: true };
			if (t.facts.tier === "free") await group.ignores(sent);
			else (await group.change(sent)).has(sent);
		},
		{ of: "group" },
	),
	ignores("GROUP-620", { membership_lock: true }, free),
	...(["disabled", "private", "enabled"] as const).map((wiki_access_level, index) =>
		accepts(`GROUP-${653 + index}`, [{ wiki_access_level: wiki_access_level === "private" ? "enabled" : "private" }, { wiki_access_level }], {
			tier: "premium",
		}),
	),
	refusesForm("GROUP-656", { wiki_access_level: "public" }, "wiki_access_level does not have a valid value", paid),
	ignores("GROUP-657", { wiki_access_level: "disabled" }, free),
	...(["default_on", "default_off", "never_on"] as const).map((assist_availability, index) =>
		accepts(
			`GROUP-${659 + index}`,
			[{ assist_availability: assist_availability === "default_off" ? "default_on" : "default_off" }, { assist_availability }],
			paid,
		),
	),
	refusesForm("GROUP-662", { assist_availability: "always" }, "assist_availability does not have a valid value", paid),
	accepts("GROUP-664", [{ experiment_features_enabled: false }, { experiment_features_enabled: true }], paid),
];

/** From where a group is reached, and by whom. */
export const updateNetwork: readonly Rule[] = [
	accepts(
		"GROUP-642",
		["10.1.0.0/16", "192.168.0.0/24,10.0.0.0/8"].map((ip_restriction_ranges) => ({ ip_restriction_ranges })),
		{ ...paid, by: "administrator" },
	),
	accepts("GROUP-643", [{ ip_restriction_ranges: "192.168.1.7" }], { ...paid, by: "administrator" }),
	onGroup(
		"GROUP-644",
		async (group, t) => {
			const root = t.as("administrator");
			await group.change({ ip_restriction_ranges: "10.0.0.0/8" }, root);
			const answer = (await group.put({ ip_restriction_ranges: "not-an-ip" }, root)).refuses(400);
			t.holds("message should be a hash", typeof answer.field("message") === "object", answer);
			(await group.get(root)).is(200).has({ ip_restriction_ranges: "10.0.0.0/8" });
		},
		paid,
	),
	onGroup(
		"GROUP-645",
		async (group) => {
			await group.refuses({ ip_restriction_ranges: "10.0.0.0/8" });
		},
		{ tier: "premium" },
	),
	onGroup(
		"GROUP-646",
		async (group, t) => {
			const root = t.as("administrator");
			const sent = { ip_restriction_ranges: "10.0.0.0/8" };
			(await group.change(sent, root)).has(sent);
			const response = (await group.put({ ip_restriction_ranges: "" }, root)).is(200);
			t.holds("there should be no restriction", !response.field("ip_restriction_ranges"), response);
		},
		paid,
	),
	onGroup(
		"GROUP-647",
		async (group, t) => {
			const after = await group.ignores({ ip_restriction_ranges: "10.0.0.0/8" });
			t.holds("there should be no restriction", !after.field("ip_restriction_ranges"), after);
		},
		free,
	),
	ignores("GROUP-648", { ip_restriction_ranges: "10.0.0.0/8", allowed_email_domains_list: "example.com" }, free),
	accepts(
		"GROUP-650",
		["example.org", "example.com,example.org"].map((allowed_email_domains_list) => ({ allowed_email_domains_list })),
		paid,
	),
	onGroup(
		"GROUP-651",
		async (group, t) => {
			const answer = await group.refuses({ allowed_email_domains_list: "nodots" });
			t.holds("message should be a hash", typeof answer.field("message") === "object", answer);
			const child = await HeldGroup.of(t, "subgroup");
			await child.refuses({ allowed_email_domains_list: "example.com" });
		},
		paid,
	),
];
