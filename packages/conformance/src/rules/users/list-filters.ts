import type { Params } from "../../rule/address";
import type { Fields } from "../../rule/answer";
import type { Trial } from "../../rule/context";
import { type Check, check } from "../../rule/rule";
import { internalBot, mustList, nameOf, one, sample, tokenBot } from "./listed";
import { person } from "./person";

const writes = { effect: "writes" } as const;
const everyone = ["administrator", "outsider"] as const;

/** One who is in the list with such a filter and one who is not, for everyone. */
async function divides(t: Trial, params: Params, inside: readonly string[], outside: readonly string[]): Promise<void> {
	for (const who of everyone) {
		await mustList(t, t.as(who), params, inside);
		await mustList(t, t.as(who), params, outside, false);
	}
}

/** Everyone stays in the list with such a filter. */
async function keeps(t: Trial, params: Params, usernames: readonly string[]): Promise<void> {
	for (const who of everyone) await mustList(t, t.as(who), params, usernames);
}

const isBlocked = ({ state }: Fields): boolean => state === "blocked";

/** A page of the filtered list must hold such users alone. */
async function allAre(t: Trial, params: Params, what: string, holds: (user: Fields) => boolean): Promise<void> {
	for (const who of everyone)
		(await t.as(who).call("listUsers", { per_page: 100, ...params })).is(200).every(what, holds);
}

export const userListFilters: readonly Check[] = [
	check("USER-204", async (t) => {
		const blocked = one(t, await sample(t), "is blocked", isBlocked);
		await divides(t, { active: true }, [t.user("developer").username], [nameOf(blocked)]);
		await allAre(t, { active: true }, "active", ({ state }) => state === "active");
	}),
	check(
		"USER-206",
		async (t) => {
			const [external, internal] = [await person(t, { external: true }), await person(t)];
			await divides(t, { external: true }, [external.username], [internal.username]);
			(await t.as("administrator").call("listUsers", { per_page: 100, external: true }))
				.is(200)
				.every("external", (user) => user.external === true);
		},
		writes,
	),
	check("USER-208", async (t) => {
		const blocked = one(t, await sample(t), "is blocked", isBlocked);
		await divides(t, { blocked: true }, [nameOf(blocked)], [t.user("developer").username]);
		await allAre(t, { blocked: true }, "blocked", ({ state }) => state === "blocked" || state === "ldap_blocked");
	}),
	check("USER-210", async (t) => {
		const bots = [await internalBot(t), await tokenBot(t)];
		await divides(t, { humans: true }, [t.user("developer").username], bots);
	}),
	check("USER-212", async (t) => {
		const blocked = one(t, await sample(t), "is blocked", isBlocked);
		await divides(t, { exclude_active: true }, [nameOf(blocked)], [t.user("developer").username]);
		await allAre(t, { exclude_active: true }, "not active", ({ state }) => state !== "active");
	}),
	check(
		"USER-214",
		async (t) => {
			const [external, internal] = [await person(t, { external: true }), await person(t)];
			await divides(t, { exclude_external: true }, [internal.username], [external.username]);
		},
		writes,
	),
	check("USER-216", async (t) => {
		const bots = [await internalBot(t), await tokenBot(t)];
		await divides(t, { exclude_humans: true }, bots, [t.user("developer").username]);
	}),
	check("USER-218, USER-230", async (t) => {
		await divides(t, { exclude_internal: true }, [t.user("developer").username], [await internalBot(t)]);
	}),
	check("USER-231", async (t) => {
		await keeps(t, { exclude_internal: true }, [await tokenBot(t)]);
		await mustList(t, t.as("administrator"), { exclude_internal: true }, [await internalBot(t)], false);
	}),
	check("USER-220, USER-232", async (t) => {
		await divides(t, { without_project_bots: true }, [t.user("developer").username], [await tokenBot(t)]);
	}),
	check("USER-233", async (t) => {
		await divides(t, { without_project_bots: true }, [await internalBot(t)], [await tokenBot(t)]);
	}),
	check("USER-221", async (t) => {
		const blocked = one(t, await sample(t), "is blocked", isBlocked);
		await keeps(t, { active: false }, [nameOf(blocked), t.user("developer").username]);
	}),
	check("USER-222", async (t) => {
		const blocked = one(t, await sample(t), "is blocked", isBlocked);
		await keeps(t, { blocked: false }, [nameOf(blocked), t.user("developer").username]);
	}),
	check(
		"USER-223",
		async (t) => {
			const { username } = await person(t, { external: true });
			await keeps(t, { external: false }, [username, t.user("developer").username]);
		},
		writes,
	),
	check("USER-224", async (t) => {
		const bot = await internalBot(t);
		const [record] = (await t.as("administrator").call("listUsers", { username: bot })).is(200).items;
		t.same(`the state of ${bot}`, record?.state, "active");
		await divides(t, { active: true }, [t.user("developer").username], [bot]);
	}),
	check("USER-225", async (t) => {
		const users = await sample(t);
		const named = (state: string) => nameOf(one(t, users, `is ${state}`, (user) => user.state === state));
		const administrator = t.as("administrator");
		await mustList(t, administrator, { blocked: true }, [named("blocked"), named("ldap_blocked")]);
		await mustList(t, administrator, { blocked: true }, [named("banned"), named("deactivated")], false);
	}),
	check("USER-226", async (t) => {
		const blocked = one(t, await sample(t), "is blocked", isBlocked);
		await mustList(t, t.as("outsider"), { blocked: true }, [nameOf(blocked)]);
		(await t.as("outsider").call("listUsers", { blocked: true }))
			.is(200)
			.every("blocked", ({ state }) => state === "blocked");
	}),
	check("USER-234", async (t) => {
		const { username } = t.user("developer");
		const bot = await internalBot(t);
		for (const who of everyone) {
			const both = (await t.as(who).call("listUsers", { humans: true, exclude_humans: true })).is(200);
			t.same("the users who are human and not", both.items, [], both);
		}
		await mustList(t, t.as("outsider"), { humans: true }, [username]);
		await mustList(t, t.as("outsider"), { exclude_humans: true }, [bot]);
	}),
	check("USER-235", async (t) => {
		(await t.as("outsider").call("listUsers", { active: "maybe" })).refuses(400, { error: "active is invalid" });
	}),
	check("USER-241", async (t) => {
		(await t.as("outsider").call("listUsers", { created_after: "notadate" })).refuses(400, {
			error: "created_after is invalid",
		});
	}),
	...(["USER-238", "USER-239", "USER-240"] as const).map((claim) =>
		check(
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
