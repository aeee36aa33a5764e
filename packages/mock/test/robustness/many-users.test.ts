import { expect, test } from "vitest";
import { world } from "../support/world";

test("CONV-091 the 50,001st user is reached by cursor", async () => {
	const { platform, make } = world({ seed: () => {} });
	for (const user of [{ username: "root", admin: true }, { username: "anna" }]) make.user(user);
	const [root] = platform.state.users.all();
	if (!root) throw new Error("root");
	const { id: _id, ...like } = root;
	for (let at = 0; at < 50_100; at++)
		platform.state.users.insert({ ...like, username: `m${at}`, email: `m${at}@example.com`, admin: false });
	const headers = { "PRIVATE-TOKEN": "anna-token" };
	const list = "http://tenon.test/api/v4/users?pagination=keyset&sort=asc&per_page=100&cursor=";
	let cursor = "";
	let page: { id: number }[] = [];
	let count = 0;
	// These responses are not validated against the contract, because there are too many.
	for (let number = 0; number < 502; number++) {
		const response = await platform.fetch(`${list}${cursor}`, { headers });
		page = await response.json();
		count += page.length;
		cursor = response.headers.get("x-next-cursor") ?? "";
	}
	expect([count, page.at(-1)?.id, cursor]).toEqual([50_102, 50_102, ""]);
});
