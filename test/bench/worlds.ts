import { createPlatform, createWorlds, type Platform, volume } from "@tenon/mock";
import { median } from "./paired";

const size = 100_000;
const count = 200;
const options = { clock: "2026-01-05T09:30:00Z", rateLimits: "off" } as const;
const origin = "http://tenon.test";
const headers = { "private-token": "root-token", "content-type": "application/json" };

const collect = (): number => {
	globalThis.gc?.();
	return process.memoryUsage().heapUsed;
};

const took = async (work: () => unknown): Promise<number> => {
	const begin = performance.now();
	await work();
	return performance.now() - begin;
};

const line = (what: string, figure: string): void => console.log(`${what.padEnd(64)} ${figure}`);
const milliseconds = (times: number[]): string =>
	`${median(times).toFixed(2)} ms (longest ${Math.max(...times).toFixed(1)} ms)`;

async function repeat(times: number, work: () => unknown): Promise<number[]> {
	const all: number[] = [];
	for (let turn = 0; turn < times; turn++) all.push(await took(work));
	return all;
}

async function ask(platform: Platform, method: string, path: string, body?: object): Promise<void> {
	const { status } = await platform.handle({
		method,
		url: origin + path,
		headers,
		body: body ? JSON.stringify(body) : null,
	});
	if (status >= 300) throw new Error(`${method} ${path}: ${status}`);
}

/** Measures the cost of resetting a large platform, and of many copies of it. */
export async function worlds(): Promise<void> {
	if (!globalThis.gc) throw new Error("run with --expose-gc");
	const start = collect();
	let platform = createPlatform();
	const seeding = await took(() => {
		platform = createPlatform({ seed: volume({ size }), ...options });
	});
	line(
		`seeding ${size.toLocaleString("en")} records`,
		`${(seeding / 1000).toFixed(1)} s, ${Math.round((collect() - start) / 2 ** 20)} MiB`,
	);
	const [issue] = platform.state.issues.all();
	const notes = `/api/v4/projects/${issue?.project_id}/issues/${issue?.iid}/notes`;
	const write = (to: Platform) => ask(to, "POST", notes, { body: "A note." });

	line("fork of it", milliseconds(await repeat(count, () => platform.fork())));
	const fork = platform.fork();
	line("reset of it after one write", milliseconds(await resets(fork, write)));
	const before = fork.snapshot();
	const both = (): void => {
		fork.snapshot();
		fork.restore(before);
	};
	line("snapshot and restore of it", milliseconds(await repeat(count, both)));
	line(
		"by way of JSON, for comparison: export",
		`${(await took(() => JSON.stringify(platform.exportState()))).toFixed(0)} ms`,
	);

	const many = createWorlds({ seed: volume({ size }), ...options });
	many.get();
	const empty = collect();
	const opened = await took(async () => {
		await Promise.all(
			Array.from({ length: count }, (_, number) => ask(many.get(`world-${number}`), "GET", "/api/v4/users")),
		);
	});
	line(
		`${count} worlds, each with a first list of users`,
		`${opened.toFixed(0)} ms, ${kilobytes(collect() - empty)} KiB a world`,
	);
	const written = await took(async () => {
		for (let turn = 0; turn < 10; turn++)
			await Promise.all(Array.from({ length: count }, (_, number) => write(many.get(`world-${number}`))));
	});
	line(
		"and ten writes in each, side by side",
		`${((written * 1000) / count / 10).toFixed(0)} µs a write, ${kilobytes(collect() - empty)} KiB a world`,
	);
	const alone = await took(async () => {
		for (let turn = 0; turn < count * 10; turn++) await write(platform);
	});
	line("the same writes in one platform, for comparison", `${((alone * 1000) / count / 10).toFixed(0)} µs a write`);
}

const kilobytes = (bytes: number): number => Math.round(bytes / 1024 / count);

/** Returns the times of resets. Each comes after a write, whose time does not count. */
async function resets(platform: Platform, write: (to: Platform) => Promise<void>): Promise<number[]> {
	const times: number[] = [];
	for (let turn = 0; turn < 50; turn++) {
		await write(platform);
		times.push(await took(() => platform.reset()));
	}
	return times;
}
