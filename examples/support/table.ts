/** Formats rows in aligned columns, under a head and a rule. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
	const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
	const line = (cells: readonly string[]): string =>
		widths
			.map((width, column) => (cells[column] ?? "").padEnd(width))
			.join("  ")
			.trimEnd();
	return [line(head), widths.map((width) => "─".repeat(width)).join("  "), ...rows.map(line)];
}
