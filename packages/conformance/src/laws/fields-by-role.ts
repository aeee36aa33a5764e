import { isDeepStrictEqual } from "node:util";
import { generated } from "../generators/generated";
import { isGenerous, reading } from "../generators/rest-operations";
import { planOf } from "../plans/plan";
import type { ActorName } from "../rule/actors";
import { auditors } from "../rule/callers";
import type { Context } from "../rule/context";
import { type ApiResponse, type Fields, isFields } from "../rule/response";
import type { Rule } from "../rule/rule";
import { whileUnchanged } from "./while-unchanged";
import { keyOf } from "./whole-list";

/** Actors in a group or project: each sees at least the fields that the actors before it see. */
const inPlace = ["outsider", "guest", "reporter", "developer", "maintainer", "owner", "administrator"] as const satisfies ActorName[];
/** The actors for users and runners, which belong to no group or project. */
const elsewhere = ["outsider", "maintainer", "owner", "administrator"] as const satisfies ActorName[];

/** Returns the records of a response. */
const recordsOf = ({ json }: ApiResponse): readonly Fields[] => [json].flat().filter(isFields);

/** Returns the records of a response by their keys. The key is empty if the response is a single record. */
const fieldsOf = (response: ApiResponse): ReadonlyMap<string, Fields> =>
	new Map(recordsOf(response).map((record) => [isFields(response.json) ? "" : keyOf(record), record]));

/** The fields of each record that an actor sees. */
interface Shown {
	readonly actor: ActorName;
	readonly fields: ReadonlyMap<string, Fields>;
}

/** Fields whose values depend on the caller. */
const personal = /^(can_.*|.*_count|repository_storage|permissions|is_followed|(shared_)?projects|shared_with_groups)$/;

/** Checks that the fields that both callers see have the same values in each record of a response. */
function seesTheSame(t: Context, who: ActorName | "anonymous", response: ApiResponse, { actor, fields }: Shown): void {
	for (const [key, own] of fieldsOf(response)) {
		const shared = Object.entries(fields.get(key) ?? {}).filter(([name]) => Object.hasOwn(own, name) && !personal.test(name));
		const other = shared.flatMap(([name, value]) => (isDeepStrictEqual(own[name], value) ? [] : [name]));
		t.same(`the fields of the record${key && ` ${key}`} that differ between ${actor} and ${who}`, other, [], response);
	}
}

/** Checks that each record of a response has all fields that another actor sees, with the same values. */
function seesAll(t: Context, who: ActorName | "anonymous", response: ApiResponse, shown: Shown): void {
	for (const [key, own] of fieldsOf(response)) {
		const lost = Object.keys(shown.fields.get(key) ?? {}).filter((name) => !Object.hasOwn(own, name));
		t.same(`the fields of the record${key && ` ${key}`} that ${shown.actor} sees and ${who} does not`, lost, [], response);
	}
	seesTheSame(t, who, response, shown);
}

const shared = reading.filter(
	({ id, access, rateLimit }) =>
		// Excludes operations that return another record for each caller, the avatar, and operations with a low rate limit.
		id !== "getGroupAvatar" && access.where !== "self" && isGenerous({ rateLimit }),
);

/** A caller with a higher role sees every field that a lower role sees, with the same value. */
export const fieldsByRole: readonly Rule[] = shared.map((row) =>
	generated(
		row,
		{
			phase: "laws",
			what: "fields",
			title: "returns every field that a lower role gets to each higher role, with the same value, and every field that outsiders get to anonymous callers",
			level: "ASSUMED",
		},
		async (t) => {
			const { params } = await planOf(row.id, t);
			const isPlaced = row.access.where === "project" || row.access.where === "group";
			const read = async () => recordsOf(await t.as("administrator").call(row.id, params));
			await whileUnchanged(t, read, async () => {
				let below: Shown | undefined;
				let ofOutsiders: Shown | undefined;
				for (const actor of isPlaced ? inPlace : elsewhere) {
					const response = await t.as(actor).call(row.id, params);
					if (response.status !== 200) continue;
					if (below) seesAll(t, actor, response, below);
					below = { actor, fields: fieldsOf(response) };
					if (actor === "outsider") ofOutsiders = below;
				}
				t.holds("at least one actor should see the records", below !== undefined);
				for (const actor of auditors(t)) {
					const response = await t.as(actor).call(row.id, params);
					if (below && response.status === 200) seesTheSame(t, actor, response, below);
				}
				if (!row.anonymous || !ofOutsiders) return;
				const anonymous = await t.anonymous.call(row.id, params);
				if (anonymous.status === 200) seesAll(t, "anonymous", anonymous, ofOutsiders);
			});
		},
	),
);
