/** The long soak of the client: `npm run soak:client -- --calls 20000 --seed 7`. Exits with 1 if a result is wrong. */

import { scriptOptions } from "../support/script-options";
import { soakClient } from "./client-soak";

const { values } = scriptOptions(`Usage: npm run soak:client -- [--calls 20000] [--seed <number>]`, {
	calls: { type: "string", default: "20000" },
	seed: { type: "string", default: "7" },
});

let reported = performance.now();
const soaked = await soakClient(Number(values.calls), Number(values.seed), {
	timeout: 400,
	onProgress(done) {
		if (performance.now() - reported < 5_000) return;
		reported = performance.now();
		console.log(`${done} of ${values.calls} calls`);
	},
});
const { calls, requests, results, errors, untyped, doubled, timers, listeners, growth } = soaked;
console.log(`${calls} calls, ${requests} requests, ${results} results`);
console.log(
	`errors: ${Object.entries(errors)
		.map(([name, count]) => `${name} ${count}`)
		.join(", ")}`,
);
console.log(`created more than once: ${doubled.length}; untyped failures: ${untyped.length}`);
const mebibytes = growth === undefined ? "not measured (--expose-gc)" : `${(growth / 2 ** 20).toFixed(2)} MiB`;
console.log(
	`left over: ${timers} timers, ${listeners} listeners; heap growth over the last three quarters: ${mebibytes}`,
);
for (const failure of untyped.slice(0, 3)) console.error(failure);
if (doubled.length > 0 || untyped.length > 0 || timers > 0 || listeners > 0 || (growth ?? 0) > 4 * 2 ** 20)
	process.exitCode = 1;
