import { createPlatform, demo, type Platform, type PlatformOptions } from "@tenon/mock";
import { listen } from "@tenon/mock/node";
import { expect, onTestFinished, vi } from "vitest";
import type { Program, World } from "./program";

// The first response of a strict platform takes longer: it loads the validators.
vi.setConfig({ testTimeout: 60_000 });

/** What a program printed, and its exit code. */
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
 * A platform with the demo seed that listens until the test ends. It is strict: a response that breaks the contract
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
			const output = { out: "", err: "" };
			const sink = (name: "out" | "err") => ({
				write(text: string) {
					output[name] += text;
				},
			});
			const environment = { TENON_BASE_URL: server.url, TENON_TOKEN: "maintainer-token", ...env };
			const code = await program(args, { env: environment, out: sink("out"), err: sink("err"), signal });
			return { code, ...output };
		},
	};
}
