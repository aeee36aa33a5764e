import { Fragment, type ReactElement, type ReactNode } from "react";

/** One line of prose: `code` and **bold**. Its parts never move, so their places are their keys. */
function inline(text: string): ReactNode {
	return text
		.trim()
		.split(/(`[^`]+`|\*\*[^*]+\*\*)/)
		.map((part, at) => {
			const key = `${at} ${part}`;
			if (part.startsWith("`")) return <code key={key}>{part.slice(1, -1)}</code>;
			if (part.startsWith("**")) return <strong key={key}>{part.slice(2, -2)}</strong>;
			return <Fragment key={key}>{part}</Fragment>;
		});
}

/** The contract's prose, which knows paragraphs, lists, code and bold words. */
export function Prose({ text }: { text: string }): ReactElement | null {
	const blocks = text
		.trim()
		.split(/\n\s*\n/)
		.filter(Boolean);
	if (blocks.length === 0) return null;
	return (
		<div className="prose">
			{blocks.map((block) =>
				/^\s*[-*] /.test(block) ? (
					<ul key={block}>
						{block
							.trim()
							.split(/\n\s*[-*] /)
							.map((item) => (
								<li key={item}>{inline(item.replace(/^[-*] /, ""))}</li>
							))}
					</ul>
				) : (
					<p key={block}>{inline(block)}</p>
				),
			)}
		</div>
	);
}
