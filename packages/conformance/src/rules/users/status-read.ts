import { byClaim } from "../../rule/by-claim";
import { assumed, type Rule, rule } from "../../rule/rule";
import { person, unknownId } from "./person";
import { busy, full, isNone, statusOf } from "./status-ways";

const writes = { effect: "writes" } as const;
const limit = 240;

export const statusReads: readonly Rule[] = [
	assumed(
		"USER-124",
		"A user who never set a status gets 200 with all five keys present and emoji, message, availability, clear_status_at null (message_html null or empty).",
		"getCurrentUserStatus",
		async (t) => {
			const who = await person(t);
			const own = await statusOf(who);
			own.shows("emoji", "availability", "message", "message_html", "clear_status_at");
			isNone(t, own);
		},
		writes,
	),
	assumed(
		"USER-125",
		'`message_html` renders emoji codes of `message`: "hi :coffee:" gives HTML holding an element with data-name="coffee"; plain text stays itself.',
		"replaceCurrentUserStatus",
		async (t) => {
			const { caller } = await person(t);
			const coffee = (await caller.call("replaceCurrentUserStatus", { message: "hi :coffee:" })).is(200);
			t.holds("the emoji's code should be an element", /^hi .*<[^>]+data-name="coffee"/.test(coffee.string("message_html")), coffee);
			(await caller.call("replaceCurrentUserStatus", { message: "plain text" })).is(200).has({ message_html: "plain text" });
		},
	),
	assumed("USER-126", '`message_html` escapes HTML in `message`: "<b>x</b>" does not come back as a live tag.', "replaceCurrentUserStatus", async (t) => {
		const { caller } = await person(t);
		const response = (await caller.call("replaceCurrentUserStatus", { message: "<b>x</b>" })).is(200);
		const html = response.string("message_html");
		t.holds("message_html should hold no live tag", html.includes("x") && !/<\s*b\s*>/i.test(html), response);
	}),
	rule(
		"USER-500",
		"GET /user/status answers the caller's own status.",
		"getCurrentUserStatus",
		async (t) => {
			const { who } = await busy(t);
			const other = await person(t);
			const message = t.unique("mine");
			(await other.caller.call("replaceCurrentUserStatus", { message })).is(200);
			(await statusOf(other)).has({ message });
			(await statusOf(who)).has({ message: full.message });
		},
		writes,
	),
	assumed("USER-501", "GET /user/status without credentials answers 401.", "getCurrentUserStatus", async (t) => {
		(await t.anonymous.call("getCurrentUserStatus")).refuses(401);
	}),
	...(["USER-502", "USER-503", "USER-504", "USER-505"] as const).map((claim) =>
		byClaim(
			claim,
			async (t) => {
				const { who, before } = await busy(t);
				const ways = {
					"USER-502": [who.id, who.username],
					"USER-503": [who.id],
					"USER-504": [who.username],
					"USER-505": [who.username.toUpperCase()],
				};
				for (const id_or_username of ways[claim]) {
					const caller = claim === "USER-502" ? t.anonymous : t.as("outsider");
					const response = (await caller.call("getUserStatus", { id_or_username })).is(200);
					t.same("the status", response.fields, before.fields, response);
				}
			},
			writes,
		),
	),
	assumed("USER-506", 'Unknown id or username answers 404 {"message":"404 User Not Found"}.', "getUserStatus", async (t) => {
		for (const id_or_username of [unknownId, t.unique("nobody")])
			(await t.anonymous.call("getUserStatus", { id_or_username })).refuses(404, { message: "404 User Not Found" });
	}),
	assumed(
		"USER-507",
		"A user with no status answers 200 with null fields, not 404.",
		"getUserStatus",
		async (t) => {
			const { username } = await person(t);
			isNone(t, await t.anonymous.call("getUserStatus", { id_or_username: username }));
		},
		writes,
	),
	assumed(
		"USER-508",
		"A username with dots (user.withdot) resolves; the path segment may hold dots.",
		"getUserStatus",
		async (t) => {
			const { caller, username } = await person(t, { username: `${t.unique("user")}.withdot` });
			const message = t.unique("dotted");
			(await caller.call("replaceCurrentUserStatus", { message })).is(200);
			(await t.anonymous.call("getUserStatus", { id_or_username: username })).is(200).has({ message });
		},
		writes,
	),
	assumed(
		"USER-509",
		"Rate limit: 240 requests per minute per user or IP; the 241st answers 429 with Retry-After: 60.",
		"getUserStatus",
		async (t) => {
			const { caller, username } = await person(t);
			const ask = () => caller.call("getUserStatus", { id_or_username: username }, { impatient: true });
			for (let asked = 0; asked < limit; asked++) (await ask()).is(200);
			const refused = (await ask()).refuses(429);
			t.same("Retry-After", refused.header("retry-after"), "60", refused);
		},
		{ effect: "destroys" },
	),
];
