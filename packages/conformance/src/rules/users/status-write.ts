import { byClaim } from "../../rule/by-claim";
import type { Rule } from "../../rule/rule";
import { person } from "./person";
import { busy, full, statusOf, type Way, ways } from "./status-ways";

/** A claim of each way, by what it says. */
const claims: Readonly<Record<Way, Readonly<Record<string, string>>>> = {
	replaceCurrentUserStatus: {
		anonymous: "USER-510",
		balloon: "USER-515",
		length: "USER-516",
		tooLong: "USER-517",
		availability: "USER-518",
		span: "USER-526",
		emoji: "USER-527",
		codes: "USER-528",
		otherAvailability: "USER-529",
		same: "USER-530",
	},
	updateCurrentUserStatus: {
		anonymous: "USER-531",
		balloon: "USER-536",
		length: "USER-537",
		tooLong: "USER-538",
		availability: "USER-539",
		span: "USER-547",
		emoji: "USER-548",
		codes: "USER-549",
		otherAvailability: "USER-550",
		same: "USER-551",
	},
};

const spans: readonly (readonly [span: string, minutes: number, put: string, patch: string])[] = [
	["30_minutes", 30, "USER-519", "USER-540"],
	["3_hours", 180, "USER-520", "USER-541"],
	["8_hours", 480, "USER-521", "USER-542"],
	["1_day", 1_440, "USER-522", "USER-543"],
	["3_days", 4_320, "USER-523", "USER-544"],
	["7_days", 10_080, "USER-524", "USER-545"],
	["30_days", 43_200, "USER-525", "USER-546"],
];

/** What holds for either way of writing a status. */
function either(way: Way): Rule[] {
	const of = (what: string) => claims[way][what] ?? "";
	return [
		byClaim(of("anonymous"), async (t) => {
			(await t.anonymous.call(way, { message: "Hi" })).refuses(401);
		}),
		byClaim(of("balloon"), async (t) => {
			const who = await person(t);
			(await who.caller.call(way, { message: "Hi" })).is(200);
			(await statusOf(who)).has({ emoji: "speech_balloon", message: "Hi" });
		}),
		byClaim(of("length"), async (t) => {
			const who = await person(t);
			const message = "ü".repeat(100);
			(await who.caller.call(way, { emoji: "tea", message })).is(200);
			(await statusOf(who)).has({ message });
			const response = await who.caller.call(way, { emoji: "tea", message: `${message}ü` });
			t.holds("a message of 101 characters should be refused", response.status >= 400 && response.status < 500, response);
			(await statusOf(who)).has({ message });
		}),
		byClaim(of("tooLong"), async (t) => {
			const { who, before } = await busy(t);
			const response = await who.caller.call(way, { message: "ü".repeat(101) });
			response.refuses(400, { message: { message: ["is too long (maximum is 100 characters)"] } });
			t.same("the status", (await statusOf(who)).fields, before.fields);
		}),
		byClaim(of("availability"), async (t) => {
			const who = await person(t);
			for (const availability of ["busy", "not_set"]) {
				(await who.caller.call(way, { message: "Hi", availability })).is(200).has({ availability });
				(await statusOf(who)).has({ availability });
			}
		}),
		byClaim(of("span"), async (t) => {
			const { who, before } = await busy(t);
			const response = await who.caller.call(way, { message: "Hi", clear_status_after: "2_days" });
			response.refuses(400, { error: "clear_status_after does not have a valid value" });
			t.same("the status", (await statusOf(who)).fields, before.fields);
		}),
		byClaim(of("emoji"), async (t) => {
			const { who, before } = await busy(t);
			const response = await who.caller.call(way, { emoji: "no_such_thing_anywhere" });
			response.refuses(400, { message: { emoji: ["is not a valid emoji name"] } });
			t.same("the status", (await statusOf(who)).fields, before.fields);
		}),
		byClaim(of("codes"), async (t) => {
			const who = await person(t);
			const message = "one :coffee: please";
			(await who.caller.call(way, { message })).is(200).has({ message });
			(await statusOf(who)).has({ message });
		}),
		byClaim(of("otherAvailability"), async (t) => {
			const { who } = await busy(t);
			(await who.caller.call(way, { message: "Hi", availability: "away" })).is(200).has({ availability: "not_set" });
			(await statusOf(who)).has({ availability: "not_set" });
		}),
		byClaim(of("same"), async (t) => {
			const who = await person(t);
			const written = (await who.caller.call(way, full)).is(200);
			written.has({ emoji: "coffee", message: "Back soon", availability: "busy" });
			t.same("one's own status", (await statusOf(who)).fields, written.fields);
			const shown = (await t.anonymous.call("getUserStatus", { id_or_username: who.username })).is(200);
			t.same("the status by username", shown.fields, written.fields, shown);
		}),
		...spans.map(([clear_status_after, minutes, put, patch]) =>
			byClaim(way === "replaceCurrentUserStatus" ? put : patch, async (t) => {
				const who = await person(t);
				const written = (await who.caller.call(way, { message: "Hi", clear_status_after })).is(200);
				const date = written.header("date");
				const now = date === null ? Date.now() : Date.parse(date);
				const ends = Date.parse(written.string("clear_status_at"));
				const off = Math.abs(ends - now - minutes * 60_000);
				t.holds(`clear_status_at should be ${minutes} minutes from now`, off <= 60_000, written);
			}),
		),
	];
}

export const statusWrites: readonly Rule[] = ways.flatMap(either);
