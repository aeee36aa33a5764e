import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@tenon/client";
import { expect, onTestFinished, test } from "vitest";
import { stage } from "../support/stage";
import { main } from ".";

const soon = ["--within", "14", "--lifetime", "90"];
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A group whose owner runs the job with a token that expires soon, and two more such tokens. */
async function groupWithTokens() {
	const made = await stage();
	const { seed } = made.platform;
	seed.enterpriseUser("owner", "acme");
	const job = seed.token({
		user_id: seed.userId("owner"),
		text: "job-token",
		name: "Rotation job",
		expires_at: inDays(3),
	});
	const laptop = seed.token({
		user_id: seed.userId("developer"),
		text: "soon-laptop",
		name: "Old laptop",
		expires_at: inDays(5),
	});
	const bot = seed.resourceToken("acme/web", "developer", { text: "soon-bot", name: "Deploys", expires_at: inDays(7) });
	const dir = await mkdtemp(join(tmpdir(), "token-rotation-"));
	onTestFinished(() => rm(dir, { recursive: true }));
	return { ...made, job, laptop, bot, dir, out: join(dir, "tokens.json"), env: { TENON_TOKEN: "job-token" } };
}

test("rotates tokens that expire soon, including its own, and saves the new ones in a file of mode 600", async () => {
	const { url, run, env, job, laptop, bot, dir, out } = await groupWithTokens();
	const ended = await run(main, [...soon, "--out", out, "--own", String(job.id)], env);
	expect(ended.code, ended.err).toBe(0);
	expect(ended.out.match(/: rotated, \d+ works until/g)).toHaveLength(3);
	expect(ended.out).toContain(`3 of acme expire by ${inDays(14)}`);
	expect(ended.out).not.toContain("tat-");

	expect((await stat(out)).mode & 0o777).toBe(0o600);
	expect(await readdir(dir)).toEqual(["tokens.json"]);
	const kept: { replaces: number; expires_at: string; token: string }[] = JSON.parse(await readFile(out, "utf8"));
	expect(kept.map(({ replaces }) => replaces)).toEqual([job.id, laptop.id, bot.id]);
	for (const { token, expires_at } of kept) {
		expect(expires_at).toBe(inDays(90));
		await createClient({ baseUrl: url, auth: { token } }).users.getCurrent();
	}
	// The first rotation revoked the job's old token; the job rotated the others with the new one.
	await expect(createClient({ baseUrl: url, auth: { token: "job-token" } }).users.getCurrent()).rejects.toThrow("401");
});

test("does not rotate the tokens of its own user without --own; a dry run changes nothing", async () => {
	const { platform, run, env, job, laptop, dir, out } = await groupWithTokens();
	const dry = await run(main, [...soon, "--dry-run", "--out", out], env);
	expect(dry.out.match(/: would be rotated$/gm)).toHaveLength(2);
	expect(dry.out).toContain("nothing was rotated (dry run)");
	const withoutFile = await run(main, soon, env);
	expect(withoutFile.out).toContain("nothing was rotated (use --out <file>)");
	expect(await readdir(dir)).toEqual([]);
	expect(platform.state.tokens.get(laptop.id)?.revoked).toBe(false);

	const ended = await run(main, [...soon, "--out", out], env);
	expect(ended.out).toMatch(/Rotation job: not rotated, since it may be this job's own/);
	expect(platform.state.tokens.get(job.id)?.revoked).toBe(false);
	expect(platform.state.tokens.get(laptop.id)?.revoked).toBe(true);
});

test("reports a failed rotation without a retry, rotates the other tokens, and exits with 1", async () => {
	const { platform, run, env, job, out } = await groupWithTokens();
	platform.faults.add({ operation: "rotateGroupPersonalAccessToken", status: 503, times: 1 });
	const ended = await run(main, [...soon, "--out", out, "--own", String(job.id)], env);
	expect(ended.code).toBe(1);
	expect(ended.err).toContain("Rotation job: 503 rotateGroupPersonalAccessToken");
	expect(platform.journal.calls("rotateGroupPersonalAccessToken")).toHaveLength(2);
	expect(JSON.parse(await readFile(out, "utf8"))).toHaveLength(2);
});

test("rotates nothing if the file cannot be written", async () => {
	const { platform, run, env, dir } = await groupWithTokens();
	const { code, err } = await run(main, [...soon, "--out", join(dir, "none", "tokens.json")], env);
	expect([code, err]).toEqual([1, expect.stringContaining("ENOENT")]);
	expect(platform.journal.calls("rotateGroupPersonalAccessToken")).toEqual([]);
});
