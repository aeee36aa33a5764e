import type { Params } from "../../rule/address";
import { byClaim } from "../../rule/by-claim";
import { assumed, type Rule, rule } from "../../rule/rule";
import { person } from "./person";
import { busy, changedOnly, full, isNone, statusOf } from "./status-ways";

/** What PUT takes away by leaving it out. */
const replaced: readonly (readonly [claim: string, given: Params, expected: Params])[] = [
	["USER-552", { emoji: "tea" }, { emoji: "tea", message: null }],
	["USER-553", { emoji: "tea", message: "Hi" }, { emoji: "tea", message: "Hi", clear_status_at: null }],
];

/** What PATCH changes of a full status; the rest stays. */
const patched: readonly (readonly [claim: string, given: Params, changes: Params])[] = [
	["USER-557", { availability: "not_set", emoji: "tea", message: "Hi" }, { availability: "not_set", emoji: "tea", message: "Hi" }],
	["USER-558", { emoji: "tea" }, { emoji: "tea" }],
	["USER-559", { message: "x" }, { message: "x" }],
	["USER-560", { availability: "busy" }, {}],
	["USER-562", { message: null }, { message: null }],
	["USER-563", { clear_status_after: null }, { clear_status_at: null }],
];

export const statusParts: readonly Rule[] = [
	...replaced.map(([claim, given, expected]) =>
		byClaim(claim, async (t) => {
			const { who } = await busy(t);
			(await who.caller.call("replaceCurrentUserStatus", given)).is(200);
			(await statusOf(who)).has(expected);
		}),
	),
	rule("USER-554", "PUT nulls what is omitted: after availability busy, PUT {message} leaves availability not busy.", "replaceCurrentUserStatus", async (t) => {
		const { who } = await busy(t);
		(await who.caller.call("replaceCurrentUserStatus", { message: "Hi" })).is(200);
		const after = (await statusOf(who)).has({ message: "Hi" });
		t.holds("the user should no longer be busy", after.field("availability") !== "busy", after);
	}),
	assumed("USER-555", "PUT with an empty body removes the status: the next GET shows null fields.", "replaceCurrentUserStatus", async (t) => {
		const { who } = await busy(t);
		(await who.caller.send("PUT", "/api/v4/user/status", { json: {} })).is(200);
		isNone(t, await statusOf(who));
	}),
	assumed(
		"USER-556",
		"PUT with emoji, message and availability all blank or not_set removes the status even when clear_status_after is sent.",
		"replaceCurrentUserStatus",
		async (t) => {
			for (const blank of [
				{ emoji: "", message: "", availability: "not_set" },
				{ emoji: null, message: null, availability: null },
			]) {
				const { who } = await busy(t);
				(await who.caller.call("replaceCurrentUserStatus", { ...blank, clear_status_after: "1_day" })).is(200);
				isNone(t, await statusOf(who));
			}
		},
	),
	...patched.map(([claim, given, changes]) =>
		byClaim(claim, async (t) => {
			const { who, before } = await busy(t);
			(await who.caller.call("updateCurrentUserStatus", given)).is(200);
			changedOnly(t, await statusOf(who), before, changes);
		}),
	),
	rule("USER-561", "PATCH {availability:null} clears availability only (not busy afterwards; message kept).", "updateCurrentUserStatus", async (t) => {
		const { who, before } = await busy(t);
		(await who.caller.call("updateCurrentUserStatus", { availability: null })).is(200);
		const after = await statusOf(who);
		const availability = after.field("availability");
		t.holds("the user should no longer be busy", availability !== "busy", after);
		changedOnly(t, after, before, { availability });
	}),
	assumed("USER-564", "PATCH {emoji:null, message:null} with availability not busy removes the status.", "updateCurrentUserStatus", async (t) => {
		const who = await person(t);
		(await who.caller.call("replaceCurrentUserStatus", { ...full, availability: "not_set" })).is(200).has({ message: full.message });
		(await who.caller.call("updateCurrentUserStatus", { emoji: null, message: null })).is(200);
		isNone(t, await statusOf(who));
	}),
	assumed("USER-565", "PATCH with an empty body answers 200 (empty or null body) and changes nothing.", "updateCurrentUserStatus", async (t) => {
		const { who, before } = await busy(t);
		const response = (await who.caller.send("PATCH", "/api/v4/user/status", { json: {} })).is(200);
		t.holds("the body should be empty or null", ["", "null"].includes(response.text.trim()), response);
		t.same("the status", (await statusOf(who)).fields, before.fields);
	}),
];
