const escapes: { readonly [letter: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes a text for HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (letter) => escapes[letter] ?? letter);

/** Converts a text to HTML, with a paragraph for each block. Assumption: markup is shown, not rendered. */
export const paragraphs = (text: string): string =>
	text
		.split(/\n\s*\n/)
		.filter((block) => block.trim() !== "")
		.map((block) => `<p dir="auto">${escapeHtml(block.trim())}</p>`)
		.join("\n");
