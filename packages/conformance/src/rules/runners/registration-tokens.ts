import type { ActorName } from "../../rule/actors";
import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import { assumed, type Rule } from "../../rule/rule";
import { projectsOf } from "./assigned";
import { forbidden, groupNotFound, projectNotFound, unauthorized } from "./refusals";

const destroys = { effect: "destroys" } as const;

interface Level {
	readonly operation: "resetRunnerRegistrationToken" | "resetProjectRunnerRegistrationToken" | "resetGroupRunnerRegistrationToken";
	readonly who: ActorName;
	readonly place: (t: Context) => { readonly id?: string | number };
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

async function reset(t: Context, { operation, who, place }: Level, id?: string | number): Promise<string> {
	const answer = await t.as(who).call(operation, id === undefined ? place(t) : { id });
	if (answer.status === 403 && who === "administrator") t.skip("registration tokens are switched off: allow them");
	return answer.ok.string("token");
}

const registers = async (t: Context, token: string) => (await t.given.registeredRunner({ token })).number("id");
const refuses = async (t: Context, token: string) => void (await t.anonymous.call("registerRunner", { token })).is(403);

/** The old token is worth nothing, the new one registers. */
async function replaces(t: Context, level: Level): Promise<void> {
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
async function refusesTo(t: Context, level: Level, refused: readonly ActorName[]): Promise<void> {
	const token = await reset(t, level);
	for (const who of refused) (await t.as(who).call(level.operation, level.place(t))).refuses(403, forbidden);
	(await t.anonymous.call(level.operation, level.place(t))).refuses(401, unauthorized);
	await registers(t, token);
	(await t.as("administrator").call(level.operation, level.place(t))).ok;
}

/** A place of a level by its path and by its number, and one that does not show. */
async function findsItsPlace(t: Context, level: Level, number: number, unseen: string, body: unknown): Promise<void> {
	const { id: path } = level.place(t);
	for (const id of [path, number]) await registers(t, await reset(t, level, id));
	for (const id of [unseen, t.unique("nothing")]) (await t.as("outsider").call(level.operation, { id })).refuses(404, body);
}

export const registrationTokens: readonly Rule[] = [
	...replaced.flatMap(([stated, assumed, different, level]) => [
		byClaim(stated, async (t) => await replaces(t, level), destroys),
		byClaim(assumed, async (t) => await replaces(t, level), destroys),
		byClaim(
			different,
			async (t) => {
				const tokens = new Set([await reset(t, level), await reset(t, level)]);
				t.same("how many tokens two resets give", tokens.size, 2);
			},
			destroys,
		),
	]),
	assumed(
		"RUNNER-454",
		'Needs an administrator; any other signed-in user gets 403 {"message":"403 Forbidden"} and the token stays; anonymous 401.',
		"resetRunnerRegistrationToken",
		async (t) => await refusesTo(t, instance, ["owner", "maintainer", "outsider"]),
		destroys,
	),
	assumed(
		"RUNNER-460",
		'Needs at least Maintainer of the project (or administrator); a Developer of the project gets 403 {"message":"403 Forbidden"} and the token stays; anonymous 401.',
		"resetProjectRunnerRegistrationToken",
		async (t) => await refusesTo(t, project, ["developer"]),
		destroys,
	),
	assumed(
		"RUNNER-466",
		'Needs Owner of the group (or administrator); a Maintainer or Developer of the group gets 403 {"message":"403 Forbidden"} and the token stays; anonymous 401.',
		"resetGroupRunnerRegistrationToken",
		async (t) => await refusesTo(t, group, ["maintainer", "developer"]),
		destroys,
	),
	assumed(
		"RUNNER-469",
		'Unknown or unseen project answers 404 {"message":"404 Project Not Found"}; :id may be the URL-encoded path.',
		"resetProjectRunnerRegistrationToken",
		async (t) => {
			const number = await t.given.projectId(t.scene("project"));
			await findsItsPlace(t, project, number, t.scene("private_project"), projectNotFound);
		},
		destroys,
	),
	assumed(
		"RUNNER-470",
		'Unknown or unseen group answers 404 {"message":"404 Group Not Found"}; :id may be the URL-encoded path.',
		"resetGroupRunnerRegistrationToken",
		async (t) => {
			const number = await t.given.groupId(t.scene("group"));
			await findsItsPlace(t, group, number, t.scene("private_group"), groupNotFound);
		},
		destroys,
	),
	assumed(
		"RUNNER-471",
		"After the reset the group detail's runners_token (seen by an Owner) equals the returned token.",
		"resetGroupRunnerRegistrationToken",
		async (t) => {
			const token = await reset(t, group);
			t.same("runners_token", await t.given.registrationToken(), token);
		},
		destroys,
	),
	assumed(
		"RUNNER-472",
		"A reset of one level leaves the registration tokens of other projects and groups valid.",
		"resetRunnerRegistrationToken",
		async (t) => {
			const [ofProject, ofGroup] = [await reset(t, project), await t.given.registrationToken()];
			await reset(t, instance);
			for (const token of [ofProject, ofGroup]) await registers(t, token);
			await reset(t, project);
			await registers(t, ofGroup);
		},
		destroys,
	),
	assumed(
		"RUNNER-394",
		"The kind of registration token fixes the runner type: instance token → instance_type, group token → group_type, project token → project_type with that project in projects[].",
		"registerRunner",
		async (t) => {
			for (const [level, runner_type] of [
				[instance, "instance_type"],
				[group, "group_type"],
				[project, "project_type"],
			] as const) {
				const id = await registers(t, await reset(t, level));
				(await t.as("administrator").call("getRunner", { id })).is(200).has({ runner_type });
				if (level === project) t.same("its projects", await projectsOf(t, id), [await t.given.projectId(t.scene("project"))]);
			}
		},
		destroys,
	),
];
