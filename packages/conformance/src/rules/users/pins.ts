import type { Answer } from "../../rule/answer";
import type { Trial } from "../../rule/context";
import { type Check, check } from "../../rule/rule";
import { type Person, person, unknownId } from "./person";

const writes = { effect: "writes" } as const;
const noPin = { message: "404 Support PIN not found or expired Not Found" };
const noPinToRevoke = { message: "404 Support PIN not found or already expired Not Found" };
const noUser = { message: "404 User Not Found" };
const week = 7 * 86_400_000;

/** A new user with a support PIN. */
async function pinned(t: Trial): Promise<{ who: Person; pin: Answer }> {
	const who = await person(t);
	return { who, pin: (await who.caller.call("createSupportPin")).is(201) };
}

const revoke = (t: Trial, id: number): Promise<Answer> => t.as("administrator").call("revokeUserSupportPin", { id });

/** The PIN must end seven days from now, to the minute. */
function endsInAWeek(t: Trial, pin: Answer): void {
	const date = pin.header("date");
	const now = date === null ? Date.now() : Date.parse(date);
	const off = Math.abs(Date.parse(pin.string("expires_at")) - now - week);
	t.holds("expires_at should be seven days after creation", off <= 60_000, pin);
}

export const supportPins: readonly Check[] = [
	check("USER-163", async (t) => {
		const { pin } = await pinned(t);
		t.holds("pin should be six digits from 100000 on", /^[1-9]\d{5}$/.test(pin.string("pin")), pin);
	}),
	check("USER-164", async (t) => {
		const who = await person(t);
		(await who.caller.call("getSupportPin")).refuses(404);
		const pin = (await who.caller.call("createSupportPin")).is(201);
		endsInAWeek(t, pin);
		(await who.caller.call("getSupportPin")).is(200).has(pin.fields);
	}),
	check("USER-165", async (t) => {
		const { who } = await pinned(t);
		(await who.caller.call("getSupportPin")).is(200);
		(await revoke(t, who.id)).ok;
		(await who.caller.call("getSupportPin")).refuses(404);
	}),
	check("USER-166", async (t) => {
		const { who, pin } = await pinned(t);
		const newer = (await who.caller.call("createSupportPin")).is(201);
		t.holds("the newer PIN should be another", newer.field("pin") !== pin.field("pin"), newer);
		(await who.caller.call("getSupportPin")).is(200).has(newer.fields);
		(await t.as("administrator").call("getUserSupportPin", { id: who.id })).is(200).has({ pin: newer.field("pin") });
	}),
	check("USER-693", async (t) => {
		const { who, pin } = await pinned(t);
		(await who.caller.call("getSupportPin")).is(200).has({ pin: pin.field("pin") });
	}),
	check("USER-694", async (t) => {
		(await t.anonymous.call("createSupportPin")).refuses(401);
	}),
	check("USER-695", async (t) => {
		endsInAWeek(t, (await pinned(t)).pin);
	}),
	check(
		"USER-696",
		async (t) => {
			const [one, other] = [await pinned(t), await pinned(t)];
			for (const { who, pin } of [one, other]) (await who.caller.call("getSupportPin")).is(200).has(pin.fields);
		},
		writes,
	),
	check("USER-697", async (t) => {
		(await t.anonymous.call("getSupportPin")).refuses(401);
	}),
	check(
		"USER-698",
		async (t) => {
			(await (await person(t)).caller.call("getSupportPin")).refuses(404, noPin);
		},
		writes,
	),
	check(
		"USER-699",
		async (t) => {
			const { who, pin } = await pinned(t);
			for (const _time of [1, 2]) (await who.caller.call("getSupportPin")).is(200).has(pin.fields);
		},
		writes,
	),
	check(
		"USER-700",
		async (t) => {
			const { who } = await pinned(t);
			const own = (await who.caller.call("getSupportPin")).is(200);
			(await t.as("administrator").call("getUserSupportPin", { id: who.id })).is(200).has({ pin: own.field("pin") });
		},
		writes,
	),
	check(
		"USER-701",
		async (t) => {
			const { who } = await pinned(t);
			for (const caller of [t.as("owner"), who.caller])
				(await caller.call("getUserSupportPin", { id: who.id })).refuses(403);
			(await t.anonymous.call("getUserSupportPin", { id: who.id })).refuses(401);
		},
		writes,
	),
	check(
		"USER-702",
		async (t) => {
			const administrator = t.as("administrator");
			(await administrator.call("getUserSupportPin", { id: unknownId })).refuses(404, noUser);
			(await administrator.call("getUserSupportPin", { id: (await person(t)).id })).refuses(404, noPin);
		},
		writes,
	),
	check("USER-703", async (t) => {
		(await revoke(t, (await pinned(t)).who.id)).is(202);
	}),
	check("USER-704", async (t) => {
		const { who } = await pinned(t);
		const told = await t.as("owner").call("revokeUserSupportPin", { id: who.id });
		t.holds("another than an administrator should be refused", [401, 403, 404].includes(told.status), told);
		(await who.caller.call("getSupportPin")).is(200);
		(await revoke(t, who.id)).ok;
	}),
	check("USER-705", async (t) => {
		const { who, pin } = await pinned(t);
		for (const caller of [t.as("owner"), who.caller])
			(await caller.call("revokeUserSupportPin", { id: who.id })).refuses(403);
		(await t.anonymous.call("revokeUserSupportPin", { id: who.id })).refuses(401);
		(await who.caller.call("getSupportPin")).is(200).has({ pin: pin.field("pin") });
	}),
	check("USER-706", async (t) => {
		(await revoke(t, (await person(t)).id)).refuses(404, noPinToRevoke);
		const { who } = await pinned(t);
		(await revoke(t, who.id)).ok;
		(await revoke(t, who.id)).refuses(404, noPinToRevoke);
		(await revoke(t, unknownId)).refuses(404, noUser);
	}),
	check("USER-708", async (t) => {
		const { who } = await pinned(t);
		(await revoke(t, who.id)).ok;
		const pin = (await who.caller.call("createSupportPin")).is(201);
		(await who.caller.call("getSupportPin")).is(200).has({ pin: pin.field("pin") });
	}),
];
