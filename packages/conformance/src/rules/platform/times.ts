import type { Context } from "../../rule/context";
import { assumed, sharing } from "../../rule/rule";
import { textsNamed } from "../../rule/texts-named";
import { newProject } from "./lab";

function areAll(t: Context, found: readonly string[], form: RegExp): void {
	t.holds("the responses should have at least one such field", found.length > 0);
	const others = found.filter((one) => !form.test(one));
	t.same("the values in another format", others, []);
}

/** The format of times and dates, in responses and in filters. */
export const times = [
	assumed(
		"CONV-028",
		"Times in responses have three decimals and end in Z.",
		["listUsers", "listPipelines", "listGroupRunners", "listGroupProjects", "listIssueNotes"],
		async (t) => {
			const [id, caller] = [t.scene("project"), t.as("administrator")];
			const times: string[] = [];
			// A new project has no pipelines and no notes.
			for (const [operation, params] of [
				["listUsers", {}],
				["listPipelines", { id }],
				["listGroupRunners", { id: t.scene("group") }],
				["listGroupProjects", { id: t.scene("group") }],
				["listIssueNotes", { id, issue_iid: t.scene("issue_iid") }],
			] as const)
				times.push(...textsNamed((await caller.call(operation, params)).ok.items, "_at"));
			areAll(t, times, /\.\d{3}Z$/);
		},
	),
	sharing({ tier: "free" }).rule("CONV-030", "Date fields are YYYY-MM-DD.", ["listUserActivities", "listUsers", "listGroupPersonalAccessTokens"], async (t) => {
		const date = /^\d{4}-\d\d-\d\d$/;
		const root = t.as("administrator");
		areAll(t, textsNamed((await root.call("listUserActivities", { from: "2000-01-01" })).ok.items, "_on"), date);
		areAll(t, textsNamed((await root.call("listUsers", { username: t.user("developer").username })).ok.items, "_on"), date);
		if (t.facts.tier === "free" || t.facts.offering === "self-managed") return;
		const tokens = (await t.as("owner").list("listGroupPersonalAccessTokens", { id: t.scene("enterprise_group") })).ok;
		areAll(
			t,
			tokens.items.flatMap(({ expires_at }) => (typeof expires_at === "string" ? [expires_at] : [])),
			date,
		);
	}),
	sharing({ id: "CONV-034/milliseconds" }).assumed(
		"CONV-031, CONV-032, CONV-034",
		"updated_after and updated_before are inclusive to the millisecond. They accept offsets, and a date as 00:00 UTC of that day.",
		"listPipelines",
		async (t) => {
			const { full_path: project, id } = await newProject(t);
			const [early, midnight, late] = ["2024-01-30T23:59:59.999Z", "2024-01-31T00:00:00.000Z", "2024-01-31T17:41:13.000Z"];
			for (const updated_at of [early, midnight, late]) await t.given.record("pipelines", { project, created_at: "2024-01-01T00:00:00.000Z", updated_at });
			for (const [query, expected] of [
				[{ updated_after: "2024-01-31T23:11:13.000+05:30" }, [late]],
				[{ updated_after: "2024-01-31T23:11:13.001+05:30" }, []],
				[{ updated_before: "2024-01-30T19:00:00-05:00" }, [early, midnight]],
				[{ updated_after: "2024-01-31" }, [midnight, late]],
				[{ updated_before: "2024-01-31" }, [early, midnight]],
				[{ updated_after: midnight, updated_before: late }, [midnight, late]],
				[{ updated_after: early, updated_before: midnight }, [early, midnight]],
			] as const) {
				const response = (await t.as("owner").call("listPipelines", { id, sort: "asc", ...query })).is(200);
				t.same("updated_at of the listed pipelines", response.pluck("updated_at"), expected, response);
			}
		},
	),
];
