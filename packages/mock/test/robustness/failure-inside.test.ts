import { expect, test } from "vitest";
import { world } from "../support/world";

test("ERR-072 a failure inside the mock is a 500 that says nothing about it", async () => {
	const { ask, platform } = world({ onError: () => undefined });
	// The cast breaks the record on purpose.
	platform.state.projects.update(101, { branches: undefined } as never);
	const inside = await ask("owner", "POST", "/projects/101/pipeline", { json: { ref: "main" } });
	expect([inside.status, inside.body]).toEqual([500, { message: "500 Internal Server Error" }]);
});
