/** Formats a text as code. */
export const code = (text: string): string => `\`${text}\``;

/** Formats texts as code, separated by commas. */
export const codes = (texts: readonly string[]): string => texts.map(code).join(", ");

/** Formats a list item with its paragraphs, lists and blocks. Empty parts are left out. */
export const listItem = (...parts: readonly string[]): string =>
	`- ${parts.filter(Boolean).join("\n\n").replaceAll("\n", "\n  ")}`;

/** Formats a list item that describes something, with its contents below it. */
export const entry = (head: string, text: string, ...below: readonly string[]): string =>
	listItem(text ? `${head}: ${text}` : head, ...below);
