import { createWorlds, demo } from "@tenon/mock";
import scene from "../../../conformance/scenes/tenon-mock.json" with { type: "json" };
import { conformanceTests } from "../../../conformance/src/vitest";

/**
 * A test for each rule of the platform that the patterns select, as the conformance runner has them. Each runs in a world of its own, arranged
 * through the control API, so none is skipped; assumptions count as much as statements of the specification.
 */
export function ruleTests(...include: readonly string[]): void {
	const { fetch } = createWorlds({ seed: demo });
	conformanceTests({
		baseUrl: "http://platform.test",
		fetch,
		...scene,
		tier: "ultimate",
		offering: "any",
		mode: "destructive",
		bench: "control",
		strict: true,
		include,
	});
}
