import { createPlatform, demo, type PlatformOptions } from "@tenon/mock";
import scene from "../../packages/conformance/scenes/tenon-mock.json" with { type: "json" };
import { type Report, type RunOptions, run } from "../../packages/conformance/src/index";

/** Runs checks against a mock in this process, which holds the demo seed. */
export async function againstMock(
	{ tier = "ultimate", ...platform }: PlatformOptions = {},
	options: Partial<RunOptions> = {},
): Promise<Report> {
	const { fetch } = createPlatform({ seed: demo, tier, ...platform });
	return await run({ baseUrl: "http://platform.test", fetch, mode: "destructive", tier, ...scene, ...options });
}
