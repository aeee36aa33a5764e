/**
 * Tests what a data file must survive: 30 rounds of `kill -9` under load, races of six processes for one file, and a full
 * disk. Exits with 1 if an acknowledged write is lost, a refused one is stored, or two processes own a file.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scriptOptions } from "../support/script-options";
import { DataServer, heard, post, say } from "./server";

const { values } = scriptOptions(`Usage: npm run soak:disk -- [--kills 30] [--races 5]`, {
	kills: { type: "string", default: "30" },
	races: { type: "string", default: "5" },
});
const folder = mkdtempSync(join(tmpdir(), "tenon-soak-"));
const problems: string[] = [];

function check(isFine: boolean, problem: string): void {
	if (isFine) return;
	problems.push(problem);
	console.error(`✗ ${problem}`);
}

async function started(server: DataServer): Promise<string> {
	const url = await server.url;
	if (url === undefined) throw new Error(`The server did not start: ${server.output}`);
	return url;
}

/** The notes that the server acknowledged, by world. `""` is the default world. */
class Acknowledged {
	readonly #notes = new Map<string, Set<string>>();
	readonly #worlds = new Set<string>();
	readonly #snapshots = new Set<string>();
	count = 0;

	note(world: string, body: string): void {
		const bodies = this.#notes.get(world) ?? new Set();
		this.#notes.set(world, bodies.add(body));
		this.count += 1;
	}

	world(name: string): void {
		this.#worlds.add(name);
		this.count += 1;
	}

	snapshot(name: string): void {
		this.#snapshots.add(name);
		this.count += 1;
	}

	/** Checks that every note is stored exactly once. */
	async check(url: string, round: number): Promise<void> {
		for (const [world, bodies] of this.#notes) {
			const there = await heard(addressOf(url, world), "kill ");
			const lost = [...bodies].filter((body) => !there.includes(body));
			check(lost.length === 0, `round ${round}: ${lost.length} acknowledged writes to world "${world}" are lost`);
			check(new Set(there).size === there.length, `round ${round}: a write to world "${world}" is there twice`);
		}
		const { worlds }: { readonly worlds: readonly string[] } = await (await fetch(`${url}/_mock/worlds`)).json();
		const lostWorlds = [...this.#worlds].filter((name) => !worlds.includes(name));
		check(lostWorlds.length === 0, `round ${round}: the worlds ${lostWorlds} are lost`);
		const listed = await fetch(`${addressOf(url, "one")}/_mock/snapshots`);
		const { snapshots }: { readonly snapshots: readonly string[] } = await listed.json();
		const lostSnapshots = [...this.#snapshots].filter((name) => !snapshots.includes(name));
		check(lostSnapshots.length === 0, `round ${round}: the snapshots ${lostSnapshots} are lost`);
	}
}

const addressOf = (url: string, world: string): string => (world === "" ? url : `${url}/_world/${world}`);

/** Checks that, after a kill during other writes, every acknowledged write is stored exactly once, in every world. */
async function kills(rounds: number): Promise<void> {
	const file = join(folder, "killed.json");
	const acknowledged = new Acknowledged();
	for (let round = 0; round < rounds; round++) {
		const server = new DataServer(file);
		const url = await started(server);
		await acknowledged.check(url, round);
		let sent = 0;
		const work = async (): Promise<void> => {
			while (sent < 40 + (round % 7) * 10) {
				const number = sent++;
				const body = `kill ${round} ${number}`;
				const world = ["", "one", `round-${round}`][number % 3] ?? "";
				if ((await say(addressOf(url, world), body)) === 201) acknowledged.note(world, body);
				else return;
			}
		};
		const arrange = async (): Promise<void> => {
			for (let number = 0; number < 4; number++) {
				const world = `fork-${round}-${number}`;
				if ((await post(`${url}/_mock/worlds`, { world, from: "one" })) === 201) acknowledged.world(world);
				const snapshot = `round-${round}-${number}`;
				const status = round < 20 ? await post(`${addressOf(url, "one")}/_mock/snapshot`, { snapshot }) : undefined;
				if (status === 201) acknowledged.snapshot(snapshot);
			}
		};
		const workers = [...Array.from({ length: 6 }, work), arrange()];
		await workers[0];
		await server.kill();
		await Promise.all(workers);
	}
	const last = new DataServer(file);
	await acknowledged.check(await started(last), rounds);
	await last.kill();
	console.log(
		`✓ ${rounds} rounds of kill -9: ${acknowledged.count} acknowledged writes to the worlds, new worlds and snapshots are all there`,
	);
}

/** Starts six processes at once on one file, sometimes with the lock of a killed one. Exactly one of them must run. */
async function races(rounds: number): Promise<void> {
	const file = join(folder, "raced.json");
	const acknowledged: string[] = [];
	for (let round = 0; round < rounds; round++) {
		const servers = Array.from({ length: 6 }, () => new DataServer(file));
		const urls = (await Promise.all(servers.map(({ url }) => url))).filter((url) => url !== undefined);
		check(urls.length === 1, `race ${round}: ${urls.length} processes own the file`);
		for (const url of urls) {
			const body = `race ${round}`;
			if ((await say(url, body)) === 201) acknowledged.push(body);
			const there = await heard(url, "race ");
			check(there.length === acknowledged.length, `race ${round}: ${there.length} of ${acknowledged.length} writes`);
		}
		// The processes are killed, so that the next round finds a lock.
		await Promise.all(servers.map((server) => server.kill()));
	}
	console.log(`✓ ${rounds} races of six processes: one owner each`);
}

/** Checks that, if files cannot grow, writes are refused with 507, reads succeed, and no refused write comes back. */
async function fullDisk(): Promise<void> {
	const file = join(folder, "full.json");
	const first = new DataServer(file);
	await started(first);
	await first.kill();
	const small = new DataServer(file, Math.ceil(statSync(file).size / 1024) + 4);
	const url = await started(small);
	const acknowledged: string[] = [];
	const refused: string[] = [];
	const long = "x".repeat(4_000);
	for (let number = 0; refused.length < 20 && number < 2_000; number++) {
		const body = `full ${number} ${long}`;
		const status = await say(url, body);
		if (status === 201) acknowledged.push(body);
		else refused.push(body);
		check(status === 201 || status === 507, `a write on a full disk got the status ${status}`);
	}
	check(refused.length === 20, "the disk did not get full");
	check((await heard(url, "full ")).length === acknowledged.length, "a read on a full disk shows what was refused");
	const health: { readonly status?: unknown } = await (await fetch(`${url}/_mock/health`)).json();
	check(health.status === "degraded", `health says ${health.status}`);
	await small.kill();
	const roomy = new DataServer(file);
	const kept = await heard(await started(roomy), "full ");
	check(
		kept.length === acknowledged.length && kept.every((body) => acknowledged.includes(body)),
		`${kept.length} writes are kept, and ${acknowledged.length} were acknowledged`,
	);
	await roomy.kill();
	console.log(`✓ full disk: ${acknowledged.length} writes kept, ${refused.length} refused, reads go on`);
}

try {
	await races(Number(values.races));
	await fullDisk();
	await kills(Number(values.kills));
} finally {
	rmSync(folder, { recursive: true, force: true });
}
process.exitCode = problems.length > 0 ? 1 : 0;
