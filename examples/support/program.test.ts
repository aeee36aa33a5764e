import { createClient } from "@tenon/client";
import { expect, test } from "vitest";
import { program } from "./program";
import { stage } from "./stage";

const whoami = program({
	help: "whoami: prints the token's user.",
	options: { loud: { type: "boolean" } },
	async run({ values, platform, signal, print }) {
		const { username } = await createClient(platform).users.getCurrent({}, { signal, retries: 0 });
		print(values.loud ? username.toUpperCase() : username);
	},
});

test("--help prints what a program does and needs, and sends no request", async () => {
	const { run, platform } = await stage();
	const { code, out } = await run(whoami, ["--help"], { TENON_BASE_URL: undefined, TENON_TOKEN: undefined });
	expect(code).toBe(0);
	expect(out).toContain("whoami: prints the token's user.");
	expect(out).toContain("TENON_BASE_URL");
	expect(platform.journal.calls()).toEqual([]);
});

test("reports missing environment variables and wrong arguments", async () => {
	const { run } = await stage();
	const bare = await run(whoami, [], { TENON_TOKEN: "" });
	expect(bare).toMatchObject({ code: 2, err: expect.stringContaining("Set TENON_TOKEN.") });
	const wrong = await run(whoami, ["--quiet"]);
	expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining("--quiet") });
});

test("reports a refusal and an unreachable platform with a hint, without the token", async () => {
	const { run, url } = await stage();
	expect(await run(whoami, ["--loud"])).toEqual({ code: 0, out: "MAINTAINER\n", err: "" });
	const refused = await run(whoami, [], { TENON_TOKEN: "a-wrong-token" });
	expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("Is TENON_TOKEN right") });
	expect(refused.err).not.toContain("a-wrong-token");
	const dead = await run(whoami, [], { TENON_BASE_URL: url.replace(/\d+$/, "1") });
	expect(dead).toMatchObject({ code: 1, err: expect.stringContaining("Is TENON_BASE_URL right") });
});

test("reports an aborted run as interrupted", async () => {
	const { run } = await stage();
	expect(await run(whoami, [], {}, AbortSignal.abort())).toEqual({ code: 130, out: "", err: "Interrupted.\n" });
});
