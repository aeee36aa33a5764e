import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import type { Rule } from "../../rule/rule";
import {
	assign,
	assumed,
	changed,
	contact,
	detail,
	everyRunner,
	forbidden,
	foreign,
	idsOf,
	inVain,
	isListed,
	keeper,
	kinds,
	listOf,
	make,
	rule,
	shared,
	stoppedClock,
	unusual,
	works,
} from "./lab";

const verify = async (t: Context, params: object) => await t.anonymous.call("verifyRunner", { ...params });
const byToken = async (caller: Caller, params: object) => await caller.call("resetRunnerAuthenticationTokenByToken", { ...params });
const remove = async (caller: Caller, params: object, options = {}) => await caller.call("deleteRunnerByToken", { ...params }, options);
const managers = async (t: Context, id: number) => (await t.as("administrator").call("listRunnerManagers", { id })).ok.pluck("system_id");

/** An old token must be refused everywhere: by verification, reset, deletion, and as an access token. */
async function isDead(t: Context, token: string): Promise<void> {
	t.holds("the old token should not verify", !(await works(t, token)));
	for (const response of [await byToken(t.anonymous, { token }), await remove(t.anonymous, { token })])
		t.holds("the old token should be refused", response.refused, response);
	(await t.bearing(token).call("listRunners")).is(401);
}

/** A deleted runner must not be found by its id or in any list, and its token must not work. */
async function isGone(t: Context, id: number, token: string): Promise<void> {
	(await t.as("administrator").call("getRunner", { id })).is(404);
	for (const name of ["listRunners", "listProjectRunners", "listGroupRunners"] as const)
		t.holds(`${name} should not have it`, !(await isListed(listOf(t, name), id)));
	t.holds("no list should have it", !idsOf(await everyRunner(t)).includes(id));
	await isDead(t, token);
}

