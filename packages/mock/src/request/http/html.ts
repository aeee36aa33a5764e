const escapes: { readonly [letter: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text as HTML shows it. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (letter) => escapes[letter] ?? letter);

/** A text as HTML, each block between empty lines in a paragraph. Assumed: markup is not rendered, only shown. */
export const paragraphs = (text: string): string =>
	text
		.split(/\n\s*\n/)
		.filter((block) => block.trim() !== "")
		.map((block) => `<p dir="auto">${escapeHtml(block.trim())}</p>`)
		.join("\n");
