import { createPlatform, demo } from "@tenon/mock";
import scene from "../../packages/conformance/scenes/tenon-mock.json" with { type: "json" };
import { conformanceTests } from "../../packages/conformance/src/vitest";

// Each check is a test of this file.
const { fetch } = createPlatform({ seed: demo });
conformanceTests({ baseUrl: "http://platform.test", fetch, ...scene, strict: true, include: ["domain:releases"] });
