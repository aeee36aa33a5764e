import { expect, test } from "vitest";
import { alertWorld } from "../support/alerts";
import { entryPoints } from "../support/entry-points";

test.each(entryPoints)("ALERT-011, ALERT-019 the intake works through %s", async (_name, open) => {
	const { platform, intake, addressOf, last } = alertWorld();
	const call = await open(platform);
	const post = (key: string, body: string): Promise<Response> =>
		call(new URL(addressOf(intake)).pathname, {
			method: "POST",
			headers: { authorization: `Bearer ${key}` },
			body,
		});
	const response = await post(intake.key, '{"title":"Disk full"}');
	expect([response.status, await response.json()]).toEqual([200, [{ iid: 1, title: "Disk full" }]]);
	const refused = await post("wrong", "{}");
	expect([refused.status, await refused.text()]).toEqual([401, ""]);
	const tooLarge = await post(intake.key, `{"title":"${"x".repeat(1_100_000)}"}`);
	expect([tooLarge.status, await tooLarge.text()]).toEqual([400, ""]);
	expect(await last()).toMatchObject({ iid: "1", title: "Disk full" });
});
