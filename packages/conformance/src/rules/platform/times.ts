import type { Context } from "../../rule/context";
import { assumed, sharing } from "../../rule/rule";
import { textsNamed } from "../../rule/texts-named";
import { isInvalid, newProject } from "./lab";

function areAll(t: Context, found: readonly string[], form: RegExp): void {
	t.holds("there should be some", found.length > 0);
	const others = found.filter((one) => !form.test(one));
	t.same("those of another form", others, []);
}

const hour = 3_600_000;
const iso = (moment: number) => new Date(moment).toISOString();
/** The same instant, five hours and a half to the east, and five to the west. */
const eastern = (moment: number) => iso(moment + 5.5 * hour).replace("Z", "+05:30");

/** How times and dates are written, and read. */
export const times = [
	assumed(
		"CONV-028",
		"A time ends in Z, and has three decimals.",
		["listUsers", "listPipelines", "listRunners", "listGroupProjects", "listIssueNotes"],
		async (t) => {
			const [id, caller] = [t.scene("project"), t.as("administrator")];
			const times: string[] = [];
			// A young project has no pipelines and no notes.
			for (const [operation, params] of [
				["listUsers", {}],
				["listPipelines", { id }],
				["listAllRunners", {}],
				["listGroupProjects", { id: t.scene("group") }],
				["listIssueNotes", { id, issue_iid: t.scene("issue_iid") }],
			] as const)
				times.push(...textsNamed((await caller.call(operation, params)).ok.items, "_at"));
			areAll(t, times, /\.\d{3}Z$/);
		},
	),
	sharing({ tier: "free" }).rule("CONV-030", "A date has no time.", ["listUserActivities", "listUsers", "listGroupPersonalAccessTokens"], async (t) => {
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
	assumed("CONV-033", "A text that is not a time is refused.", ["listUsers", "listPipelines"], async (t) => {
		for (const text of ["yesterday", "2024-02-30", "2024-13-01", "31.01.2024", "2024-01-31T25:00:00Z", "1706659200"]) {
			for (const name of ["created_after", "created_before"]) (await t.as("owner").call("listUsers", { [name]: text })).refuses(400, isInvalid(name));
			for (const name of ["updated_after", "created_before"])
				(await t.as("owner").call("listPipelines", { id: t.scene("project"), [name]: text })).refuses(400, isInvalid(name));
		}
	}),
	assumed("CONV-034", "A filter by time takes both ends of the span.", "listPipelines", async (t) => {
		const id = t.scene("project");
		const [pipeline] = (await t.as("owner").call("listPipelines", { id, per_page: 1 })).is(200).items;
		const at = Date.parse(String(pipeline?.updated_at ?? t.skip("the project has no pipeline")));
		for (const write of [iso, eastern])
			for (const query of [{ updated_after: write(at) }, { updated_before: write(at) }, { updated_after: write(at), updated_before: write(at) }]) {
				const found = (await t.as("owner").call("listPipelines", { id, ...query, per_page: 100 })).is(200);
				t.holds("the instant itself should be in the span", found.ids.includes(Number(pipeline?.id)), found);
			}
	}),
	sharing({ id: "CONV-034/milliseconds" }).assumed(
		"CONV-031, CONV-032, CONV-034",
		"A millisecond makes the difference between in the span and out of it.",
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
				t.same("the times in the span", response.pluck("updated_at"), expected, response);
			}
		},
	),
];
