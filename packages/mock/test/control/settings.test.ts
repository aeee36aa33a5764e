import { ControlError, createPlatform } from "@tenon/mock";
import { expect, test } from "vitest";
import { graphqlWorld } from "../support/graphql";
import { world } from "../support/world";

test("settings are changed at run time, as a whole or not at all, and the next request finds them", async () => {
	const { platform, ask } = world();
	const epics = "/groups/acme/epics/501/notes";
	expect((await ask("developer", "GET", epics)).status).toBe(200);
	platform.configure({
		tier: "free",
		flags: { group_token_revocation: false },
		requestLimit: { requests: 5, period: 60 },
	});
	expect((await ask("developer", "GET", epics)).status).toBe(404);
	expect(platform.settings).toMatchObject({ tier: "free", flags: { group_token_revocation: false } });
	expect(() => platform.configure({ tier: "ultimate", latency: "long" })).toThrow(ControlError);
	expect(platform.settings.tier).toBe("free");
	platform.configure({ session: "abc", externalUrl: "https://one.example.org/code" });
	platform.configure({ session: null, externalUrl: null });
	expect(platform.settings).toMatchObject({ session: undefined, externalUrl: undefined });
});

test("strict refuses what the contract does not know of an operation, and says what may be meant", async () => {
	const { platform, ask } = world();
	const path = "/projects/acme%2Fweb/pipelines?per_pag=1&status=failed&__proto__=1";
	expect((await ask("developer", "GET", path)).status).toBe(200);
	platform.settings.strict = true;
	const refused = await ask("developer", "GET", path);
	expect(refused.status).toBe(400);
	expect(refused.body.error).toContain("per_pag is not a parameter of listPipelines, did you mean per_page?");
	expect(refused.body.error).toContain("__proto__ is not a parameter of listPipelines");
	const issue = "/projects/acme%2Fweb/issues/1/notes";
	const wrong = await ask("developer", "POST", issue, { json: { body: "a", interal: true } });
	expect(wrong.body).toEqual({ error: "interal is not a parameter of createIssueNote, did you mean internal?" });
	expect((await ask("developer", "POST", issue, { json: { body: "a", internal: false } })).status).toBe(201);
	expect((await ask("developer", "GET", "/projects/acme%2Fweb/pipelines?status=failed&sudo=")).status).toBe(200);
});

test("strict validates every response against the contract, and reports deviations", async () => {
	const errors: unknown[] = [];
	const platform = createPlatform({ strict: true, onError: (error) => errors.push(error) });
	platform.seed.project({ full_path: "acme/web", visibility: "public" });
	await platform.fetch("http://t.test/api/v4/groups/acme");
	expect(platform.journal.last()?.verdict).toEqual({ ok: true, problems: [] });
	platform.override("getGroup", () => ({ headers: { "content-type": "application/json" }, body: '{"id":"one"}' }));
	await platform.fetch("http://t.test/api/v4/groups/acme");
	const verdict = platform.journal.last()?.verdict;
	expect(verdict?.ok).toBe(false);
	expect(verdict?.problems.join()).toContain("/id: is not a number");
	expect(String(errors[0])).toContain("The response to getGroup breaks the contract");
	platform.override("getGroup", () => ({ status: 418 }));
	await platform.fetch("http://t.test/api/v4/groups/acme");
	expect(platform.journal.last()?.verdict?.problems).toEqual(["the contract has no 418 for getGroup"]);
});

test("limits on single operations apply by level, and single ones by their key", async () => {
	const { platform } = world();
	const headers = { "private-token": "developer-token" };
	/** Returns whether each operation refuses the first request above its limit. */
	const refusals = async (): Promise<boolean[]> => {
		const refused: boolean[] = [];
		for (const [path, limit] of [
			["/groups/acme/invited_groups", 60],
			["/groups/acme", 400],
		] as const) {
			let last = 0;
			// These responses are not validated against the contract, because there are too many.
			for (let count = 0; count <= limit; count++)
				last = (await platform.handle({ method: "GET", url: `/api/v4${path}`, headers })).status;
			refused.push(last === 429);
		}
		platform.clock.advance("1 hour");
		return refused;
	};
	expect(platform.settings.rateLimits).toBe("stated");
	expect(await refusals()).toEqual([true, false]);
	platform.configure({ rateLimits: "realistic" });
	expect(await refusals()).toEqual([true, true]);
	platform.configure({ rateLimits: "off" });
	expect(await refusals()).toEqual([false, false]);
	platform.configure({ rateLimits: { group_api: 5 } });
	expect(await refusals()).toEqual([true, true]);
	platform.configure({ rateLimits: { group_invited_groups_api: null } });
	expect(await refusals()).toEqual([false, false]);
	expect(() => platform.configure({ rateLimits: "some" })).toThrow(
		"expected off, stated, realistic, or an object of limits",
	);
});

test("where cookies cannot be seen, the session of GraphQL comes from the settings", async () => {
	const { gql, make, platform } = graphqlWorld();
	platform.state.sessions.insert({ text: "session-1", user_id: make.userId("developer"), expires_at: null });
	const username = async (who: string | null) =>
		(await gql(who, "{ currentUser { username } }")).data.currentUser?.username;
	expect(await username(null)).toBeUndefined();
	platform.settings.session = "session-1";
	expect([await username(null), await username("owner")]).toEqual(["developer", "owner"]);
});
