import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { newStateFile } from "../support/temporary-folder";

const racer = fileURLToPath(new URL("lock-racer.ts", import.meta.url));
const racers: ChildProcess[] = [];

beforeAll(async () => {
	for (let number = 0; number < 6; number++) racers.push(fork(racer, { execArgv: ["--import", "tsx"] }));
	await Promise.all(racers.map((one) => once(one, "message")));
	return () => {
		for (const one of racers) one.kill();
	};
});

async function said(one: ChildProcess, message: object): Promise<string> {
	const [reply] = await Promise.all([once(one, "message"), new Promise((sent) => one.send(message, sent))]);
	return String(reply[0]);
}

/** Creates the lock of a process that was killed. */
function leaveBehind(file: string): void {
	mkdirSync(`${file}.lock`);
	// No process has this number, because it is above the highest that Linux assigns.
	writeFileSync(join(`${file}.lock`, `4194999.1.aaaaaaaa.${hostname()}`), "");
}

const rounds = Array.from({ length: 15 }, (_, round) => round);

test.each([
	["that nobody has locked", () => {}, (file: string) => file],
	["that a killed process had locked", leaveBehind, (file: string) => file],
	[
		"that a killed process had locked, reached by a link",
		leaveBehind,
		(file: string) => {
			const link = `${file}.link`;
			symlinkSync(file, link);
			return link;
		},
	],
] as const)("of six processes that lock a file %s at once, one gets it", async (_, prepare, nameOf) => {
	for (const round of rounds) {
		const file = newStateFile();
		writeFileSync(file, "");
		prepare(file);
		const link = nameOf(file);
		const names = racers.map((_racer, number) => (number % 2 === 0 ? file : link));
		const outcomes = await Promise.all(racers.map((one, number) => said(one, { lock: names[number] })));
		expect([round, outcomes.filter((outcome) => outcome === "owner").length, outcomes]).toEqual([round, 1, outcomes]);
		expect(await Promise.all(racers.map((one) => said(one, {})))).toEqual(racers.map(() => "released"));
		expect(readdirSync(join(file, ".."))).not.toContain("platform.json.lock");
	}
});
