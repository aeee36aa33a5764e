import { operations } from "@tenon/contract";
import { createPlatform, demo, type Platform } from "@tenon/mock";
import { type ListRequest, type Scene, scenes } from "./list-scenes";
import { paired } from "./paired";

/** Returns a platform without rate limits, filled for a scene. */
export function filled(scene: Scene, count: number): { platform: Platform; requests: readonly ListRequest[] } {
	const platform = createPlatform({
		seed: demo,
		clock: "2026-01-05T09:30:00Z",
		rateLimits: "off",
	});
	return { platform, requests: scene(platform.seed, count) };
}

export async function ask(platform: Platform, { operation, path, as = "root" }: ListRequest): Promise<void> {
	const headers = { "private-token": `${as}-token`, "content-type": "application/json" };
	const response = await platform.handle(
		operation === "graphql"
			? { method: "POST", url: "http://localhost/api/graphql", headers, body: JSON.stringify({ query: path }) }
			: { method: "GET", url: `http://localhost/api/v4${path}`, headers },
	);
	const text = String(response.body);
	if (response.status !== 200 || text.startsWith('{"errors"'))
		throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`);
	if (text === "[]" || text.includes('"nodes":[]')) throw new Error(`${path}: nothing to show`);
}

/** Returns the operation, and the part that distinguishes the request from others of the same operation. */
export function nameOf({ operation, path }: ListRequest): string {
	const [, field] = /"\) \{ (.*?) [{}]/.exec(path) ?? [];
	if (operation === "graphql") return `${operation} ${field}`;
	return path.includes("?") ? `${operation} ${path.slice(path.indexOf("?"))}` : operation;
}

/** Checks that the scenes request every paginated list of the contract, and prints the lists that are not paginated. */
function checkAllRequested(requested: ReadonlySet<string>): void {
	const lists = Object.values(operations).filter(({ pagination, domain }) => pagination && domain !== "alerts");
	const whole = lists.filter(({ pagination }) => pagination?.styles.length === 0).map(({ id }) => id);
	console.log(`Not in pages by the contract, so not measured: ${whole.join(", ")}`);
	const missing = lists.map(({ id }) => id).filter((id) => !whole.includes(id) && !requested.has(id));
	if (missing.length > 0) throw new Error(`No scene asks for ${missing.join(", ")}.`);
}

/** Measures the first page of every paginated list, and records by id, at 100,000 records over 1,000. */
export async function listPages(): Promise<void> {
	const done = new Set<string>();
	for (const scene of Object.values(scenes)) {
		const small = filled(scene, 1_000);
		const large = filled(scene, 100_000);
		for (const [index, inSmall] of small.requests.entries()) {
			const inLarge = large.requests[index] ?? inSmall;
			// The sorted lists are built when they are first used. Slow requests are sent less often.
			await ask(large.platform, inLarge);
			const started = performance.now();
			for (let turn = 0; turn < 5; turn++) await ask(large.platform, inLarge);
			const took = (performance.now() - started) / 5;
			const isSlow = took > 20;
			for (let turn = 0; turn < (isSlow ? 5 : 50); turn++) {
				await ask(small.platform, inSmall);
				if (!isSlow) await ask(large.platform, inLarge);
			}
			const { as = "root", walks } = inSmall;
			await paired({
				name: `${nameOf(inSmall)} as ${as}`,
				aim: walks ? `– (${walks})` : "≤ 1.2",
				subject: () => ask(large.platform, inLarge),
				base: () => ask(small.platform, inSmall),
				calls: Math.min(3_000, Math.max(3, Math.ceil(200 / took))),
				rounds: isSlow ? 3 : 7,
			});
			done.add(inSmall.operation);
		}
	}
	checkAllRequested(done);
}
