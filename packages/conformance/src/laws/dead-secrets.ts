import { isDeepStrictEqual } from "node:util";
import { generated } from "../generators/generated";
import { byId } from "../generators/rest-operations";
import { planOf, type RestOperationId } from "../plans/plan";
import { listOfTokens, rotations, spareToken } from "../plans/spare-token";
import type { Params } from "../rule/address";
import { tokenOfReset } from "../rule/callers";
import type { Context } from "../rule/context";
import { dig } from "../rule/dig";
import type { ApiResponse } from "../rule/response";
import { groupSettings, type Rule } from "../rule/rule";

const law = (
	id: RestOperationId,
	what: string,
	title: string,
	run: Rule["run"],
	effect?: "destroys",
	alone?: string,
	also: readonly RestOperationId[] = [],
): Rule => generated(byId(id), { phase: "laws", what, title, level: "MUST", also: also.map(byId), ...(effect && { effect }), ...(alone && { alone }) }, run);

const query = "{ currentUser { username } }";

/** Every entry point that accepts an access token. */
const entryPoints = {
	"REST, PRIVATE-TOKEN": (t: Context, token: string) => t.bearing(token).call("getCurrentUser"),
	"REST, Bearer": (t: Context, token: string) => t.anonymous.with({ Authorization: `Bearer ${token}` }).call("getCurrentUser"),
	"REST, private_token": (t: Context, token: string) => t.anonymous.send("GET", `/api/v4/user?private_token=${token}`),
	"REST, access_token": (t: Context, token: string) => t.anonymous.send("GET", `/api/v4/user?access_token=${token}`),
	"GraphQL, PRIVATE-TOKEN": (t: Context, token: string) => t.anonymous.graphql(query, undefined, { headers: { "PRIVATE-TOKEN": token } }),
	"GraphQL, Bearer": (t: Context, token: string) => t.bearing(token).graphql(query),
	"GraphQL, private_token": (t: Context, token: string) => t.anonymous.send("POST", `/api/graphql?private_token=${token}`, { json: { query } }),
	"GraphQL, access_token": (t: Context, token: string) => t.anonymous.send("POST", `/api/graphql?access_token=${token}`, { json: { query } }),
};

/** Whether an entry point accepts the token. A token without the required scope (403) counts as accepted. */
const knows = (response: ApiResponse): boolean =>
	response.status === 403 ||
	(response.status === 200 && (dig(response.json, "currentUser") === undefined ? dig(response.json, "data", "currentUser") !== null : true));

/** Checks that a token is refused. The specification states the status 401 only for GraphQL. */
function isDead(t: Context, name: string, token: string, response: ApiResponse): void {
	if (name.startsWith("GraphQL")) t.same(`the status of ${name} with ${token}`, response.status, 401, response);
	t.holds(`${name} should refuse ${token}`, response.refused, response);
	t.assume(`${name} should refuse ${token} with 401`, response.status === 401, response);
}

/** Checks that a token works at some entry points, and at none of them after `kill`. */
async function dies(t: Context, token: string, kill: () => Promise<unknown>): Promise<void> {
	const all = Object.entries(entryPoints);
	const open: typeof all = [];
	for (const entry of all) if (knows(await entry[1](t, token))) open.push(entry);
	t.holds("the token should work at some entry point before it is revoked, replaced or expired", open.length > 0);
	// If one entry point of REST or GraphQL accepts a token, the other entry points of the same API accept it for every user.
	const isOpen = (beginning: string) => open.some(([name]) => name.startsWith(beginning));
	for (const [name] of all)
		if (isOpen(name.slice(0, name.indexOf(","))))
			(/^GraphQL, (Bearer|private_token)$/.test(name) ? t.holds : t.assume)(`${name} should accept the token`, isOpen(name));
	await kill();
	for (const [name, ask] of open) isDead(t, name, "the dead token", await ask(t, token));
}

/** Tokens that were expired or revoked before the run. */
const deadBefore = law("getCurrentUser", "dead", "refuses an expired or revoked token, as does every entry point of REST and GraphQL", async (t) => {
	for (const [name, ask] of Object.entries(entryPoints)) {
		if (!knows(await ask(t, t.token("developer")))) continue;
		for (const actor of ["expired", "revoked"] as const) {
			const response = await ask(t, t.token(actor));
			isDead(t, name, `a token that is ${actor}`, response);
			if (name.startsWith("REST")) t.assume("the refusal should name an invalid token", dig(response.json, "error") === "invalid_token", response);
		}
	}
});

