/** Writes that are stored together. */
export interface Batch {
	readonly kept: Promise<void>;
	readonly resolve: () => void;
	readonly reject: (reason: unknown) => void;
}

export function newBatch(): Batch {
	let [resolve, reject]: [() => void, Batch["reject"]] = [() => {}, () => {}];
	const kept = new Promise<void>((yes, no) => {
		resolve = yes;
		reject = no;
	});
	return { kept, resolve, reject };
}
