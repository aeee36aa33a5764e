import type { Answer } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { type Person, person, unknownId } from "./person";

const writes = { effect: "writes" } as const;
const noPin = { message: "404 Support PIN not found or expired Not Found" };
const noPinToRevoke = { message: "404 Support PIN not found or already expired Not Found" };
const noUser = { message: "404 User Not Found" };
const week = 7 * 86_400_000;

/** A new user with a support PIN. */
async function pinned(t: Context): Promise<{ who: Person; pin: Answer }> {
	const who = await person(t);
	return { who, pin: (await who.caller.call("createSupportPin")).is(201) };
}

const revoke = (t: Context, id: number): Promise<Answer> => t.as("administrator").call("revokeUserSupportPin", { id });

/** The PIN must end seven days from now, to the minute. */
function endsInAWeek(t: Context, pin: Answer): void {
	const date = pin.header("date");
	const now = date === null ? Date.now() : Date.parse(date);
	const off = Math.abs(Date.parse(pin.string("expires_at")) - now - week);
	t.holds("expires_at should be seven days after creation", off <= 60_000, pin);
}

export const supportPins: readonly Rule[] = [
	assumed("USER-163", '`pin` is six digits as a string, between "100000" and "999999".', "createSupportPin", async (t) => {
		const { pin } = await pinned(t);
		t.holds("pin should be six digits from 100000 on", /^[1-9]\d{5}$/.test(pin.string("pin")), pin);
	}),
	rule(
		"USER-164",
		"State none → valid: after POST /user/support_pin, GET /user/support_pin answers the same pin and expires_at seven days after creation (±1 minute).",
		"createSupportPin",
		async (t) => {
			const who = await person(t);
			(await who.caller.call("getSupportPin")).refuses(404);
			const pin = (await who.caller.call("createSupportPin")).is(201);
			endsInAWeek(t, pin);
			(await who.caller.call("getSupportPin")).is(200).has(pin.fields);
		},
	),
	rule(
		"USER-165",
		"State valid → removed: after a revoke the PIN is gone at once; GET /user/support_pin by its owner answers not found.",
		"revokeUserSupportPin",
		async (t) => {
			const { who } = await pinned(t);
			(await who.caller.call("getSupportPin")).is(200);
			(await revoke(t, who.id)).ok;
			(await who.caller.call("getSupportPin")).refuses(404);
		},
	),
	assumed(
		"USER-166",
		"A second POST /user/support_pin replaces the PIN: reads then show only the newer pin and its expires_at.",
		"createSupportPin",
		async (t) => {
			const { who, pin } = await pinned(t);
			const newer = (await who.caller.call("createSupportPin")).is(201);
			t.holds("the newer PIN should be another", newer.field("pin") !== pin.field("pin"), newer);
			(await who.caller.call("getSupportPin")).is(200).has(newer.fields);
			(await t.as("administrator").call("getUserSupportPin", { id: who.id })).is(200).has({ pin: newer.field("pin") });
		},
	),
	rule("USER-693", "A signed-in user creates their own PIN; no role beyond that is needed.", "createSupportPin", async (t) => {
		const { who, pin } = await pinned(t);
		(await who.caller.call("getSupportPin")).is(200).has({ pin: pin.field("pin") });
	}),
	assumed("USER-694", "Without credentials: 401.", "createSupportPin", async (t) => {
		(await t.anonymous.call("createSupportPin")).refuses(401);
	}),
	rule("USER-695", "expires_at is seven days after creation.", "createSupportPin", async (t) => {
		endsInAWeek(t, (await pinned(t)).pin);
	}),
	rule(
		"USER-696",
		"Answers the caller's own PIN details.",
		"getSupportPin",
		async (t) => {
			const [one, other] = [await pinned(t), await pinned(t)];
			for (const { who, pin } of [one, other]) (await who.caller.call("getSupportPin")).is(200).has(pin.fields);
		},
		writes,
	),
	assumed("USER-697", "Without credentials: 401.", "getSupportPin", async (t) => {
		(await t.anonymous.call("getSupportPin")).refuses(401);
	}),
	assumed(
		"USER-698",
		'Without a valid PIN: 404 {"message":"404 Support PIN not found or expired Not Found"}.',
		"getSupportPin",
		async (t) => {
			(await (await person(t)).caller.call("getSupportPin")).refuses(404, noPin);
		},
		writes,
	),
	assumed(
		"USER-699",
		"Reading the PIN does not change it: two reads give the same pin.",
		"getSupportPin",
		async (t) => {
			const { who, pin } = await pinned(t);
			for (const _time of [1, 2]) (await who.caller.call("getSupportPin")).is(200).has(pin.fields);
		},
		writes,
	),
	rule(
		"USER-700",
		"An administrator reads the PIN of the given user: same pin as the user's own GET.",
		"getUserSupportPin",
		async (t) => {
			const { who } = await pinned(t);
			const own = (await who.caller.call("getSupportPin")).is(200);
			(await t.as("administrator").call("getUserSupportPin", { id: who.id })).is(200).has({ pin: own.field("pin") });
		},
		writes,
	),
	assumed(
		"USER-701",
		"A non-administrator (own id too) gets 403; anonymous 401.",
		"getUserSupportPin",
		async (t) => {
			const { who } = await pinned(t);
			for (const caller of [t.as("owner"), who.caller]) (await caller.call("getUserSupportPin", { id: who.id })).refuses(403);
			(await t.anonymous.call("getUserSupportPin", { id: who.id })).refuses(401);
		},
		writes,
	),
	assumed(
		"USER-702",
		'Unknown user: 404 {"message":"404 User Not Found"}; user without PIN: 404 {"message":"404 Support PIN not found or expired Not Found"}.',
		"getUserSupportPin",
		async (t) => {
			const administrator = t.as("administrator");
			(await administrator.call("getUserSupportPin", { id: unknownId })).refuses(404, noUser);
			(await administrator.call("getUserSupportPin", { id: (await person(t)).id })).refuses(404, noPin);
		},
		writes,
	),
	rule("USER-703", "Success answers 202.", "revokeUserSupportPin", async (t) => {
		(await revoke(t, (await pinned(t)).who.id)).is(202);
	}),
	rule("USER-704", "Needs an administrator.", "revokeUserSupportPin", async (t) => {
		const { who } = await pinned(t);
		const response = await t.as("owner").call("revokeUserSupportPin", { id: who.id });
		t.holds("another than an administrator should be refused", [401, 403, 404].includes(response.status), response);
		(await who.caller.call("getSupportPin")).is(200);
		(await revoke(t, who.id)).ok;
	}),
	assumed("USER-705", "A non-administrator (own id too) gets 403 and the PIN stays readable; anonymous 401.", "revokeUserSupportPin", async (t) => {
		const { who, pin } = await pinned(t);
		for (const caller of [t.as("owner"), who.caller]) (await caller.call("revokeUserSupportPin", { id: who.id })).refuses(403);
		(await t.anonymous.call("revokeUserSupportPin", { id: who.id })).refuses(401);
		(await who.caller.call("getSupportPin")).is(200).has({ pin: pin.field("pin") });
	}),
	assumed(
		"USER-706",
		'No PIN or already revoked: 404 {"message":"404 Support PIN not found or already expired Not Found"}; unknown user: 404 {"message":"404 User Not Found"}.',
		"revokeUserSupportPin",
		async (t) => {
			(await revoke(t, (await person(t)).id)).refuses(404, noPinToRevoke);
			const { who } = await pinned(t);
			(await revoke(t, who.id)).ok;
			(await revoke(t, who.id)).refuses(404, noPinToRevoke);
			(await revoke(t, unknownId)).refuses(404, noUser);
		},
	),
	assumed("USER-708", "After a revoke the user may create a new PIN (201).", "revokeUserSupportPin", async (t) => {
		const { who } = await pinned(t);
		(await revoke(t, who.id)).ok;
		const pin = (await who.caller.call("createSupportPin")).is(201);
		(await who.caller.call("getSupportPin")).is(200).has({ pin: pin.field("pin") });
	}),
];
