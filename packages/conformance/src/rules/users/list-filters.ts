import type { Params } from "../../rule/address";
import type { Fields } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { internalBot, mustList, nameOf, one, sample, tokenBot } from "./listed";
import { person } from "./person";

const writes = { effect: "writes" } as const;
const everyone = ["administrator", "outsider"] as const;

/** One who is in the list with such a filter and one who is not, for everyone. */
async function divides(t: Context, params: Params, inside: readonly string[], outside: readonly string[]): Promise<void> {
	for (const who of everyone) {
		await mustList(t, t.as(who), params, inside);
		await mustList(t, t.as(who), params, outside, false);
	}
}

/** Everyone stays in the list with such a filter. */
async function keeps(t: Context, params: Params, usernames: readonly string[]): Promise<void> {
	for (const who of everyone) await mustList(t, t.as(who), params, usernames);
}

const isBlocked = ({ state }: Fields): boolean => state === "blocked";

/** A page of the filtered list must hold such users alone. */
async function allAre(t: Context, params: Params, what: string, holds: (user: Fields) => boolean): Promise<void> {
	for (const who of everyone) (await t.as(who).call("listUsers", { per_page: 100, ...params })).is(200).every(what, holds);
}

export const userListFilters: readonly Rule[] = [
	rule("USER-204", "active=true returns only users in state active.", "listUsers", async (t) => {
		const blocked = one(t, await sample(t), "is blocked", isBlocked);
		await divides(t, { active: true }, [t.user("developer").username], [nameOf(blocked)]);
		await allAre(t, { active: true }, "active", ({ state }) => state === "active");
	}),
	rule(
		"USER-206",
		"external=true returns only users flagged external.",
		"listUsers",
		async (t) => {
			const [external, internal] = [await person(t, { external: true }), await person(t)];
			await divides(t, { external: true }, [external.username], [internal.username]);
			(await t.as("administrator").call("listUsers", { per_page: 100, external: true })).is(200).every("external", (user) => user.external === true);
		},
		writes,
	),
	rule("USER-208", "blocked=true returns only blocked users, none in state active.", "listUsers", async (t) => {
		const blocked = one(t, await sample(t), "is blocked", isBlocked);
		await divides(t, { blocked: true }, [nameOf(blocked)], [t.user("developer").username]);
		await allAre(t, { blocked: true }, "blocked", ({ state }) => state === "blocked" || state === "ldap_blocked");
	}),
	rule("USER-210", "humans=true returns only regular users, neither bot nor internal.", "listUsers", async (t) => {
		const bots = [await internalBot(t), await tokenBot(t)];
		await divides(t, { humans: true }, [t.user("developer").username], bots);
	}),
	rule("USER-212", "exclude_active=true returns only users whose state is not active.", "listUsers", async (t) => {
		const blocked = one(t, await sample(t), "is blocked", isBlocked);
		await divides(t, { exclude_active: true }, [nameOf(blocked)], [t.user("developer").username]);
		await allAre(t, { exclude_active: true }, "not active", ({ state }) => state !== "active");
	}),
	rule(
		"USER-214",
		"exclude_external=true returns only users not flagged external.",
		"listUsers",
		async (t) => {
			const [external, internal] = [await person(t, { external: true }), await person(t)];
			await divides(t, { exclude_external: true }, [internal.username], [external.username]);
		},
		writes,
	),
	rule("USER-216", "exclude_humans=true returns only bot and internal users.", "listUsers", async (t) => {
		const bots = [await internalBot(t), await tokenBot(t)];
		await divides(t, { exclude_humans: true }, bots, [t.user("developer").username]);
	}),
	rule("USER-218, USER-230", "exclude_internal=true returns only users that are not internal.", "listUsers", async (t) => {
		await divides(t, { exclude_internal: true }, [t.user("developer").username], [await internalBot(t)]);
	}),
	rule("USER-231", "exclude_internal=true keeps project bots and group bots.", "listUsers", async (t) => {
		await keeps(t, { exclude_internal: true }, [await tokenBot(t)]);
		await mustList(t, t.as("administrator"), { exclude_internal: true }, [await internalBot(t)], false);
	}),
	rule("USER-220, USER-232", "without_project_bots=true returns only users that are not project or group bots.", "listUsers", async (t) => {
		await divides(t, { without_project_bots: true }, [t.user("developer").username], [await tokenBot(t)]);
	}),
	assumed("USER-233", "without_project_bots=true keeps the alert bot and the support bot.", "listUsers", async (t) => {
		await divides(t, { without_project_bots: true }, [await internalBot(t)], [await tokenBot(t)]);
	}),
	rule("USER-221", "active=false is not supported as a filter: it returns the same users as leaving it out, not the inactive ones.", "listUsers", async (t) => {
		const blocked = one(t, await sample(t), "is blocked", isBlocked);
		await keeps(t, { active: false }, [nameOf(blocked), t.user("developer").username]);
	}),
	rule("USER-222", "blocked=false is not supported as a filter: it returns the same users as leaving it out.", "listUsers", async (t) => {
		const blocked = one(t, await sample(t), "is blocked", isBlocked);
		await keeps(t, { blocked: false }, [nameOf(blocked), t.user("developer").username]);
	}),
	rule(
		"USER-223",
		"external=false is not supported as a filter: external users stay in the list.",
		"listUsers",
		async (t) => {
			const { username } = await person(t, { external: true });
			await keeps(t, { external: false }, [username, t.user("developer").username]);
		},
		writes,
	),
	assumed("USER-224", "active=true leaves out internal accounts (alert bot, support bot) even when their state is active.", "listUsers", async (t) => {
		const bot = await internalBot(t);
		const [record] = (await t.as("administrator").call("listUsers", { username: bot })).is(200).items;
		t.same(`the state of ${bot}`, record?.state, "active");
		await divides(t, { active: true }, [t.user("developer").username], [bot]);
	}),
	assumed("USER-225", "blocked=true for an administrator also returns ldap_blocked users, but not banned or deactivated ones.", "listUsers", async (t) => {
		const users = await sample(t);
		const named = (state: string) => nameOf(one(t, users, `is ${state}`, (user) => user.state === state));
		const administrator = t.as("administrator");
		await mustList(t, administrator, { blocked: true }, [named("blocked"), named("ldap_blocked")]);
		await mustList(t, administrator, { blocked: true }, [named("banned"), named("deactivated")], false);
	}),
	rule(
		"USER-226",
		"blocked=true is open to a regular caller and returns users in state blocked (document offers it to everyone and shows a blocked list item).",
		"listUsers",
		async (t) => {
			const blocked = one(t, await sample(t), "is blocked", isBlocked);
			await mustList(t, t.as("outsider"), { blocked: true }, [nameOf(blocked)]);
			(await t.as("outsider").call("listUsers", { blocked: true })).is(200).every("blocked", ({ state }) => state === "blocked");
		},
	),
	assumed("USER-234", "humans=true&exclude_humans=true returns [] (filters combine with AND).", "listUsers", async (t) => {
		const { username } = t.user("developer");
		const bot = await internalBot(t);
		for (const who of everyone) {
			const both = (await t.as(who).call("listUsers", { humans: true, exclude_humans: true })).is(200);
			t.same("the users who are human and not", both.items, [], both);
		}
		await mustList(t, t.as("outsider"), { humans: true }, [username]);
		await mustList(t, t.as("outsider"), { exclude_humans: true }, [bot]);
	}),
	assumed("USER-235", 'active=maybe answers 400 {"error":"active is invalid"}.', "listUsers", async (t) => {
		(await t.as("outsider").call("listUsers", { active: "maybe" })).refuses(400, { error: "active is invalid" });
	}),
	assumed("USER-241", 'created_after=notadate answers 400 {"error":"created_after is invalid"}.', "listUsers", async (t) => {
		(await t.as("outsider").call("listUsers", { created_after: "notadate" })).refuses(400, {
			error: "created_after is invalid",
		});
	}),
	...(["USER-238", "USER-239", "USER-240"] as const).map((claim) =>
		byClaim(
			claim,
			async (t) => {
				const { made, username } = await person(t);
				const at = Date.parse(made.string("created_at"));
				// By the second for the claim that says so, else by the minute.
				const step = claim === "USER-240" ? 1_000 : 60_000;
				const time = (steps: number) => new Date(at + steps * step).toISOString();
				const callers = { "USER-238": "administrator", "USER-239": "outsider", "USER-240": "administrator" } as const;
				const caller = t.as(callers[claim]);
				const within = { created_after: time(-1), created_before: time(1) };
				await mustList(t, caller, { created_after: time(-1) }, [username]);
				await mustList(t, caller, { created_after: time(1) }, [username], false);
				await mustList(t, caller, { created_before: time(1) }, [username]);
				await mustList(t, caller, { created_before: time(-1) }, [username], false);
				await mustList(t, caller, within, [username]);
				await mustList(t, caller, within, [t.user("developer").username], false);
			},
			writes,
		),
	),
];
