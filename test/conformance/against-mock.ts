import { createWorlds, demo, type PlatformOptions } from "@tenon/mock";
import scene from "../../packages/conformance/scenes/tenon-mock.json" with { type: "json" };
import { type Report, type RunOptions, run } from "../../packages/conformance/src/index";

/** Runs rules against a mock in this process with the demo seed. */
export async function againstMock(
	{ tier = "ultimate", ...platform }: PlatformOptions = {},
	options: Partial<RunOptions> = {},
): Promise<Report> {
	const { fetch } = createWorlds({ seed: demo, tier, ...platform });
	return await run({ baseUrl: "http://platform.test", fetch, mode: "destructive", tier, ...scene, ...options });
}