/** Creates a token and rotates it, because only a rotation returns the text of a token. */
async function fresh(t: Context, kind: "personal" | "resource", more: Params = {}) {
	const { id, token_id } = await spareToken(t, kind);
	const rotated = (await t.as("owner").call(rotations[kind], { id, token_id, ...more })).ok;
	return { at: { id, token_id: rotated.number("id") }, token: rotated.string("token"), former: token_id };
}
const deletions = { personal: "deleteGroupPersonalAccessToken", resource: "deleteGroupResourceAccessToken" } as const;

const dead = "makes every entry point of REST and GraphQL refuse the old token";

/** Access tokens after a rotation, both kinds of revocation, and expiry. */
const accessTokens = (["personal", "resource"] as const).flatMap((kind) => [
	law(rotations[kind], "dead", dead, async (t) => {
		const { at, token, former } = await fresh(t, kind);
		let next = "";
		await dies(t, token, async () => {
			next = (await t.as("owner").call(rotations[kind], at)).ok.string("token");
		});
		const list = (await t.as("owner").list(listOfTokens(kind), { id: at.id })).is(200);
		t.same("revoked of the old token", list.items.find((one) => one.id === at.token_id)?.revoked, true, list);
		t.holds("no list should show the text of a token", !list.text.includes(next) && !list.text.includes(token), list);
		const own = await entryPoints["REST, PRIVATE-TOKEN"](t, next);
		t.holds("the new token should work", knows(own));
		if (own.succeeded) t.same("the user of the new token", own.field("id"), list.items.find((one) => one.id === former)?.user_id, own);
	}),
	law(deletions[kind], "dead", dead, async (t) => {
		const { at, token } = await fresh(t, kind);
		await dies(t, token, async () => (await t.as("owner").call(deletions[kind], at)).ok);
	}),
	law("revokeGroupToken", `dead-${kind}`, dead, async (t) => {
		const { at, token } = await fresh(t, kind);
		let shown: ApiResponse | undefined;
		await dies(t, token, async () => {
			shown = (await t.as("owner").call("revokeGroupToken", { id: at.id, token })).ok;
		});
		const list = (await t.as("owner").list(listOfTokens(kind), { id: at.id })).is(200);
		const own = list.items.find((one) => one.id === at.token_id);
		t.same("revoked of the token in the list", own?.revoked, true, list);
		const other = Object.entries(shown?.fields ?? {}).filter(([name, value]) => own && Object.hasOwn(own, name) && !isDeepStrictEqual(value, own[name]));
		t.assume(`${other.map(([name]) => name).join(", ")} of the response should be as listed`, other.length === 0, shown);
	}),
	law(rotations[kind], "expired", "returns a token that every entry point refuses after it expires", async (t) => {
		// Where the clock cannot be moved, the rule is skipped before it uses up a token.
		await t.given.advance("1 second");
		const { token } = await fresh(t, kind);
		await dies(t, token, async () => await t.given.advance("9 days"));
	}),
]);

/** The operations that take a runner's token. The one that removes the runner comes last. */
const ofRunners = ["verifyRunner", "resetRunnerAuthenticationTokenByToken", "deleteRunnerByToken"] as const;

async function refusedRunner(t: Context, token: string): Promise<void> {
	for (const operation of ofRunners) (await t.anonymous.call(operation, { token, system_id: "law" })).is(403);
}

/** A runner's token after each operation that replaces it or removes the runner. */
const runnerTokens = (["resetRunnerAuthenticationToken", "resetRunnerAuthenticationTokenByToken", "deleteRunner", "deleteRunnerByToken"] as const).map(
	(operation) =>
		law(
			operation,
			"dead",
			"makes every operation that takes a runner's token refuse the old one",
			async (t) => {
				// Runners created and registered, with and without an earlier contact.
				const makers = [
					() => t.given.runner({ paused: true }),
					() => t.given.projectRunner(),
					() => t.given.instanceRunner(),
					() => t.given.registeredRunner(),
				];
				for (const [turn, make] of makers.entries()) {
					const runner = await make();
					const [id, token] = [runner.number("id"), runner.string("token")];
					if (turn !== 1) (await t.anonymous.call("verifyRunner", { token, system_id: "law" })).ok;
					const isByToken = operation.endsWith("ByToken");
					const killed = (await (isByToken ? t.anonymous : t.as("administrator")).call(operation, isByToken ? { token } : { id })).ok;
					const isGood = async (reset: ApiResponse) =>
						(await t.anonymous.call("verifyRunner", { token: reset.string("token"), system_id: "law" })).ok.has({ id });
					if (operation.startsWith("reset")) {
						await isGood(killed);
						// A token from a reset can be reset again.
						if (turn === 0) await isGood((await t.anonymous.call("resetRunnerAuthenticationTokenByToken", { token: killed.string("token") })).ok);
					}
					await refusedRunner(t, token);
				}
			},
			undefined,
			undefined,
			ofRunners.filter((other) => other !== operation),
		),
);

