import type { Streams } from "./streams";

/** Returns a function that reports a seed's progress on the standard error, in percent or as lines of JSON. */
export function seedingProgress(err: Streams["err"], asJson: boolean): (made: number, size: number) => void {
	return (made, size) => {
		if (asJson) {
			err.write(`${JSON.stringify({ seeding: { made, size } })}\n`);
			return;
		}
		const percent = Math.floor((made / size) * 100);
		const line = `Seeding: ${percent} % of ${size.toLocaleString("en")} records`;
		if (err.isTTY) err.write(`\r${line}${made === size ? "\n" : ""}`);
		else if (percent % 10 === 0) err.write(`${line}\n`);
	};
}
