import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder";
import { tenonMock } from "../../test/support/tenon-mock";

/** A command that calls the platform of its environment, writes the responses to a file, and exits with 7. */
const asking = (file: string): string[] => [
	process.execPath,
	"--input-type=module",
	"-e",
	`import { writeFileSync } from "node:fs";
	const { TENON_BASE_URL: url, TENON_TOKEN: token, TENON_GRAPHQL_URL, TENON_CONTROL_URL } = process.env;
	const headers = { "PRIVATE-TOKEN": token ?? "", "content-type": "application/json" };
	const user = await (await fetch(url + "/api/v4/user", { headers })).json();
	const graphql = await (await fetch(TENON_GRAPHQL_URL, { method: "POST", headers, body: '{"query":"{ currentUser { username } }"}' })).json();
	const health = await (await fetch(TENON_CONTROL_URL + "/health")).json();
	await fetch(url + "/api/v4/nowhere?private_token=hide-me");
	writeFileSync(${JSON.stringify(file)}, JSON.stringify({ url, user: user.username, graphql, health: health.status, tier: health.tier }));
	process.exit(7);`,
];

test("exec runs a command that finds the platform in its environment, and exits as it did", async () => {
	const file = join(temporaryFolder(), "seen.json");
	const { code, out, err } = await tenonMock(
		"exec",
		"--as",
		"reporter",
		"--tier",
		"premium",
		"--log",
		"--",
		...asking(file),
	);
	expect([code, out]).toEqual([7, ""]);
	const seen = JSON.parse(readFileSync(file, "utf8"));
	expect(seen).toMatchObject({
		url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
		user: "reporter",
		graphql: { data: { currentUser: { username: "reporter" } } },
		health: "ok",
		tier: "premium",
	});
	expect(err).toMatch(/^200 GET +\/api\/v4\/user [\d.]+ ms$/m);
	expect(err).not.toContain("hide-me");
	// The platform stopped when the command ended.
	await expect(fetch(seen.url)).rejects.toThrow();
});

test("exec reports at the end how much of the contract was exercised, in all worlds together", async () => {
	const script = `const url = process.env.TENON_BASE_URL;
		await fetch(url + "/api/v4/groups/acme?with_projects=false");
		await fetch(url + "/_world/other/api/v4/groups/nowhere");`;
	const command = ["--", process.execPath, "--input-type=module", "-e", script];
	const { code, out, err } = await tenonMock("exec", "--coverage", ...command);
	expect([code, out]).toEqual([0, ""]);
	expect(err).toMatch(/^\nCoverage of the contract\n {2}operations {5}0 % {2}1 of \d+\n/);
	expect(err).toMatch(/getGroup +2 calls +200, 404\n/);
	const json = JSON.parse((await tenonMock("exec", "--coverage", "--json", ...command)).err);
	const row = json.coverage.operations.find(({ operation }: { operation: string }) => operation === "getGroup");
	expect(row).toMatchObject({ calls: 2, statuses: { 200: 1, 404: 1 }, parameters: ["id", "with_projects"] });
	expect(row.missingStatuses).not.toContain(404);
	expect(json.coverage.totals.errors.covered).toBe(1);
});

test("exec without --log is silent, and a command that a signal ended exits with the code that shells use", async () => {
	expect(
		await tenonMock("exec", "--seed", "empty", "--", process.execPath, "-e", "process.kill(process.pid, 'SIGTERM')"),
	).toEqual({
		code: 143,
		out: "",
		err: "",
	});
	expect((await tenonMock("exec", "--", process.execPath, "-e", "")).code).toBe(0);
});

test("exec keeps what its options say, and exits with 1 if the command cannot be started", async () => {
	const folder = temporaryFolder();
	const file = join(folder, "state.json");
	expect((await tenonMock("exec", "--data", file, "--", process.execPath, "-e", "")).code).toBe(0);
	expect(existsSync(file)).toBe(true);
	const missing = await tenonMock("exec", "--", "no-such-command-here");
	expect(missing).toEqual({ code: 1, out: "", err: "tenon-mock: the command no-such-command-here was not found\n" });
	const wrong = await tenonMock("exec", "--host", "203.0.113.7", "--", "true");
	expect([wrong.code, wrong.err]).toEqual([
		1,
		expect.stringContaining("203.0.113.7:0 is not an address of this machine."),
	]);
});
