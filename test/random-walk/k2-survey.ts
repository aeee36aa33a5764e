import fc from "fast-check";
import { catalogueOf } from "./catalogue";
import { walks } from "./steps";
import { Tally, takeWalk, type WalkFault, walkPlatform } from "./walk";

const seed = Number(process.argv[2] ?? 1),
	n = Number(process.argv[3] ?? 300);
const p = walkPlatform();
const start = p.snapshot();
const frozen = new WeakSet<object>();
const tally = new Tally();
const seen = new Map<string, { count: number; fault: string[] }>();
const t0 = process.cpuUsage();
for (const walk of fc.sample(walks(catalogueOf(p), 30), { seed, numRuns: n })) {
	try {
		await takeWalk(walk, start, frozen, tally);
	} catch (e) {
		const w = e as WalkFault;
		const lines = w.message.split("\n");
		const last = lines.at(-1) ?? "";
		const key = (lines[0] ?? "").replace(/\d+/g, "N").slice(0, 160);
		const s = seen.get(key) ?? { count: 0, fault: [] };
		s.count++;
		if (s.fault.length < 2)
			s.fault.push(`${lines.slice(0, 8).join("\n").slice(0, 1400)}\n   ==> ${last.slice(0, 700)}`);
		seen.set(key, s);
	}
}
for (const [k, v] of [...seen].sort((a, b) => b[1].count - a[1].count))
	console.log(`\n##### ${v.count} × ${k}\n${v.fault.join("\n---\n")}`);
const c = process.cpuUsage(t0);
console.log(tally.requests, [...tally.statuses].sort((a, b) => a[0] - b[0]).join(" "), (c.user / 1e6).toFixed(1), "s");

import { operations } from "@tenon/contract";

console.log(
	"never",
	Object.keys(operations)
		.filter((id) => !tally.done.has(id))
		.join(" "),
);
