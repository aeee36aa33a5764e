import type { Caller } from "../../rule/caller";
import { assumed, type Rule } from "../../rule/rule";
import { Lab, lists, oneAssumed } from "./lab";

/** When a token was used last. */
export const lastUse: readonly Rule[] = [
	assumed(
		"",
		"A token's last use moves when it is used by REST or GraphQL, at most once in ten minutes, and not by a request that is refused for it.",
		lists.personal,
		async (t) => {
			const lab = await Lab.of(t);
			const text = t.unique("text");
			const id = await lab.record("personal", { text });
			const used = async () => (await lab.listed("personal", id))?.last_used_at;
			const at = (time: string) => `2027-03-10T${time}.000Z`;
			t.same("the last use of a new token", await used(), null);
			for (const [time, kind, expected] of [
				["12:00:00", "rest", "12:00:00"],
				["12:09:59", "rest", "12:00:00"],
				["12:10:00", "graphql", "12:10:00"],
				["12:30:00", "refused", "12:30:00"],
			] as const) {
				await t.given.setClock(at(time));
				if (kind === "graphql") (await t.bearing(text).graphql("{ currentUser { username } }")).is(200);
				else if (kind === "rest") (await t.bearing(text).call("getCurrentUser")).is(200);
				// The token is fine: it is the user who may not do this.
				else (await t.bearing(text).call("listAllRunners")).is(403);
				t.same(`the last use after a request at ${time}`, await used(), at(expected));
			}
			await t.given.change("tokens", id, { revoked: true });
			await t.given.setClock(at("13:00:00"));
			(await t.bearing(text).call("getCurrentUser")).is(401);
			t.same("the last use after a request with the revoked token", await used(), at("12:30:00"));
		},
		{ id: "rules/tokens/last-use", domain: "credentials", effect: "writes" },
	),
	oneAssumed(
		"",
		"A new token's first use is listed, by REST as by GraphQL.",
		lists.personal,
		async (lab) => {
			for (const use of [(bearer: Caller) => bearer.call("getCurrentUser"), (bearer: Caller) => bearer.graphql("{ currentUser { username } }")]) {
				const { id, text } = await lab.live("personal");
				(await use(lab.t.bearing(text))).is(200);
				lab.t.holds("the token should have been used", typeof (await lab.listed("personal", id))?.last_used_at === "string");
			}
		},
		{ id: "rules/tokens/first-use", domain: "credentials", effect: "writes" },
	),
];
