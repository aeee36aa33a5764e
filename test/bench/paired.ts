/** A comparison of two ways to do the same thing, in one run. */
export interface Pair {
	/** What is compared, such as "a client call over raw fetch". */
	name: string;
	/** The ratio to reach, as text: "≤ 1.3". */
	aim: string;
	/** The work to measure. */
	subject: () => Promise<void> | void;
	/** The baseline of the comparison. */
	base: () => Promise<void> | void;
	/** The number of calls of each in one round. */
	calls: number;
	/** The number of rounds that count, after two that warm up. Defaults to 11. */
	rounds?: number;
}

const cpu = (): number => {
	const { user, system } = process.cpuUsage();
	return user + system;
};

async function round(work: () => Promise<void> | void, calls: number): Promise<number> {
	const before = cpu();
	for (let call = 0; call < calls; call++) {
		// Awaits only promises, because a turn of the event loop would count as time of the work.
		const pending = work();
		if (pending instanceof Promise) await pending;
	}
	return (cpu() - before) / calls;
}

const sorted = (values: number[]): number[] => [...values].sort((a, b) => a - b);
export const median = (values: number[]): number => sorted(values)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Runs the rounds. Prints the median ratio of CPU time, its middle half, and the microseconds per call of each. */
export async function paired({ name, aim, subject, base, calls, rounds = 11 }: Pair): Promise<void> {
	const ratios: number[] = [];
	const micros: [number, number][] = [];
	for (let index = -2; index < rounds; index++) {
		// The one that runs first finds the machine in another state, so they take turns.
		const first = index % 2 === 0;
		const a = first ? await round(subject, calls) : undefined;
		const b = await round(base, calls);
		const measured = a ?? (await round(subject, calls));
		if (index < 0) continue;
		ratios.push(measured / b);
		micros.push([measured, b]);
	}
	const order = sorted(ratios);
	const quarter = order[Math.floor(order.length / 4)] ?? 0;
	const threeQuarters = order[Math.floor((order.length * 3) / 4)] ?? 0;
	report({
		name,
		aim,
		ratio: median(ratios),
		spread: [quarter, threeQuarters],
		detail: `${median(micros.map(([a]) => a)).toFixed(1)} µs over ${median(micros.map(([, b]) => b)).toFixed(1)} µs of CPU`,
	});
}

export interface Row {
	name: string;
	aim: string;
	ratio: number;
	spread: [number, number];
	detail: string;
}

/** Prints one line. Throws if the ratio is not a number, so that a failed bench does not look like a result. */
export function report({ name, aim, ratio, spread, detail }: Row): void {
	if (!Number.isFinite(ratio) || ratio <= 0) throw new Error(`${name}: no ratio was measured`);
	const [low, high] = spread;
	console.log(
		`${name.padEnd(64)} ${ratio.toFixed(2).padStart(6)}  (${low.toFixed(2)} – ${high.toFixed(2)})  aim ${aim.padEnd(9)} ${detail}`,
	);
}
