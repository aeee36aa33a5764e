import { expect, test } from "vitest";
import { world } from "../support/world";

const path = "/groups/acme";

test("pages of any origin may read the platform's responses, unless only some are allowed", async () => {
	const { platform, ask } = world();
	const from = (origin: string, method = "GET") => ask(null, method, path, { headers: { origin } });
	expect((await from("http://localhost:5173")).headers.get("access-control-allow-origin")).toBe("*");
	platform.configure({ cors: ["http://localhost:5173"] });
	for (const method of ["GET", "OPTIONS"]) {
		const mine = await from("http://localhost:5173", method);
		expect([mine.headers.get("access-control-allow-origin"), mine.headers.get("vary")]).toEqual([
			"http://localhost:5173",
			"Origin",
		]);
		const other = await from("http://localhost:5174", method);
		expect([other.headers.get("access-control-allow-origin"), other.headers.get("vary")]).toEqual([null, "Origin"]);
	}
	platform.configure({ cors: [] });
	expect((await from("http://localhost:5173")).headers.get("access-control-allow-origin")).toBeNull();
	expect((await ask(null, "GET", path)).headers.get("vary")).toBe("Origin");
});

test.each(["any", ["localhost"], ["http://localhost:5173/"], [7]])("origins are written as browsers do: %j", (cors) => {
	expect(() => world().platform.configure({ cors })).toThrow("/cors: expected");
});
