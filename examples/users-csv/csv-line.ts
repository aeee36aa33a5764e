/**
 * Formats a line of a CSV file (RFC 4180). Fields with a comma, a quote or a line break are quoted, and quotes are doubled; null
 * and undefined are empty. A field that a spreadsheet would run as a formula gets a leading quote mark, since users choose
 * their own names.
 */
export function csvLine(fields: readonly unknown[]): string {
	const texts = fields.map((field) => {
		const text = String(field ?? "");
		const harmless = /^[=+\-@\t\r]/.test(text) && typeof field === "string" ? `'${text}` : text;
		return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
	});
	return `${texts.join(",")}\r\n`;
}
