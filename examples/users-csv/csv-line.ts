/**
 * A line of a CSV file (RFC 4180): fields with a comma, a quote or a line break stand in quotes, quotes are doubled; null and
 * undefined are empty. A field that a spreadsheet would run as a formula gets a quote mark before it, since users choose
 * their names themselves.
 */
export function csvLine(fields: readonly unknown[]): string {
	const texts = fields.map((field) => {
		const text = String(field ?? "");
		const harmless = /^[=+\-@\t\r]/.test(text) && typeof field === "string" ? `'${text}` : text;
		return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
	});
	return `${texts.join(",")}\r\n`;
}
