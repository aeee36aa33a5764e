import { assumed, type Rule } from "../../rule/rule";
import { bothRule, Lab, lists, numbers } from "./lab";

/** When a token was used last. */
export const lastUse: readonly Rule[] = [
	assumed(
		"",
		"REST and GraphQL requests update a token's last_used_at, at most once every ten minutes. A request with a revoked token does not update it.",
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
				// The token is valid; its user lacks the permission.
				else (await t.bearing(text).call("listUserMemberships", { id: t.user("owner").id })).is(403);
				t.same(`the last use after a request at ${time}`, await used(), at(expected));
			}
			await t.given.change("tokens", id, { revoked: true });
			await t.given.setClock(at("13:00:00"));
			(await t.bearing(text).call("getCurrentUser")).is(401);
			t.same("the last use after a request with the revoked token", await used(), at("12:30:00"));
		},
		{ id: "rules/tokens/last-use", domain: "credentials", effect: "writes" },
	),
	bothRule(
		"CRED-079, CRED-115",
		"sort=last_used_asc lists the most recently used token last, sort=last_used_desc first. A token's first use is listed at once.",
		lists,
		async (lab, kind) => {
			const { t } = lab;
			const [made, later] = [await lab.live(kind), await lab.live(kind)];
			if (later.old === made.id) t.skip(`the group needs two ${kind} tokens that are set aside`);
			// The one that was made first is used last, by GraphQL.
			(await t.bearing(later.text).call("getCurrentUser")).is(200);
			await t.given.nextSecond();
			(await t.bearing(made.text).graphql("{ currentUser { username } }")).is(200);
			for (const [sort, expected] of [
				["last_used_asc", [later.id, made.id]],
				["last_used_desc", [made.id, later.id]],
			] as const) {
				const used = (await lab.list(kind, { sort })).filter(({ id }) => id === made.id || id === later.id);
				const times = used.map(({ last_used_at }) => last_used_at);
				t.assume("both tokens should have been used", !times.includes(null));
				if (times[0] !== times[1]) t.same(`the order of ${sort}`, numbers(used), expected);
			}
		},
		{ id: "rules/tokens/first-use", effect: "writes" },
	),
];
