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

/** Each sees of a record at least what those before see. */
const inPlace = ["outsider", "guest", "reporter", "developer", "maintainer", "owner", "administrator"] as const satisfies ActorName[];
/** Of users and runners, which belong to no place. */
const elsewhere = ["outsider", "maintainer", "owner", "administrator"] as const satisfies ActorName[];

/** The records of a response. */
const recordsOf = ({ json }: ApiResponse): readonly Fields[] => [json].flat().filter(isFields);

/** Each record of a response, by what identifies it: the same record whatever it shows, where it is the only one. */
const fieldsOf = (response: ApiResponse): ReadonlyMap<string, Fields> =>
	new Map(recordsOf(response).map((record) => [isFields(response.json) ? "" : keyOf(record), record]));

/** What somebody sees of each record. */
interface Shown {
	readonly actor: ActorName;
	readonly fields: ReadonlyMap<string, Fields>;
}

/** Fields that show each caller a part, or a value of their own. */
const personal = /^(can_.*|.*_count|repository_storage|permissions|is_followed|(shared_)?projects|shared_with_groups)$/;

/** In each record of a response, the fields that somebody else sees, too, must have the same values. */
function seesTheSame(t: Context, who: ActorName | "anonymous", response: ApiResponse, { actor, fields }: Shown): void {
	for (const [key, own] of fieldsOf(response)) {
		const shared = Object.entries(fields.get(key) ?? {}).filter(([name]) => Object.hasOwn(own, name) && !personal.test(name));
		const other = shared.flatMap(([name, value]) => (isDeepStrictEqual(own[name], value) ? [] : [name]));
		t.same(`the fields of the record${key && ` ${key}`} that are other for ${actor} than for ${who}`, other, [], response);
	}
}

/** Of each record in a response, all fields must be there that somebody else sees, with the same values. */
function seesAll(t: Context, who: ActorName | "anonymous", response: ApiResponse, shown: Shown): void {
	for (const [key, own] of fieldsOf(response)) {
		const lost = Object.keys(shown.fields.get(key) ?? {}).filter((name) => !Object.hasOwn(own, name));
		t.same(`the fields of the record${key && ` ${key}`} that ${shown.actor} sees and ${who} does not`, lost, [], response);
	}
	seesTheSame(t, who, response, shown);
}

const shared = reading.filter(
	({ id, access, rateLimit }) =>
		// Each caller has another record of their own; the avatar is not a record; some operations accept few requests a minute.
		id !== "getGroupAvatar" && access.where !== "self" && isGenerous({ rateLimit }),
);

/** Anyone who has a higher role sees of each record whatever fields a lower one sees, and the same in them. */
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
				t.holds("somebody should see the records", below !== undefined);
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
