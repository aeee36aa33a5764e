import { catalogueOf } from "./catalogue";
import { singles } from "./steps";
import { Tally, takeWalk, walkPlatform } from "./walk";
const p = walkPlatform(); const start = p.snapshot(); const frozen = new WeakSet<object>(); const tally = new Tally();
const seen = new Map<string, { count: number; fault: string[] }>();
for (const walk of singles(catalogueOf(p))) {
	try { await takeWalk(walk, start, frozen, tally); } catch (e) {
		const lines = (e as Error).message.split("\n");
		const key = (lines[0] ?? "").replace(/\d+/g, "N").slice(0, 120);
		const s = seen.get(key) ?? { count: 0, fault: [] };
		s.count++; if (s.fault.length < 2) s.fault.push(`${lines.slice(0, 8).join("\n").slice(0, 900)}\n   ==> ${(lines.at(-1)??"").slice(0, 600)}`);
		seen.set(key, s);
	}
}
for (const [k, v] of [...seen].sort((a, b) => b[1].count - a[1].count)) console.log(`\n##### ${v.count} × ${k}\n${v.fault.join("\n---\n")}`);
console.log(tally.requests, [...tally.statuses].sort((a,b)=>a[0]-b[0]).join(" "));
