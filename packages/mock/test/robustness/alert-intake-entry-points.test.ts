import { handlers } from "@tenon/mock/msw";
import { listen } from "@tenon/mock/node";
import { setupServer } from "msw/node";
import { expect, test } from "vitest";
import { alertWorld } from "../support/alerts";

const doors = {
	async "the loopback server"(platform: Parameters<typeof listen>[0]) {
		const server = await listen(platform);
		return { origin: server.url, close: () => server.close() };
	},
	async MSW(platform: Parameters<typeof handlers>[0]) {
		const server = setupServer(...handlers(platform));
		server.listen({ onUnhandledRequest: "error" });
		return { origin: "https://platform.example.com", close: () => server.close() };
	},
};

test.each(Object.entries(doors))("ALERT-011, ALERT-019 the intake works through %s", async (_name, open) => {
	const { platform, intake, addressOf, last } = alertWorld();
	const { origin, close } = await open(platform);
	try {
		const post = (key: string, body: string): Promise<Response> =>
			fetch(`${origin}${new URL(addressOf(intake)).pathname}`, {
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
	} finally {
		await close();
	}
});
