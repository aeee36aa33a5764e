import { createWorlds, demo } from "@tenon/mock";
import scene from "../../../conformance/scenes/tenon-mock.json" with { type: "json" };
import { conformanceTests } from "../../../conformance/src/vitest";

/**
 * Creates a test for each conformance rule of the platform that matches the patterns. Each runs in its own world and
 * prepares it through the control API, so none is skipped. Assumptions count as much as the specification's statements.
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
