import { scenes } from "./list-scenes";
import { ask, filled, nameOf } from "./lists";
import { paired } from "./paired";

/** Measures searches, filters and lists by role at 100,000 records, over the whole list as an administrator gets it. */
export async function filters(): Promise<void> {
	for (const scene of Object.values(scenes)) {
		const { platform, requests } = filled(scene, 100_000);
		for (const narrowed of requests) {
			if (narrowed.walks === undefined) continue;
			const whole = requests.find(
				(one) => one.operation === narrowed.operation && one.walks === undefined && one.as === undefined,
			);
			if (!whole) throw new Error(`No whole list for ${narrowed.path}.`);
			// The lists are built when they are first used.
			await ask(platform, whole);
			const began = performance.now();
			await ask(platform, narrowed);
			const first = performance.now() - began;
			const started = performance.now();
			for (let turn = 0; turn < 20; turn++) await ask(platform, narrowed);
			const took = (performance.now() - started) / 20;
			await paired({
				name: `${nameOf(narrowed)} as ${narrowed.as ?? "root"} (first ${first.toFixed(0)} ms)`,
				aim: narrowed.walks === "a filter" ? "≤ 5" : "≤ 3",
				subject: () => ask(platform, narrowed),
				base: () => ask(platform, whole),
				calls: Math.min(1_000, Math.max(3, Math.ceil(100 / took))),
				rounds: took > 5 ? 3 : 7,
			});
		}
	}
}
