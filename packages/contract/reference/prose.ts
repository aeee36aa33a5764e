import { html, type Markup } from "./html";

/** One line of the contract's prose: `code` and **bold**. */
export const inline = (text: string): Markup =>
	html`${text
		.trim()
		.split(/(`[^`]+`|\*\*[^*]+\*\*)/)
		.map((part) => {
			if (part.startsWith("`")) return html`<code>${part.slice(1, -1)}</code>`;
			return part.startsWith("**") ? html`<strong>${part.slice(2, -2)}</strong>` : part;
		})}`;

/** The contract's prose as paragraphs and lists. */
export function prose(text: string | undefined): Markup {
	const blocks = (text ?? "")
		.trim()
		.split(/\n\s*\n/)
		.filter(Boolean);
	return html`${blocks.map((block) => {
		if (!/^\s*[-*] /.test(block)) return html`<p>${inline(block)}</p>`;
		const items = block.trim().split(/\n\s*[-*] /);
		return html`<ul>${items.map((item) => html`<li>${inline(item.replace(/^[-*] /, ""))}</li>`)}</ul>`;
	})}`;
}
