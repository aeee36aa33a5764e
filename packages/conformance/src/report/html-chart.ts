import { escapeText } from "./xml";

export interface Segment {
	readonly kind: string;
	readonly value: number;
}

interface Bar {
	readonly name: string;
	readonly segments: readonly Segment[];
}

const height = 26;
const left = 110;
const width = 420;

/** Draws stacked bars as SVG, one per row, scaled to the longest. A segment shows its number on hover. */
export function chart(bars: readonly Bar[]): string {
	const sum = (bar: Bar) => bar.segments.reduce((total, { value }) => total + value, 0);
	const longest = Math.max(1, ...bars.map(sum));
	const rows = bars.map((bar, index) => {
		const y = index * height;
		let x = left;
		const parts = bar.segments.map(({ kind, value }) => {
			if (value === 0) return "";
			const size = Math.max(2, (value / longest) * width);
			const part = `<rect class="${kind}" x="${x.toFixed(1)}" y="${y + 4}" width="${size.toFixed(1)}" height="${height - 8}" rx="2"><title>${escapeText(bar.name)}: ${value} ${kind}</title></rect>`;
			x += size;
			return part;
		});
		return `<text x="${left - 8}" y="${y + height / 2 + 4}" text-anchor="end">${escapeText(bar.name)}</text>${parts.join("")}<text class="total" x="${(x + 6).toFixed(1)}" y="${y + height / 2 + 4}">${sum(bar)}</text>`;
	});
	const total = bars.length * height;
	return `<svg class="chart" viewBox="0 0 ${left + width + 60} ${total}" role="img" aria-label="Checks by outcome">${rows.join("")}</svg>`;
}
