import { expect, test } from "vitest";
import { lab } from "../support/lab";
import { world } from "../support/world";

/** Every text of an answer that is named as a time, with its name. */
function times(value: unknown): [string, unknown][] {
	if (!value || typeof value !== "object") return [];
	return Object.entries(value).flatMap(([name, inner]): [string, unknown][] =>
		name.endsWith("_at") && inner !== null ? [[name, inner]] : times(inner),
	);
}

test("CONV-027, CONV-028 times are UTC with three decimals", async () => {
	const { ask } = world();
	const web = "/projects/acme%2Fweb";
	const all: [string, unknown][] = [];
	for (const path of [`${web}/pipelines?per_page=100`, `${web}/pipelines/706`, `${web}/issues/1/notes?per_page=100`])
		all.push(...times((await ask("owner", "GET", path)).body));
	const made = await ask("owner", "POST", `${web}/issues/1/notes`, {
		json: { body: "Backdated", created_at: "2025-03-01T10:00:00+02:00" },
	});
	all.push(...times(made.body));
	expect(made.body.created_at).toBe("2025-03-01T08:00:00.000Z");
	expect(all.length).toBeGreaterThan(200);
	for (const [name, time] of all) expect(time, name).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

/** A lab with a pipeline last changed at each of these times, and a question after those that pass a filter. */
function changedAt(...moments: string[]) {
	const { get, pipeline } = lab();
	for (const updated_at of moments) pipeline({ created_at: "2024-01-01T00:00:00.000Z", updated_at });
	return async (query: string) => {
		const { status, body } = await get(`?sort=asc&${query}`);
		return status === 200 ? body.map((one: { updated_at: string }) => one.updated_at) : [status, body];
	};
}

const early = "2024-01-30T23:59:59.999Z";
const midnight = "2024-01-31T00:00:00.000Z";
const late = "2024-01-31T17:41:13.000Z";

test("CONV-031 a time with an offset is the same moment in UTC", async () => {
	const those = changedAt(early, midnight, late);
	expect(await those("updated_after=2024-01-31T23:11:13.000%2B05:30")).toEqual([late]);
	expect(await those("updated_after=2024-01-31T23:11:13.001%2B05:30")).toEqual([]);
	expect(await those("updated_before=2024-01-30T19:00:00-05:00")).toEqual([early, midnight]);
});

test("CONV-032 a bare date is that day's midnight in UTC", async () => {
	const those = changedAt(early, midnight, late);
	expect(await those("updated_after=2024-01-31")).toEqual([midnight, late]);
	expect(await those("updated_before=2024-01-31")).toEqual([early, midnight]);
});

test.each(["yesterday", "2024-02-30", "2024-13-01", "31.01.2024", "2024-01-31T25:00:00Z", "1706659200"])(
	"CONV-033 %s is no time",
	async (text) => {
		const those = changedAt(midnight);
		for (const name of ["updated_after", "created_before"])
			expect(await those(`${name}=${text}`)).toEqual([400, { error: `${name} is invalid` }]);
	},
);

test("CONV-034 both ends count, where nothing else is said", async () => {
	const those = changedAt(early, midnight, late);
	expect(await those(`updated_after=${midnight}&updated_before=${late}`)).toEqual([midnight, late]);
	expect(await those(`updated_after=${early}&updated_before=${midnight}`)).toEqual([early, midnight]);
});
