import type { Fields } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import { assumed, type Rule } from "../../rule/rule";
import { all, ids, list } from "./lab";

type Field = "created_at" | "updated_at";

const timeOf = (pipeline: Fields | undefined, field: Field): number => Date.parse(String(pipeline?.[field]));

/** A pipeline in the middle by one of its times, where others have an earlier and a later one; else skips. */
async function three(t: Context, field: Field) {
	const byTime = (await all(t)).sort((a, b) => timeOf(a, field) - timeOf(b, field));
	const at = byTime[Math.floor(byTime.length / 2)];
	const [early, late] = [byTime[0], byTime.at(-1)];
	if (!at || timeOf(early, field) === timeOf(at, field) || timeOf(late, field) === timeOf(at, field))
		return t.skip(`the project has no three pipelines with a different ${field}`);
	return { at, time: timeOf(at, field), everything: byTime };
}

/** Only what is later, or earlier, than a time. */
const bound = (claim: string, name: "after" | "before", field: Field): Rule =>
	byClaim(claim, async (t) => {
		const { everything, time } = await three(t, field);
		const given = new Date(time).toISOString();
		const listed = ids(await all(t, { [`${field.replace("_at", "")}_${name}`]: given }));
		for (const one of everything) {
			const when = timeOf(one, field);
			// The time itself is another claim's.
			if (when === time) continue;
			const wanted = name === "after" ? when > time : when < time;
			t.same(`whether a pipeline of ${one[field]} is listed as ${name} ${given}`, listed.includes(one.id), wanted);
		}
	});

/** Filters by time. */
export const pipelineTimes: readonly Rule[] = [
	bound("PIPE-095", "after", "updated_at"),
	bound("PIPE-096", "before", "updated_at"),
	bound("PIPE-097", "after", "created_at"),
	bound("PIPE-098", "before", "created_at"),
	assumed("PIPE-099", "created_after and created_before are exclusive at T.", "listPipelines", async (t) => {
		const { at } = await three(t, "created_at");
		for (const name of ["created_after", "created_before"]) {
			const listed = await all(t, { [name]: at.created_at });
			t.holds(`a pipeline of the very time should not be listed with ${name}`, !ids(listed).includes(at.id));
		}
	}),
	assumed(
		"PIPE-100",
		"updated_after and updated_before are inclusive at T; updated_before earlier than updated_after gives 200 [].",
		"listPipelines",
		async (t) => {
			const { at, everything } = await three(t, "updated_at");
			for (const name of ["updated_after", "updated_before"]) {
				const listed = await all(t, { [name]: at.updated_at });
				t.holds(`a pipeline of the very time should be listed with ${name}`, ids(listed).includes(at.id));
			}
			const [updated_before, updated_after] = [everything[0]?.updated_at, everything.at(-1)?.updated_at];
			const empty = await list(t, { updated_after, updated_before });
			t.same("the pipelines between a time and an earlier one", empty.is(200).json, [], empty);
		},
	),
	assumed(
		"PIPE-101",
		'A date filter that is not a date-time answers 400 {"error":"updated_after is invalid"} (name of the parameter).',
		"listPipelines",
		async (t) => {
			for (const name of ["updated_after", "updated_before", "created_after", "created_before"])
				(await list(t, { [name]: "yesterday" })).refuses(400, { error: `${name} is invalid` });
		},
	),
];
