import MarkdownIt from "markdown-it";
import { useMemo } from "react";

/** HTML in the text stays text, which is the library's default. */
const markdown = new MarkdownIt({ linkify: true });

/** A text with Markdown. */
export function Markdown({ text }: { text: string }) {
	const html = useMemo(() => ({ __html: markdown.render(text) }), [text]);
	// biome-ignore lint/security/noDangerouslySetInnerHtml: the library wrote it, and lets no HTML of the text through.
	return <div className="markdown" dangerouslySetInnerHTML={html} />;
}
