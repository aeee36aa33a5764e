import { test } from "@tenon/mock/vitest";
import { test as plain } from "vitest";

test("a group, with its projects", async ({ fetch, expect }) => {
	const headers = { "PRIVATE-TOKEN": "owner-token" };
	const response = await fetch("http://a.test/api/v4/groups/acme?with_projects=true", { headers });
	await expect(response).toMatchContract();
	await fetch("http://a.test/api/v4/user", { headers });
});

plain("without a platform", () => {});
