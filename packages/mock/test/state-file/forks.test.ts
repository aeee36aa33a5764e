import { createPlatform, demo } from "@tenon/mock";
import { expect, test } from "vitest";
import { stateText } from "../../../../test/support/state-text";
import { startOfTime, world } from "../support/world";

const note = { json: { body: "hello" } };
const notes = "/projects/acme%2Fweb/issues/1/notes";

test("reset puts back the seed, the clock and the settings: the same requests return the same bytes", async () => {
	const { platform, state } = world();
	const ask = async (): Promise<unknown> => {
		const headers = { "private-token": "developer-token", "content-type": "application/json" };
		const url = `http://tenon.test/api/v4${notes}`;
		return [
			await platform.handle({ method: "POST", url, headers, body: '{"body":"hello"}' }),
			await platform.handle({ method: "GET", url, headers }),
		];
	};
	const before = state();
	const first = await ask();
	platform.settings.tier = "free";
	platform.settings.flags.anything = false;
	platform.clock.advance("1 day");
	platform.seed.user({ username: "somebody" });
	expect(state()).not.toBe(before);
	platform.reset();
	expect(state()).toBe(before);
	expect(platform.clock.iso()).toBe(startOfTime);
	expect(platform.settings).toMatchObject({ tier: "ultimate", flags: {} });
	expect(await ask()).toEqual(first);
	platform.reset();
	expect(state()).toBe(before);
});

test("a fork holds the same, and neither sees what is done to the other", async () => {
	const { platform, ask, state } = world({ tier: "premium" });
	await ask("developer", "POST", notes, note);
	const before = state();
	const fork = platform.fork();
	expect(stateText(fork)).toBe(before);
	expect(fork.settings.tier).toBe("premium");
	expect(fork.clock.iso()).toBe(platform.clock.iso());

	fork.seed.user({ username: "of-the-fork" });
	fork.settings.flags.only_here = false;
	fork.clock.advance("1 hour");
	expect(state()).toBe(before);
	expect(platform.settings.flags).toEqual({});
	expect(platform.clock.iso()).toBe(startOfTime);

	const forked = stateText(fork);
	await ask("developer", "POST", notes, note);
	await ask("root", "DELETE", "/users/8");
	expect(stateText(fork)).toBe(forked);
	fork.reset();
	expect(stateText(fork)).toBe(before);
	platform.reset();
	expect(state()).toBe(stateText(createPlatform({ seed: demo, clock: startOfTime })));
});

test("a snapshot is put back as often as one likes, here and on another platform, and by way of JSON", async () => {
	const { platform, ask, state } = world();
	const kept = platform.snapshot();
	const text = state();
	const whole = JSON.stringify(kept);
	for (const snapshot of [kept, kept, JSON.parse(whole)]) {
		await ask("root", "DELETE", "/users/8");
		await ask("developer", "POST", notes, note);
		expect(state()).not.toBe(text);
		platform.restore(snapshot);
		expect(state()).toBe(text);
	}
	const other = world({ seed: () => {} });
	other.platform.restore(kept);
	expect(other.state()).toBe(text);
	expect((await other.ask("developer", "GET", notes)).body).toEqual((await ask("developer", "GET", notes)).body);
	expect(JSON.stringify(kept)).toBe(whole);
});
