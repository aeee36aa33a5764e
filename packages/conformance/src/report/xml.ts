const entities: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};

/** Escapes text for XML and HTML, in content and attributes. Characters that XML forbids become U+FFFD. */
export const escapeText = (text: string): string =>
	text
		// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot hold them, not even escaped
		.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd")
		.replace(/[&<>"']/g, (character) => entities[character] ?? character);
