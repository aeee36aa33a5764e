/** A text as code. */
export const code = (text: string): string => `\`${text}\``;

/** Texts as code, side by side. */
export const codes = (texts: readonly string[]): string => texts.map(code).join(", ");

/** An item of a list: its paragraphs, and lists or blocks in it. Empty ones are left out. */
export const listItem = (...parts: readonly string[]): string =>
	`- ${parts.filter(Boolean).join("\n\n").replaceAll("\n", "\n  ")}`;

/** An item that says what something is, and below it what is in it. */
export const entry = (head: string, text: string, ...below: readonly string[]): string =>
	listItem(text ? `${head}: ${text}` : head, ...below);
