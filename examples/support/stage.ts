import { createPlatform, demo, type Platform, type PlatformOptions } from "@tenon/mock";
import { listen } from "@tenon/mock/node";
import { expect, onTestFinished, vi } from "vitest";
import type { Program, World } from "./program";

// The first answers of a strict platform wait for what they are checked by to be loaded.
vi.setConfig({ testTimeout: 60_000 });

/** What a program left behind. */
interface Ended {
	readonly code: number;
	readonly out: string;
	readonly err: string;
}

interface Stage {
	readonly platform: Platform;
	readonly url: string;
	/** Runs a program against the platform, as `maintainer` unless `env` says otherwise. */
	run(program: Program, args?: readonly string[], env?: World["env"], signal?: AbortSignal): Promise<Ended>;
}

/**
 * A platform that listens for the time of one test, with the demo seed. It is strict: an answer that breaks the contract
 * fails the test.
 */
export async function stage(options: PlatformOptions = {}): Promise<Stage> {
	const faults: unknown[] = [];
	const platform = createPlatform({ seed: demo, strict: true, onError: (error) => faults.push(error), ...options });
	const server = await listen(platform);
	onTestFinished(async () => {
		await server.close();
		expect(faults).toEqual([]);
	});
	return {
		platform,
		url: server.url,
		async run(program, args = [], env = {}, signal = new AbortController().signal) {
			const told = { out: "", err: "" };
			const sink = (name: "out" | "err") => ({
				write(text: string) {
					told[name] += text;
				},
			});
			const given = { TENON_BASE_URL: server.url, TENON_TOKEN: "maintainer-token", ...env };
			const code = await program(args, { env: given, out: sink("out"), err: sink("err"), signal });
			return { code, ...told };
		},
	};
}
