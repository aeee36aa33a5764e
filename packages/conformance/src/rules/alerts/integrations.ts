import { ask, mutate, succeed } from "../../rule/graphql";
import { assumed, rule } from "../../rule/rule";
import { forbidden, makeIntake, projectOf, raise, send } from "./intake";

export const integrationChecks = [
	rule(
		"ALERT-113",
		"The address and key come from an integration configured in the project by at least a Maintainer; a Developer cannot create or read it.",
		"sendAlert",
		async (t) => {
			const projectPath = t.scene("private_project");
			await forbidden(t, "developer", "httpIntegrationCreate", { projectPath, name: t.unique(), active: true });
			const made = await makeIntake(t);
			(await send(t, made, { title: t.unique() })).is(200);
			const query = "query($path: ID!) { project(fullPath: $path) { alertManagementHttpIntegrations { nodes { name url token } } } }";
			const read = async (who: "maintainer" | "developer") =>
				(await ask(t.as(who), query, { path: projectPath })).list("project.alertManagementHttpIntegrations.nodes");
			t.holds(
				"a maintainer should read address and key",
				(await read("maintainer")).some(({ url, token }) => url === made.url && token === made.key),
			);
			t.same("what a developer reads", await read("developer"), []);
		},
	),
	rule(
		"ALERT-114",
		"Several active integrations per project are possible on paid tiers, each with its own address and key.",
		"sendAlert",
		async (t) => {
			const [one, two] = [await makeIntake(t), await makeIntake(t)];
			t.holds("each should have an address of its own", one.url !== two.url);
			t.holds("each should have a key of its own", one.key !== two.key);
			for (const to of [one, two]) (await send(t, to, { title: t.unique() })).is(200);
			(await send(t, { url: one.url, key: two.key }, { title: t.unique() })).is(401);
		},
		{ tier: "premium" },
	),
	assumed(
		"ALERT-115",
		'On Free a second integration of the same type is refused: "Multiple integrations of a single type are not supported for this project".',
		"sendAlert",
		async (t) => {
			await makeIntake(t);
			const projectPath = t.scene("private_project");
			const response = await mutate(t.as("maintainer"), "httpIntegrationCreate", { projectPath, name: t.unique(), active: true }, "integration { id }");
			const { errors, integration } = response.record("httpIntegrationCreate");
			const expected = ["Multiple integrations of a single type are not supported for this project"];
			t.same("errors and integration", [errors, integration], [expected, null], response.answer);
		},
		{ maxTier: "free" },
	),
	assumed(
		"ALERT-116",
		"Turning an integration inactive keeps its address and key; turning it active again makes the same pair work.",
		"sendAlert",
		async (t) => {
			const to = await makeIntake(t);
			const turn = async (active: boolean) =>
				await succeed(t.as("maintainer"), "httpIntegrationUpdate", { id: to.id, active }, "integration { active url token }");
			const kept = { url: to.url, token: to.key };
			t.same("the integration switched off", (await turn(false)).integration, { active: false, ...kept });
			(await send(t, to, { title: t.unique() })).is(403);
			t.same("the integration switched on", (await turn(true)).integration, { active: true, ...kept });
			(await send(t, to, { title: t.unique() })).is(200);
		},
	),
	assumed("ALERT-117", "An alert without monitoring_tool is sourced to the integration's name in the log of the alert.", "sendAlert", async (t) => {
		const to = await makeIntake(t);
		const iid = await raise(t, to, { title: t.unique() });
		const query = "query($path: ID!, $iid: String) { project(fullPath: $path) { alertManagementAlert(iid: $iid) { notes { nodes { body system } } } } }";
		const response = await ask(t.as("developer"), query, { path: projectOf(to), iid });
		const log = response.list("project.alertManagementAlert.notes.nodes");
		t.holds(
			`the alert's log should name the integration ${to.name}`,
			log.some(({ body, system }) => system === true && String(body).includes(to.name)),
			response.answer,
		);
	}),
];
