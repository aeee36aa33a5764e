import { isDeepStrictEqual } from "node:util";
import { distinct, sortsOfUsers } from "../../laws/every-state";
import type { Params } from "../../rule/address";
import { account, type Someone } from "../../rule/callers";
import type { Context } from "../../rule/context";
import type { ApiResponse } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import { bothWays, isAfter, isRefused, listUsers, type Person, person, writing } from "./lab";

/** Both operations that write a status. */
const operations = ["replaceCurrentUserStatus", "updateCurrentUserStatus"] as const;
const fields = ["emoji", "availability", "message", "message_html", "clear_status_at"] as const;
/** A status with every field set. */
const full = { emoji: "coffee", message: "Back soon", availability: "busy", clear_status_after: "3_hours" };
/** The full status, and variants without one of its fields. */
const starts = [full, { ...full, availability: "not_set" }, { ...full, message: null }];
/** Messages with emoji codes, also at the beginning, and with characters that are special in HTML. */
const messages = ["Hi", "one :coffee: please", " :tea:", ":tea: first", ":+1: :-1:", ":100::thumbsup: :e-mail:", ":flag_no::no_such_thing:", "<b>x</b> & y"];
const spans = { "30_minutes": 0.5, "3_hours": 3, "8_hours": 8, "1_day": 24, "3_days": 72, "7_days": 168, "30_days": 720 };
const hour = 3_600_000;

const statusOf = async ({ caller }: Someone): Promise<ApiResponse> => (await caller.call("getCurrentUserStatus")).is(200);
/** The status after a write. What a write returns is left open: if its response shows no status, the status is read. */
const written = async (who: Someone, { ok }: ApiResponse): Promise<ApiResponse> => (ok.text.includes('"message"') ? ok : await statusOf(who));
const put = async (who: Someone, sent: Params): Promise<ApiResponse> => await written(who, await who.caller.call("replaceCurrentUserStatus", sent));
const patch = async (who: Someone, sent: Params): Promise<ApiResponse> => await written(who, await who.caller.call("updateCurrentUserStatus", sent));
/** The status as everyone reads it, by id and by name. */
const shown = async (t: Context, id_or_username: unknown): Promise<ApiResponse> => (await t.anonymous.call("getUserStatus", { id_or_username })).is(200);

/** Sets a full status, and returns it as a read shows it: the response to the write may have the message and the time in another form. */
async function filled(t: Context, who: Someone, start: (typeof starts)[number] = full): Promise<ApiResponse> {
	const { clear_status_after: _, ...shown } = start;
	(await put(who, start)).has(shown);
	const before = (await statusOf(who)).has(shown);
	isAfter(t, before, "clear_status_at", 3 * hour);
	return before;
}
/** A new user with a full status. */
async function busy(t: Context, kind: Params = {}): Promise<{ readonly who: Person; readonly before: ApiResponse }> {
	const who = await person(t, kind);
	return { who, before: await filled(t, who) };
}

/** There must be no status: all fields are null, except that `message_html` may be empty. */
function isNone(t: Context, response: ApiResponse): void {
	response
		.is(200)
		.shows(...fields)
		.has({ emoji: null, message: null, availability: null, clear_status_at: null });
	t.holds("message_html null or empty", !response.field("message_html"), response);
}

/** Assumed: a user who never set a status has one whose fields are null. */
function mayBeNone(t: Context, response: ApiResponse): void {
	const isNull = response.succeeded && fields.every((name) => (name === "message_html" ? !response.field(name) : response.field(name) === null));
	t.assume("the fields of a status that was never set should be null", isNull, response);
}

/** Wherever it is read, the status must equal the one before, except for these changes. */
async function changedOnly(t: Context, who: Someone, before: ApiResponse, changes: Params): Promise<void> {
	for (const after of [await statusOf(who), await shown(t, who.id)]) {
		const { message_html: _new, ...rest } = after.fields;
		const { message_html: _old, ...kept } = before.fields;
		t.same("the status", rest, { ...kept, ...changes }, after);
	}
}

/** PUT and PATCH requests that must be refused and must not change the status. */
async function refused(t: Context, sent: readonly Params[], body: Params): Promise<void> {
	const { who, before } = await busy(t);
	for (const each of sent)
		for (const operation of operations) {
			isRefused(t, await who.caller.call(operation, each)).refuses(400, body);
			await changedOnly(t, who, before, {});
		}
}

