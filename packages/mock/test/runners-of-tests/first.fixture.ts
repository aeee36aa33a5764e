import { test } from "@tenon/mock/vitest";

const developer = { "PRIVATE-TOKEN": "developer-token" };

test("a group twice", async ({ fetch, expect }) => {
	for (const id of ["acme", "nobody"]) await fetch(`http://a.test/api/v4/groups/${id}`, { headers: developer });
	expect(process.env.VITEST_POOL_ID).toBeDefined();
});