/** Registration tokens after a reset, in groups and projects where no other rule registers runners. */
const registrationTokens = (
	[
		["resetRunnerRegistrationToken", undefined, "destroys"],
		["resetProjectRunnerRegistrationToken", ["internal_project", "private_project"]],
		["resetGroupRunnerRegistrationToken", ["leaf_group", "private_group"]],
	] as const
).map(([operation, places, effect]) =>
	law(
		operation,
		"dead",
		"makes the old registration token invalid, but not the token of another group or project",
		async (t) => {
			const params = places ? { id: t.scene(places[0]) } : {};
			const { caller } = await planOf(operation, t);
			const reset = async () => tokenOfReset(t, await caller.call(operation, params));
			const beside = places && tokenOfReset(t, await t.as("administrator").call(operation, { id: t.scene(places[1]) }));
			const old = await reset();
			await t.given.registeredRunner({ token: old });
			const next = await reset();
			t.holds("the new token should differ from the old one", next !== old);
			(await t.anonymous.call("registerRunner", { token: old, description: t.unique("runner") })).is(403);
			const id = (await t.given.registeredRunner({ token: next, paused: true })).number("id");
			const made = (await t.as("administrator").call("getRunner", { id })).is(200);
			t.assume("a runner that is registered as paused should be paused", made.field("paused") === true, made);
			const type = /Project/.test(operation) ? "project_type" : /Group/.test(operation) ? "group_type" : "instance_type";
			t.assume(`the new token should register a runner of type ${type}`, made.field("runner_type") === type, made);
			if (beside === undefined) return;
			const list = await t.as("administrator").list(type === "project_type" ? "listProjectRunners" : "listGroupRunners", params);
			t.assume("the list of the group or project should contain the runner", list.is(200).ids.includes(id), list);
			const own = type === "project_type" ? await t.given.projectId(params.id ?? "") : await t.given.groupId(params.id ?? "");
			const [place] = [made.field(type === "project_type" ? "projects" : "groups")].flat();
			t.assume("the runner should belong to the group or project of the token", dig(place, "id") === own, made);
			const other = await t.anonymous.call("registerRunner", { token: beside, description: t.unique("runner") });
			t.assume("the token of another group or project should still register a runner", other.succeeded, other);
			if (other.succeeded) t.undo("the other runner", () => t.as("administrator").call("deleteRunner", { id: other.number("id") }));
			if (operation !== "resetGroupRunnerRegistrationToken") return;
			// The specification states that an Owner sees `runners_token`, but not that it is this token.
			const group = await t.as("owner").call("getGroup", { ...params, with_projects: false });
			t.assume("runners_token of the group should be the new token", group.is(200).field("runners_token") === next, group);
		},
		effect,
		// Laws of groups change the path of the group.
		operation === "resetGroupRunnerRegistrationToken" ? groupSettings : undefined,
	),
);

/** A support PIN after it is revoked. */
const pins = law("revokeUserSupportPin", "dead", "removes the PIN: neither its user nor an administrator can read it", async (t) => {
	const { params } = await planOf("revokeUserSupportPin", t);
	const administrator = t.as("administrator");
	(await administrator.call("revokeUserSupportPin", params)).ok;
	(await administrator.call("getUserSupportPin", params)).is(404);
	(await administrator.sudo(Number(params.id)).call("getSupportPin")).is(404);
});

/** A secret that is rotated, revoked, reset, removed or expired is refused. */
export const deadSecrets: readonly Rule[] = [deadBefore, ...accessTokens, ...runnerTokens, ...registrationTokens, pins];
