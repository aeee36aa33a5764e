import { expect, test } from "vitest";
import { world } from "../support/world";

test.each(["9999-12-31T23:59:59-01:00", "0000-01-01T00:00:00+01:00"])(
	"a time whose offset leads out of the years of four digits is refused: %s",
	async (time) => {
		const { ask, state } = world();
		const before = state();
		const path = `/projects/acme%2Fweb/pipelines?created_after=${encodeURIComponent(time)}`;
		const answer = await ask("developer", "GET", path);
		expect(answer.status).toBe(400);
		expect(answer.body).toEqual({ error: "created_after is invalid" });
		expect(state()).toBe(before);
	},
);
