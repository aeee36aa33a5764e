import { expect, test } from "vitest";
import { lab } from "../support/lab";

test("CONV-140 the mock is the newest release by default, with everything on", async () => {
	const { ask, ids, pipeline, platform, project } = lab();
	const nightly = pipeline({ name: "Nightly" }).id;
	pipeline();
	expect(await ids("name=Nightly")).toEqual([nightly]);
	const inputs = await ask("owner", "POST", `/projects/${project.id}/pipeline`, {
		json: { ref: "main", inputs: "none" },
	});
	expect(inputs.status).toBe(400);
	const revoke = () => ask("owner", "POST", "/groups/acme/tokens/revoke", { json: { token: "unknown" } });
	expect((await revoke()).status).not.toBe(404);
	platform.settings.flags = { group_token_revocation: false };
	expect((await revoke()).status).toBe(404);
});
