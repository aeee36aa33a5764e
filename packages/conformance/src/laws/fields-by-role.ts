import { generated } from "../generators/generated";
import { isGenerous, reading } from "../generators/rest-operations";
import { planOf } from "../plans/plan";
import type { ActorName } from "../rule/actors";
import { type ApiResponse, isFields } from "../rule/response";
import type { Rule } from "../rule/rule";
import { keyOf } from "./whole-list";

/** Each sees of a record at least what those before see. */
const inPlace = ["outsider", "guest", "reporter", "developer", "maintainer", "owner"] as const satisfies ActorName[];
/** Of users and runners, which belong to no place. */
const elsewhere = ["outsider", "owner", "administrator"] as const satisfies ActorName[];

/** The fields of each record of a response, by what identifies the record. */
function fieldsOf(response: ApiResponse): ReadonlyMap<string, readonly string[]> {
	const { json } = response;
	// The same record whatever it shows, where it is the only one.
	if (isFields(json)) return new Map([["", Object.keys(json)]]);
	return new Map(response.items.map((record) => [keyOf(record), Object.keys(record)]));
}

const shared = reading.filter(
	({ id, access, rateLimit }) =>
		// Each caller has another record of their own; the avatar is not a record; some operations accept few requests a minute.
		id !== "getGroupAvatar" && access.where !== "self" && isGenerous({ rateLimit }),
);

/** Anyone who has a higher role sees of each record whatever fields a lower one sees. */
export const fieldsByRole: readonly Rule[] = shared.map((row) =>
	generated(
		row,
		{
			phase: "laws",
			what: "fields",
			title: "shows a higher role whatever fields of a record it shows a lower one, and all fields of outsiders to those without credentials",
			level: "ASSUMED",
		},
		async (t) => {
			const { params } = await planOf(row.id, t);
			const isPlaced = row.access.where === "project" || row.access.where === "group";
			let below: ReadonlyMap<string, readonly string[]> = new Map();
			let was = "nobody";
			for (const actor of isPlaced ? inPlace : elsewhere) {
				const response = await t.as(actor).call(row.id, params);
				if (response.status !== 200) continue;
				const seen = fieldsOf(response);
				for (const [key, fields] of seen) {
					const lost = (below.get(key) ?? []).filter((name) => !fields.includes(name));
					t.same(`the fields of the record${key && ` ${key}`} that ${was} sees and ${actor} does not`, lost, [], response);
				}
				below = seen;
				was = actor;
			}
			t.holds("somebody should see the records", was !== "nobody");
			if (!row.anonymous) return;
			const [anonymous, signedIn] = [await t.anonymous.call(row.id, params), await t.as("outsider").call(row.id, params)];
			if (anonymous.status !== 200 || signedIn.status !== 200) return;
			const shown = fieldsOf(signedIn);
			for (const [key, fields] of fieldsOf(anonymous)) {
				const lost = (shown.get(key) ?? []).filter((name) => !fields.includes(name));
				t.same(`the fields of the record${key && ` ${key}`} that outsider sees and anonymous does not`, lost, [], anonymous);
			}
		},
	),
);
