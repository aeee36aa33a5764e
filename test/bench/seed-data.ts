import { createPlatform, type SeedData } from "@tenon/mock";
import { parseSeed } from "@tenon/mock/node";
import { median } from "./paired";

/** A seed of 100,001 records that refer to each other, which uses `repeat`. `written` is the same without it. */
const repeated: SeedData = {
	users: [{ username: "ada" }],
	projects: [{ full_path: "lab/one" }],
	issues: [
		{ repeat: 33_333, project: "lab/one", author: "ada", created_at: "-{n}m", notes: [{ repeat: 2, author: "ada" }] },
	],
};
const written = JSON.stringify({
	users: [{ username: "ada" }],
	projects: [{ full_path: "lab/one" }],
	issues: Array.from({ length: 33_333 }, (_, n) => ({
		project: "lab/one",
		author: "ada",
		created_at: `-${n}m`,
		notes: [{ author: "ada" }, { author: "ada" }],
	})),
});

async function secondsOf(load: () => unknown): Promise<string> {
	const all: number[] = [];
	for (let round = 0; round < 3; round++) {
		const before = process.cpuUsage();
		await load();
		const { user, system } = process.cpuUsage(before);
		all.push((user + system) / 1_000_000);
	}
	return median(all).toFixed(1);
}

/** Measures the CPU seconds to load a seed as data. The limit is 3. */
export async function seedData(): Promise<void> {
	const objects = await secondsOf(() => createPlatform({ seed: repeated }));
	const texts = await secondsOf(async () => createPlatform({ seed: await parseSeed(written) }));
	console.log(`seed data, 100,000 records: ${objects} s by repeat, ${texts} s from JSON`);
}
