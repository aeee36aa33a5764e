import { ask, mutate, succeed } from "../../rule/graphql";
import { check } from "../../rule/rule";
import { forbidden, makeIntake, projectOf, raise, send } from "./intake";

export const integrationChecks = [
	check("ALERT-113", async (t) => {
		const projectPath = t.scene("private_project");
		await forbidden(t, "developer", "httpIntegrationCreate", { projectPath, name: t.unique(), active: true });
		const made = await makeIntake(t);
		(await send(t, made, { title: t.unique() })).is(200);
		const query =
			"query($path: ID!) { project(fullPath: $path) { alertManagementHttpIntegrations { nodes { name url token } } } }";
		const read = async (who: "maintainer" | "developer") =>
			(await ask(t.as(who), query, { path: projectPath })).list("project.alertManagementHttpIntegrations.nodes");
		t.holds(
			"a maintainer should read address and key",
			(await read("maintainer")).some(({ url, token }) => url === made.url && token === made.key),
		);
		t.same("what a developer reads", await read("developer"), []);
	}),
	check(
		"ALERT-114",
		async (t) => {
			const [one, two] = [await makeIntake(t), await makeIntake(t)];
			t.holds("each should have an address of its own", one.url !== two.url);
			t.holds("each should have a key of its own", one.key !== two.key);
			for (const to of [one, two]) (await send(t, to, { title: t.unique() })).is(200);
			(await send(t, { url: one.url, key: two.key }, { title: t.unique() })).is(401);
		},
		{ tier: "premium" },
	),
	check(
		"ALERT-115",
		async (t) => {
			await makeIntake(t);
			const projectPath = t.scene("private_project");
			const told = await mutate(
				t.as("maintainer"),
				"httpIntegrationCreate",
				{ projectPath, name: t.unique(), active: true },
				"integration { id }",
			);
			const { errors, integration } = told.record("httpIntegrationCreate");
			const expected = ["Multiple integrations of a single type are not supported for this project"];
			t.same("errors and integration", [errors, integration], [expected, null], told.answer);
		},
		{ maxTier: "free" },
	),
	check("ALERT-116", async (t) => {
		const to = await makeIntake(t);
		const turn = async (active: boolean) =>
			await succeed(
				t.as("maintainer"),
				"httpIntegrationUpdate",
				{ id: to.id, active },
				"integration { active url token }",
			);
		const kept = { url: to.url, token: to.key };
		t.same("the integration switched off", (await turn(false)).integration, { active: false, ...kept });
		(await send(t, to, { title: t.unique() })).is(403);
		t.same("the integration switched on", (await turn(true)).integration, { active: true, ...kept });
		(await send(t, to, { title: t.unique() })).is(200);
	}),
	check("ALERT-117", async (t) => {
		const to = await makeIntake(t);
		const iid = await raise(t, to, { title: t.unique() });
		const query =
			"query($path: ID!, $iid: String) { project(fullPath: $path) { alertManagementAlert(iid: $iid) { notes { nodes { body system } } } } }";
		const told = await ask(t.as("developer"), query, { path: projectOf(to), iid });
		const log = told.list("project.alertManagementAlert.notes.nodes");
		t.holds(
			`the alert's log should name the integration ${to.name}`,
			log.some(({ body, system }) => system === true && String(body).includes(to.name)),
			told.answer,
		);
	}),
];