/** Statuses of users. */
export const userStatuses: readonly Rule[] = [
	writing.rule("USER-124, USER-500", "Each user has their own status. If a user never set one, all its fields are null.", "getCurrentUserStatus", async (t) => {
		const { who, before } = await busy(t);
		const [other, idle] = [await person(t), await person(t)];
		const message = t.unique("mine");
		await put(other, { message });
		(await statusOf(other)).has({ message });
		await changedOnly(t, who, before, {});
		mayBeNone(t, await idle.caller.call("getCurrentUserStatus"));
	}),
	writing.rule(
		"USER-502..504, USER-507, AUTH-024",
		"Anyone can read a user's status by id or username, even without credentials. If the user never set one, all its fields are null.",
		"getUserStatus",
		async (t) => {
			for (const kind of [{}, { private_profile: true }, { external: true }, { admin: true }]) {
				const { who, before } = await busy(t, kind);
				for (const [caller, id_or_username] of [
					[t.anonymous, who.id],
					[t.anonymous, who.username],
					[t.as("outsider"), who.id],
					[t.as("administrator"), who.username],
				] as const) {
					const response = (await caller.call("getUserStatus", { id_or_username })).ok;
					t.same("the status", response.fields, before.fields, response);
				}
				// A username that begins with the id of another user is still a username.
				const next = await person(t, { username: `${who.id}${t.unique("x")}` });
				for (const name of [next.username, next.id]) mayBeNone(t, await t.anonymous.call("getUserStatus", { id_or_username: name }));
				const message = t.unique("next");
				await put(next, { message });
				for (const name of [next.username, next.id]) (await shown(t, name)).has({ message });
			}
			// Users of each state and kind, and with each form of username.
			const { items } = await listUsers(t.as("administrator"));
			const signed = items.map((item) => ({ ...item, signs: String(item.username).replace(/[a-z0-9]+/gi, "a") }));
			for (const { id, username } of distinct(signed, [...sortsOfUsers, "signs"]))
				for (const id_or_username of /[a-z]/i.test(String(username)) ? [id, username] : [id]) {
					const response = await t.anonymous.call("getUserStatus", { id_or_username });
					if (response.succeeded) continue;
					// Another rule may have removed the user, and one who never set a status may have none.
					const administrator = t.as("administrator");
					if (!(await administrator.call("getUser", { id })).succeeded) continue;
					const { succeeded } = await administrator.call("getUserStatus", { id_or_username: id });
					t.holds(`the status of ${String(id_or_username)} for everyone`, !succeeded, response);
					t.assume(`a status of ${String(id_or_username)}`, false, response);
				}
		},
	),
	writing.assumed("USER-505, USER-508", "The username in the path is case-insensitive and may contain dots.", "getUserStatus", async (t) => {
		// A username may also consist only of digits.
		for (const username of [`${t.unique("User")}.with.Dots_and-more.x`, t.unique("_user.json"), t.unique("").replace(/\D/g, "").padStart(20, "7")]) {
			const who = await person(t, { username });
			const message = t.unique("dotted");
			await put(who, { message });
			for (const name of [username, username.toUpperCase(), username.toLowerCase()]) (await shown(t, name)).has({ message });
		}
	}),
	writing.assumed(
		"USER-509",
		"A caller can read 240 statuses in a minute; more return 429 with Retry-After: 60.",
		"getUserStatus",
		async (t) => {
			await t.given.limitRates();
			const who = await person(t);
			const read = (caller: Someone["caller"]) => caller.call("getUserStatus", { id_or_username: who.username }, { impatient: true });
			const exhaust = async (caller: Someone["caller"]) => {
				for (let count = 0; count < 240; count++) (await read(caller)).is(200);
				const last = await read(caller);
				if (!t.given.hasControl && last.succeeded) t.skip("the server lets more requests pass: it is configured so");
				const refusal = last.refuses(429);
				t.same("Retry-After", refusal.header("retry-after"), "60", refusal);
			};
			await exhaust(who.caller);
			if (!t.given.hasControl) return;
			await exhaust(t.anonymous);
			await t.given.advance("1 minute");
			for (const caller of [who.caller, t.anonymous]) (await read(caller)).is(200);
		},
		{ effect: "destroys" },
	),
	writing.assumed("USER-566", "From its clear_status_at on, all fields of a status are null.", ["getCurrentUserStatus", "getUserStatus"], async (t) => {
		await t.given.setClock("2026-01-05T10:00:00.000Z");
		const who = await account(t);
		for (const [clear_status_after, hours] of Object.entries(spans)) {
			await put(who, { message: "Soon over", clear_status_after });
			await t.given.advance(hours * hour - 1);
			for (const response of [await statusOf(who), await shown(t, who.username)]) response.has({ message: "Soon over", emoji: "speech_balloon" });
			await t.given.advance(1);
			for (const response of [await statusOf(who), await shown(t, who.username)]) isNone(t, response);
			await patch(who, { availability: "busy" });
			(await statusOf(who)).has({ message: null, availability: "busy", clear_status_at: null });
		}
	}),
	assumed("USER-125, USER-126", "message_html renders emoji codes as elements, and escapes everything else as text.", "replaceCurrentUserStatus", async (t) => {
		const who = await person(t);
		const html = async (message: string) => (await put(who, { message })).has({ message }).string("message_html");
		const coffee = await html("hi :coffee:");
		t.holds(`an element of the emoji in ${coffee}`, /^hi .*<[^>]+data-name="coffee"[^>]*>/.test(coffee));
		for (const message of ["plain text", "at 10:30:00 :no_such_thing:"]) t.same("message_html", await html(message), message);
		const live = await html(`<b>x</b> <img src=y> & "z" 'q' &amp;`);
		t.holds(`no live tag in ${live}`, live.includes("x") && !/<\s*(b|img)\b/i.test(live));
		// Quotes and ">" may be written either way; read as HTML it is the message.
		const names: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", "#39": "'", "#x27": "'", "#34": '"', amp: "&" };
		const read = live.replace(/&(#?\w+);/g, (whole, name: string) => names[name] ?? whole);
		t.same("message_html, read as HTML", read, `<b>x</b> <img src=y> & "z" 'q' &amp;`);
	}),
	rule(
		"USER-515, USER-518, USER-529, USER-536, USER-539, USER-550",
		"A message without emoji gets the emoji speech_balloon. availability is busy or not_set; any other value becomes not_set.",
		operations,
		async (t) => {
			for (const operation of operations) {
				for (const message of messages) {
					const idle = await person(t);
					(await idle.caller.call(operation, { message })).ok;
					(await statusOf(idle)).has({ emoji: "speech_balloon", message });
				}
				const who = await person(t);
				for (const availability of ["busy", "not_set", "busy"])
					for (const response of [await written(who, await who.caller.call(operation, { message: "Hi", availability })), await statusOf(who)])
						response.has({ availability });
				const other = await who.caller.call(operation, { message: "Hi", availability: "away" });
				t.assume("any other availability should be not_set", other.succeeded && other.field("availability") === "not_set", other);
			}
		},
	),
	rule("USER-519..525, USER-540..546", "clear_status_after sets clear_status_at to the time of the request plus that span.", operations, async (t) => {
		for (const operation of operations) {
			const people = await bothWays(t);
			for (const beside of [undefined, {}, ...starts])
				for (const [index, [clear_status_after, hours]] of Object.entries(spans).entries()) {
					const who = people[index % 2] ?? people[0];
					// Without a status before, and with one that had another span.
					if (!beside) await put(who, {});
					// No law compares the times that result from a form and from JSON.
					const options = { as: beside === full ? "form" : "json" } as const;
					const after = await written(who, await who.caller.call(operation, { ...beside, message: "Hi", clear_status_after }, options));
					isAfter(t, after, "clear_status_at", hours * hour);
					isAfter(t, (await statusOf(who)).has({ message: "Hi" }), "clear_status_at", hours * hour);
				}
		}
	}),
	assumed("USER-526, USER-547", "An unknown clear_status_after returns 400 and does not change the status.", operations, async (t) => {
		const sent = ["2_days", "30_MINUTES", "30"].map((clear_status_after) => ({ message: "Hi", clear_status_after }));
		await refused(t, sent, { error: "clear_status_after does not have a valid value" });
	}),
	assumed("USER-527, USER-548", "An unknown emoji name returns 400 and does not change the status.", operations, async (t) => {
		const sent = [
			{ emoji: "no_such_thing_anywhere", message: null },
			{ emoji: ":coffee:", message: "Hi" },
		];
		await refused(t, sent, { message: { emoji: ["is not a valid emoji name"] } });
	}),
	rule(
		"USER-528, USER-530, USER-549, USER-551",
		"A status message is stored as it is sent, including emoji codes. The response is the status as it is read.",
		operations,
		async (t) => {
			for (const operation of operations) {
				// The first message creates the status, the others change it, without or with other fields.
				const people = await bothWays(t);
				for (const [index, message] of messages.entries())
					for (const beside of [{}, full]) {
						const who = people[index % 2] ?? people[0];
						const after = (await who.caller.call(operation, { ...beside, message })).ok;
						for (const response of [await statusOf(who), await shown(t, beside === full ? who.id : who.username)]) {
							response.has({ message });
							t.assume("the response should be the status as it is read", isDeepStrictEqual(response.fields, after.fields), response);
						}
					}
			}
		},
	),
	rule("USER-552..554", "PUT /user/status clears every field that is not sent.", "replaceCurrentUserStatus", async (t) => {
		const { emoji, message } = full;
		// Another value, and the value that the field already has.
		const cases: readonly Params[] = [
			{ emoji: "tea" },
			{ emoji },
			{ message: "Hi" },
			{ message },
			{ emoji: "tea", message: "Hi" },
			{ emoji, message },
			{ availability: "busy" },
			{ emoji: "tea", availability: "not_set" },
		];
		for (const who of await bothWays(t))
			for (const sent of cases) {
				await filled(t, who);
				await put(who, sent);
				for (const after of [await statusOf(who), await shown(t, who.id)]) {
					after.has({ message: null, clear_status_at: null, ...sent });
					if (!("availability" in sent)) t.holds("no longer busy", after.field("availability") !== "busy", after);
					if (sent.message !== undefined && !("emoji" in sent)) after.has({ emoji: "speech_balloon" });
					else if (!("emoji" in sent)) t.assume("the emoji from before should be cleared", after.field("emoji") !== full.emoji, after);
				}
			}
	}),
	assumed("USER-555, USER-556", "PUT /user/status with only blank fields, or none, removes the status.", "replaceCurrentUserStatus", async (t) => {
		const blanks = [{ emoji: "", message: "", availability: "not_set" }, { emoji: null, message: null, availability: null }, { emoji: null, message: " " }, {}];
		const who = await person(t);
		for (const blank of blanks)
			for (const clear_status_after of [undefined, "1_day"]) {
				await filled(t, who);
				(await who.caller.send("PUT", "/api/v4/user/status", { json: { ...blank, clear_status_after } })).is(200);
				for (const response of [await statusOf(who), await shown(t, who.id)]) isNone(t, response);
			}
	}),
	rule("USER-557..563", "PATCH /user/status changes the fields sent, clears null ones and keeps the others.", "updateCurrentUserStatus", async (t) => {
		const cases: readonly (readonly [sent: Params, changes?: Params])[] = [
			[{ availability: "not_set", emoji: "tea", message: "Hi" }],
			[{ emoji: "tea" }],
			[{ emoji: full.emoji, message: full.message }],
			[{ message: "x" }],
			[{ availability: "busy" }],
			[{ availability: "not_set" }],
			[{ message: null }],
			[{ message: null, emoji: "tea" }],
			[{ clear_status_after: null }, { clear_status_at: null }],
			[
				{ clear_status_after: null, message: "x", emoji: "tea", availability: "not_set" },
				{ clear_status_at: null, message: "x", emoji: "tea", availability: "not_set" },
			],
		];
		const [who, ...others] = await bothWays(t);
		for (const one of [who, ...others])
			for (const start of starts)
				for (const [sent, changes = sent] of cases) {
					const before = await filled(t, one, start);
					await patch(one, sent);
					await changedOnly(t, one, before, changes);
				}
		// Which default value replaces a null is left open.
		for (const [name, own] of [
			["emoji", full.emoji],
			["availability", full.availability],
		] as const) {
			const before = await filled(t, who);
			await patch(who, { [name]: null });
			const value = (await statusOf(who)).field(name);
			t.holds(`no longer ${own}`, value !== own);
			await changedOnly(t, who, before, { [name]: value });
		}
		const before = await filled(t, who);
		isAfter(t, await patch(who, { clear_status_after: "8_hours" }), "clear_status_at", 8 * hour);
		const longer = await statusOf(who);
		isAfter(t, longer, "clear_status_at", 8 * hour);
		await changedOnly(t, who, before, { clear_status_at: longer.field("clear_status_at") });
	}),
	assumed("USER-564", "PATCH /user/status that clears emoji and message removes the status, unless the user is busy.", "updateCurrentUserStatus", async (t) => {
		const who = await person(t);
		for (const availability of ["not_set", "busy"]) {
			await put(who, { ...full, availability });
			await patch(who, { emoji: null, message: null });
			if (availability === "busy") (await statusOf(who)).has({ availability, message: null });
			else isNone(t, await statusOf(who));
		}
	}),
	assumed("USER-565", "PATCH /user/status without any field returns an empty body or null, and changes nothing.", "updateCurrentUserStatus", async (t) => {
		const { who, before } = await busy(t);
		for (const options of [{ json: {} }, { json: { colour: "blue" } }, {}]) {
			const response = (await who.caller.send("PATCH", "/api/v4/user/status", options)).is(200);
			t.holds("an empty body, or null", ["", "null"].includes(response.text.trim()), response);
			await changedOnly(t, who, before, {});
		}
	}),
];
