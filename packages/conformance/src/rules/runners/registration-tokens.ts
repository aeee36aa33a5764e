import type { ActorName } from "../../rule/actors";
import type { Trial } from "../../rule/context";
import { type Check, check } from "../../rule/rule";
import { projectsOf } from "./assigned";
import { forbidden, groupNotFound, projectNotFound, unauthorized } from "./refusals";

const destroys = { effect: "destroys" } as const;

interface Level {
	readonly operation:
		| "resetRunnerRegistrationToken"
		| "resetProjectRunnerRegistrationToken"
		| "resetGroupRunnerRegistrationToken";
	readonly who: ActorName;
	readonly place: (t: Trial) => { readonly id?: string | number };
}

const instance: Level = { operation: "resetRunnerRegistrationToken", who: "administrator", place: () => ({}) };
const project: Level = {
	operation: "resetProjectRunnerRegistrationToken",
	who: "maintainer",
	place: (t) => ({ id: t.scene("project") }),
};
const group: Level = {
	operation: "resetGroupRunnerRegistrationToken",
	who: "owner",
	place: (t) => ({ id: t.scene("group") }),
};

async function reset(t: Trial, { operation, who, place }: Level, id?: string | number): Promise<string> {
	const answer = await t.as(who).call(operation, id === undefined ? place(t) : { id });
	if (answer.status === 403 && who === "administrator") t.skip("registration tokens are switched off: allow them");
	return answer.ok.string("token");
}

const registers = async (t: Trial, token: string) => (await t.make.registeredRunner({ token })).number("id");
const refuses = async (t: Trial, token: string) => void (await t.anonymous.call("registerRunner", { token })).is(403);

/** The old token is worth nothing, the new one registers. */
async function replaces(t: Trial, level: Level): Promise<void> {
	const old = await reset(t, level);
	await registers(t, old);
	const token = await reset(t, level);
	await refuses(t, old);
	await registers(t, token);
}

const replaced: readonly [string, string, string, Level][] = [
	["RUNNER-451", "RUNNER-453", "RUNNER-456", instance],
	["RUNNER-457", "RUNNER-459", "RUNNER-462", project],
	["RUNNER-463", "RUNNER-465", "RUNNER-468", group],
];

/** Nobody of these may, and the token stays as it was. */
async function refusesTo(t: Trial, level: Level, refused: readonly ActorName[]): Promise<void> {
	const token = await reset(t, level);
	for (const who of refused) (await t.as(who).call(level.operation, level.place(t))).refuses(403, forbidden);
	(await t.anonymous.call(level.operation, level.place(t))).refuses(401, unauthorized);
	await registers(t, token);
	(await t.as("administrator").call(level.operation, level.place(t))).ok;
}

/** A place of a level by its path and by its number, and one that does not show. */
async function findsItsPlace(t: Trial, level: Level, number: number, unseen: string, body: unknown): Promise<void> {
	const { id: path } = level.place(t);
	for (const id of [path, number]) await registers(t, await reset(t, level, id));
	for (const id of [unseen, t.unique("nothing")])
		(await t.as("outsider").call(level.operation, { id })).refuses(404, body);
}

export const registrationTokens: readonly Check[] = [
	...replaced.flatMap(([stated, assumed, different, level]) => [
		check(stated, async (t) => await replaces(t, level), destroys),
		check(assumed, async (t) => await replaces(t, level), destroys),
		check(
			different,
			async (t) => {
				const tokens = new Set([await reset(t, level), await reset(t, level)]);
				t.same("how many tokens two resets give", tokens.size, 2);
			},
			destroys,
		),
	]),
	check("RUNNER-454", async (t) => await refusesTo(t, instance, ["owner", "maintainer", "outsider"]), destroys),
	check("RUNNER-460", async (t) => await refusesTo(t, project, ["developer"]), destroys),
	check("RUNNER-466", async (t) => await refusesTo(t, group, ["maintainer", "developer"]), destroys),
	check(
		"RUNNER-469",
		async (t) => {
			const number = await t.make.projectId(t.scene("project"));
			await findsItsPlace(t, project, number, t.scene("private_project"), projectNotFound);
		},
		destroys,
	),
	check(
		"RUNNER-470",
		async (t) => {
			const number = await t.make.groupId(t.scene("group"));
			await findsItsPlace(t, group, number, t.scene("private_group"), groupNotFound);
		},
		destroys,
	),
	check(
		"RUNNER-471",
		async (t) => {
			const token = await reset(t, group);
			t.same("runners_token", await t.make.registrationToken(), token);
		},
		destroys,
	),
	check(
		"RUNNER-472",
		async (t) => {
			const [ofProject, ofGroup] = [await reset(t, project), await t.make.registrationToken()];
			await reset(t, instance);
			for (const token of [ofProject, ofGroup]) await registers(t, token);
			await reset(t, project);
			await registers(t, ofGroup);
		},
		destroys,
	),
	check(
		"RUNNER-394",
		async (t) => {
			for (const [level, runner_type] of [
				[instance, "instance_type"],
				[group, "group_type"],
				[project, "project_type"],
			] as const) {
				const id = await registers(t, await reset(t, level));
				(await t.as("administrator").call("getRunner", { id })).is(200).has({ runner_type });
				if (level === project)
					t.same("its projects", await projectsOf(t, id), [await t.make.projectId(t.scene("project"))]);
			}
		},
		destroys,
	),
];
