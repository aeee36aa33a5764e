import { type Check, check } from "../../rule/rule";
import { person, unknownId } from "./person";
import { busy, full, isNone, statusOf } from "./status-ways";

const writes = { effect: "writes" } as const;
const limit = 240;

export const statusReads: readonly Check[] = [
	check(
		"USER-124",
		async (t) => {
			const who = await person(t);
			const own = await statusOf(who);
			own.shows("emoji", "availability", "message", "message_html", "clear_status_at");
			isNone(t, own);
		},
		writes,
	),
	check("USER-125", async (t) => {
		const { caller } = await person(t);
		const coffee = (await caller.call("replaceCurrentUserStatus", { message: "hi :coffee:" })).is(200);
		t.holds(
			"the emoji's code should be an element",
			/^hi .*<[^>]+data-name="coffee"/.test(coffee.string("message_html")),
			coffee,
		);
		(await caller.call("replaceCurrentUserStatus", { message: "plain text" }))
			.is(200)
			.has({ message_html: "plain text" });
	}),
	check("USER-126", async (t) => {
		const { caller } = await person(t);
		const told = (await caller.call("replaceCurrentUserStatus", { message: "<b>x</b>" })).is(200);
		const html = told.string("message_html");
		t.holds("message_html should hold no live tag", html.includes("x") && !/<\s*b\s*>/i.test(html), told);
	}),
	check(
		"USER-500",
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
	check("USER-501", async (t) => {
		(await t.anonymous.call("getCurrentUserStatus")).refuses(401);
	}),
	...(["USER-502", "USER-503", "USER-504", "USER-505"] as const).map((claim) =>
		check(
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
					const told = (await caller.call("getUserStatus", { id_or_username })).is(200);
					t.same("the status", told.fields, before.fields, told);
				}
			},
			writes,
		),
	),
	check("USER-506", async (t) => {
		for (const id_or_username of [unknownId, t.unique("nobody")])
			(await t.anonymous.call("getUserStatus", { id_or_username })).refuses(404, { message: "404 User Not Found" });
	}),
	check(
		"USER-507",
		async (t) => {
			const { username } = await person(t);
			isNone(t, await t.anonymous.call("getUserStatus", { id_or_username: username }));
		},
		writes,
	),
	check(
		"USER-508",
		async (t) => {
			const { caller, username } = await person(t, { username: `${t.unique("user")}.withdot` });
			const message = t.unique("dotted");
			(await caller.call("replaceCurrentUserStatus", { message })).is(200);
			(await t.anonymous.call("getUserStatus", { id_or_username: username })).is(200).has({ message });
		},
		writes,
	),
	check(
		"USER-509",
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
