import { createPlatform } from "@tenon/mock";
import { test } from "vitest";

const platform = createPlatform();

test("the body of an override has the types of the operation's response", () => {
	platform.override("getGroup", () => ({ body: { id: 1, name: "Mine" } }));
	platform.override("getGroup", async () => ({ status: 409, body: { message: "taken" } }));
	platform.override("listPipelines", () => ({ body: [{ id: 1, status: "failed" }] }));
	platform.override("deletePipeline", () => ({ status: 204 }));
	platform.override("executeGraphql", () => ({ body: { data: { currentUser: null } } }));
	// @ts-expect-error A group's id is a number.
	platform.override("getGroup", () => ({ body: { id: "one" } }));
	// @ts-expect-error The id of a pipeline is a number.
	platform.override("listPipelines", () => ({ body: [{ id: "one" }] }));
	// @ts-expect-error There is no such operation.
	platform.override("getGruop", () => undefined);
});
