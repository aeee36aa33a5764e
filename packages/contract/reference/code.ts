import { html, type Markup } from "./html";

const words =
	/^(?:import|from|const|await|for|of|export|new|true|false|null|undefined|query|mutation|fragment|on|curl|type|interface|input|enum)$/;

/** A block of code, its strings, comments and keywords coloured. One rule serves all the languages that are shown. */
export function code(text: string): Markup {
	const tokens = text.split(
		/("(?:[^"\\\n]|\\.)*"|'(?:[^'\n])*'|(?:^|(?<=\s))(?:\/\/|#) .*|\b[A-Za-z_]\w*\b|\b\d[\d.]*\b)/m,
	);
	return html`<pre><code>${tokens.map((token, index) => {
		if (index % 2 === 0) return token;
		if (/^["']/.test(token)) return html`<span class="s">${token}</span>`;
		if (/^(?:\/\/|#)/.test(token)) return html`<span class="c">${token}</span>`;
		if (/^\d/.test(token)) return html`<span class="n">${token}</span>`;
		return words.test(token) ? html`<span class="k">${token}</span>` : token;
	})}</code></pre>`;
}

/** A value as JSON, coloured. */
export const json = (value: unknown): Markup => code(JSON.stringify(value, null, 2) ?? "");
