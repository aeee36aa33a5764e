/** Rows in columns as wide as they need to be, with a head and a rule under it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
	const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
	const line = (cells: readonly string[]): string =>
		widths
			.map((width, column) => (cells[column] ?? "").padEnd(width))
			.join("  ")
			.trimEnd();
	return [line(head), widths.map((width) => "─".repeat(width)).join("  "), ...rows.map(line)];
}