/** How runners authenticate, how their tokens are reset, and how runners are deleted. */
export const tokens: readonly Rule[] = [
	rule("RUNNER-438, AUTH-071, ERR-023", "Verifying a valid token returns the runner's id, the token itself and its expiry.", "verifyRunner", async (t) => {
		const runners = [await t.given.registeredRunner(), await t.given.registeredRunner(unusual(t, "group"))];
		for (const kind of kinds) runners.push(await make(t, kind), await changed(t, kind));
		for (const runner of runners) {
			const [id, token] = [runner.number("id"), runner.string("token")];
			(await contact(t, token)).has({ id, token }).shows("token_expires_at");
			let last = token;
			// For one runner, the token from a reset is reset twice more.
			for (let count = runner === runners[0] ? 3 : 1; count > 0; count--) {
				last = (await byToken(t.anonymous, { token: last })).ok.string("token");
				(await contact(t, last)).has({ id, token: last });
			}
		}
	}),
	rule("RUNNER-439, RUNNER-440, ERR-023", "Verifying an invalid token returns 403 without details.", "verifyRunner", async (t) => {
		const token = (await t.given.registeredRunner()).string("token");
		for (const wrong of [t.unique("token"), token.slice(0, -1), `${token}x`, token.toUpperCase(), t.token("owner"), await t.given.registrationToken()])
			(await verify(t, { token: wrong, system_id: "a" })).refuses(403, forbidden);
	}),
	rule("RUNNER-441", "Verifying a new-style token (from POST /user/runners) requires system_id.", "verifyRunner", async (t) => {
		for (const kind of kinds) {
			const runner = await make(t, kind);
			let token = runner.string("token");
			// Before and after the first contact, and also with tokens from resets.
			for (const turn of [0, 1, 2, 3]) {
				const refusal = await verify(t, { token });
				t.holds("a request without system_id should be refused", refusal.refused, refusal);
				await contact(t, token);
				if (turn === 1) token = (await byToken(t.anonymous, { token })).ok.string("token");
				if (turn === 2) token = (await t.as("administrator").call("resetRunnerAuthenticationToken", { id: runner.number("id") })).ok.string("token");
			}
		}
	}),
	assumed("RUNNER-442", "Verifying a new-style token, valid or unknown, without system_id returns 400 and creates no manager.", "verifyRunner", async (t) => {
		const runner = await t.given.projectRunner();
		const [id, token] = [runner.number("id"), runner.string("token")];
		await inVain(t, id, async () => {
			for (const params of [{ token }, { token, system_id: "" }, { token: `${token}-unknown` }])
				(await verify(t, params)).refuses(400, { error: "system_id is missing" });
			(await verify(t, { token: `${token}-unknown`, system_id: "a" })).refuses(403, forbidden);
		});
		t.same("its managers", await managers(t, id), []);
	}),
	rule("RUNNER-443", "Verifying an older-style token (from POST /runners) does not require system_id.", "verifyRunner", async (t) => {
		const runner = await t.given.registeredRunner();
		const token = runner.string("token");
		// This stays so after a machine has sent a system_id.
		for (const machine of [{}, { system_id: "s_one" }, {}]) (await verify(t, { token, ...machine })).ok.has({ id: runner.number("id") });
	}),
	assumed("RUNNER-445, RUNNER-446", "token_expires_at is null, or the time from which a runner's token is refused.", "verifyRunner", async (t) => {
		const response = await contact(t, (await t.given.projectRunner()).string("token"));
		const expires = response.field("token_expires_at");
		t.holds("token_expires_at should be null or a time", expires === null || (typeof expires === "string" && !Number.isNaN(Date.parse(expires))), response);
		if (!t.given.hasControl) return;
		const ago = await stoppedClock(t);
		const { id } = await t.given.record("runners", { token: "short", token_expires_at: ago(-1) });
		(await verify(t, { token: "short" })).refuses(200, { id, token: "short", token_expires_at: ago(-1) });
		await t.given.setClock(ago(-1 + 1 / 3600));
		(await verify(t, { token: "short" })).is(200);
		await t.given.setClock(ago(-1));
		(await verify(t, { token: "short" })).refuses(403, forbidden);
		(await byToken(t.anonymous, { token: "short" })).refuses(403, forbidden);
		(await remove(t.anonymous, { token: "short" })).refuses(403, forbidden);
	}),
	assumed("RUNNER-447", "Verifying counts as a contact: it sets contacted_at, and the status becomes online or stays paused.", "verifyRunner", async (t) => {
		for (const paused of [false, true]) {
			const runner = await t.given.projectRunner({ paused });
			const [id, token, machine] = [runner.number("id"), runner.string("token"), t.unique("machine")];
			(await detail(t, id)).has({ contacted_at: null, online: null });
			await contact(t, token, machine);
			const after = (await detail(t, id)).has({ status: paused ? "paused" : "online", online: true });
			t.holds("contacted_at should be now", Math.abs(Date.now() - Date.parse(after.string("contacted_at"))) < 120_000, after);
			await t.given.nextSecond();
			await contact(t, token, machine);
			const later = await detail(t, id);
			const list = (await t.as("administrator").call("listRunnerManagers", { id })).ok;
			for (const { contacted_at } of [later.fields, ...list.items])
				t.holds("contacted_at should be later after another contact", String(contacted_at) > after.string("contacted_at"), later);
		}
		if (!t.given.hasControl) return;
		const ago = await stoppedClock(t);
		const { id } = await t.given.record("runners", { token: "late", created_at: ago(240), contacted_at: ago(240) });
		(await detail(t, id)).has({ status: "stale", online: false });
		await contact(t, "late");
		(await detail(t, id)).has({ status: "online", online: true, contacted_at: ago(0), created_at: ago(240) });
	}),
	assumed("RUNNER-448", "Verifying with a new system_id adds a manager. A known system_id updates its manager's last contact.", "verifyRunner", async (t) => {
		const runner = await t.given.projectRunner();
		const [id, token] = [runner.number("id"), runner.string("token")];
		const times = async () => (await t.as("administrator").call("listRunnerManagers", { id })).ok.items;
		for (const system of ["one", "two"]) await contact(t, token, system);
		const made = async () => (await times()).map(({ system_id, created_at }) => [system_id, created_at]).sort();
		const before = await made();
		if (t.given.hasControl) await t.given.advance("1 hour");
		await contact(t, token, "one");
		t.same("the managers, and when they were created", await made(), before);
		t.same("the system ids", [...(await managers(t, id))].sort(), ["one", "two"]);
		if (!t.given.hasControl) return;
		const all = await times();
		const at = (name: string) => Date.parse(String(all.find((one) => one.system_id === name)?.contacted_at));
		t.holds("the known manager's contact should be later", at("one") - at("two") >= 3_600_000);
	}),
	assumed("RUNNER-449", 'Verifying an older-style token without system_id adds one manager with the system_id "<legacy>".', "verifyRunner", async (t) => {
		const runner = await t.given.registeredRunner();
		for (let time = 1; time <= 2; time++) (await verify(t, { token: runner.string("token") })).is(200);
		t.same("the system ids", await managers(t, runner.number("id")), ["<legacy>"]);
	}),
	assumed(
		"RUNNER-481",
		"Resetting a runner's token returns a token of the same style: a new-style token still requires system_id, an older-style one does not.",
		["resetRunnerAuthenticationToken", "resetRunnerAuthenticationTokenByToken"],
		async (t) => {
			for (const [runner, status] of [
				[await t.given.projectRunner(), 400],
				[await t.given.registeredRunner(), 200],
			] as const) {
				// A token is of the new style if it requires a system_id.
				const byId = (await t.as("owner").call("resetRunnerAuthenticationToken", { id: runner.number("id") })).ok;
				for (const response of [byId, (await byToken(t.anonymous, { token: byId.string("token") })).ok]) {
					t.same("whether it expires", response.field("token_expires_at") === null, runner.field("token_expires_at") === null, response);
					if (response !== byId) (await verify(t, { token: response.string("token") })).is(status);
				}
			}
		},
	),
	assumed(
		"RUNNER-482",
		"A new runner token expires after the shortest lifetime set by the instance, the groups above and the project. Without any, it never expires.",
		["resetRunnerAuthenticationToken", "createUserRunner", "registerRunner"],
		async (t) => {
			const ago = await stoppedClock(t);
			const runner = { instance: await make(t, "instance"), group: await make(t, "group"), project: await make(t, "project") };
			const expiry = async () => {
				const found: unknown[] = [];
				for (const kind of kinds)
					found.push((await t.as("administrator").call("resetRunnerAuthenticationToken", { id: runner[kind].number("id") })).ok.field("token_expires_at"));
				return found;
			};
			const day = 86_400;
			const lifetime = async (place: object, days: number) => await t.given.record("runner_rules", { ...place, token_lifetime: days * day });
			t.same("without a lifetime", await expiry(), [null, null, null]);
			await lifetime({ place: "project", place_id: await t.given.projectId(t.scene("project")) }, 20);
			t.same("with the project's", await expiry(), [null, null, ago(-480)]);
			await lifetime({ place: "group", place_id: await t.given.groupId(t.scene("group")) }, 5);
			t.same("with the group's", await expiry(), [null, ago(-120), ago(-120)]);
			const made = (await make(t, "group")).has({ token_expires_at: ago(-120) });
			(await t.given.registeredRunner()).has({ token_expires_at: ago(-120) });
			await lifetime({}, 10);
			t.same("with the instance's", await expiry(), [ago(-240), ago(-120), ago(-120)]);
			await t.given.advance("5 days");
			t.holds("the token should have expired", !(await works(t, made.string("token"))));
		},
	),
	assumed("RUNNER-487", "Resetting an unknown or expired runner token returns 403.", "resetRunnerAuthenticationTokenByToken", async (t) => {
		for (const token of [t.unique("token"), "", t.token("owner")]) (await byToken(t.anonymous, { token })).refuses(403, forbidden);
		if (!t.given.hasControl) return;
		await t.given.record("runners", { token: "expired", token_expires_at: (await stoppedClock(t))(1) });
		(await byToken(t.anonymous, { token: "expired" })).refuses(403, forbidden);
	}),
	assumed("RUNNER-422", "Only administrators can delete a runner that is assigned to several projects. Other callers get 403.", "deleteRunner", async (t) => {
		const { id } = await shared(t);
		const message = "403 Forbidden - Runner associated with more than one project";
		await inVain(t, id, async () => {
			for (const who of ["maintainer", "owner"] as const) (await t.as(who).call("deleteRunner", { id })).refuses(403, { message });
		});
		(await t.as("administrator").call("deleteRunner", { id })).is(204);
		const other = await shared(t);
		await assign(t, t.as("administrator"), (await foreign(t)).project, other.id);
		(await t.as("owner").call("deleteRunner", { id: other.id })).refuses(403, { message });
		if (t.facts.tier === "ultimate") (await (await keeper(t)).call("deleteRunner", { id: other.id })).refuses(403, { message });
	}),
	rule(
		"RUNNER-427",
		"A runner cannot be unassigned from the project that owns it. A Maintainer of the project can delete it, even if it is locked or paused.",
		["deleteRunner", "unassignProjectRunner"],
		async (t) => {
			for (const settings of [{}, unusual(t)]) {
				const made = await t.given.projectRunner(settings);
				const id = made.number("id");
				await contact(t, made.string("token"));
				const maintainer = t.as("maintainer");
				const kept = await maintainer.call("unassignProjectRunner", { id: t.scene("project"), runner_id: id });
				t.holds("the runner should not be unassigned from its owner project", kept.refused, kept);
				t.assume("the status should be 400, 403 or 422", [400, 403, 422].includes(kept.status), kept);
				t.holds("the project should still list it", await isListed(listOf(t, "listProjectRunners"), id));
				(await maintainer.call("deleteRunner", { id })).ok;
				t.holds("the project should no longer list it", !(await isListed(listOf(t, "listProjectRunners"), id)));
			}
		},
	),
	rule(
		"RUNNER-429, ERR-022",
		"Deleting a runner by its valid token, also one from a reset, deletes that runner and no other.",
		"deleteRunnerByToken",
		async (t) => {
			for (const kind of kinds) {
				const [gone, kept] = [await changed(t, kind), await make(t, kind)];
				const before = (await detail(t, kept.number("id"))).fields;
				// Also by a token from a reset.
				const token = kind === "instance" ? gone.string("token") : (await byToken(t.anonymous, { token: gone.string("token") })).ok.string("token");
				(await remove(t.anonymous, { token })).is(204);
				await isGone(t, gone.number("id"), token);
				t.same("another runner", (await detail(t, kept.number("id"))).fields, before);
				t.holds("the other runner's token should work", await works(t, kept.string("token")));
			}
		},
	),
	assumed("RUNNER-433", "Deleting a runner also deletes its managers. Its jobs are kept, without a runner.", "deleteRunnerByToken", async (t) => {
		const [runner, other] = [await t.given.projectRunner(), await t.given.projectRunner()];
		for (const one of [runner, other]) await contact(t, one.string("token"));
		const id = runner.number("id");
		const job = t.given.hasControl ? await t.given.record("jobs", { status: "success", runner_id: id }) : undefined;
		(await remove(t.anonymous, { token: runner.string("token") })).is(204);
		(await t.as("administrator").call("listRunnerManagers", { id })).is(404);
		t.same("the number of another's managers", (await managers(t, other.number("id"))).length, 1);
		if (!job) return;
		t.same("the managers of the runner", await t.given.records("runner_managers", { runner_id: id }), []);
		const [kept] = await t.given.records("jobs", { id: job.id });
		t.same("the job", kept, { ...job, runner_id: null, runner_manager_id: null });
	}),
];
