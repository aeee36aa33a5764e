import { rule } from "../../rule/rule";

/** Which status an operation has for which outcome. */
export const statusChecks = [
	rule("ERR-003", "The latest pipeline of a ref without one is refused with 403.", "getLatestPipeline", async (t) => {
		const response = await t.as("owner").call("getLatestPipeline", { id: t.scene("project"), ref: t.unique("no-branch") });
		response.is(403);
	}),
	rule("ERR-004", "A pipeline in any state can be canceled, with status 200.", "cancelPipeline", async (t) => {
		const at = { id: t.scene("project"), pipeline_id: (await t.given.pipeline()).number("id") };
		for (const _ of [1, 2]) (await t.as("maintainer").call("cancelPipeline", at)).is(200);
	}),
	rule("ERR-011", "A group's token can be revoked twice, each time with status 200.", "revokeGroupToken", async (t) => {
		const asked = { id: t.scene("group"), token: t.scene("throwaway_personal_token") };
		const first = await t.as("owner").call("revokeGroupToken", asked);
		if (first.status === 404) t.skip("the server does not have the revocation of a group's tokens switched on");
		first.is(200).has({ revoked: true });
		(await t.as("owner").call("revokeGroupToken", asked)).is(200).has({ revoked: true });
	}),
];
