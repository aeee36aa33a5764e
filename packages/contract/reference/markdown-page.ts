import { code } from "../src/reference/markdown";

/** A page of the reference: Markdown with front matter, in TypeDoc's format. */
export interface MarkdownPage {
	/** The path in the folder of all pages, without `.md`. */
	readonly path: string;
	readonly title: string;
	/** The heading in the navigation above a page without a parent. */
	readonly group?: string;
	/** The child pages, in the folder with the name of this page. */
	readonly children?: readonly MarkdownPage[];
	readonly text: string;
}

const nameOf = ({ path }: MarkdownPage): string => path.slice(path.lastIndexOf("/") + 1);

/** Returns the link from a page to one of its children. */
const childHref = (page: MarkdownPage, child: MarkdownPage): string => `./${nameOf(page)}/${nameOf(child)}.md`;

/** Returns the files of a page and its descendants: their texts by path. */
export function filesOf(page: MarkdownPage): [path: string, text: string][] {
	const { path, title, group, children = [], text } = page;
	const contents = children.map((child) => `- [${child.title}](${childHref(page, child)})`).join("\n");
	const matter = [
		`title: ${JSON.stringify(title)}`,
		...(group ? [`group: ${group}`] : []),
		...(children.length > 0 ? ["children:", ...children.map((child) => `  - ${childHref(page, child)}`)] : []),
	];
	return [
		[
			`${path}.md`,
			`---\n${matter.join("\n")}\n---\n\n${[`# ${title}`, text.trim(), contents].filter(Boolean).join("\n\n")}\n`,
		],
		...children.flatMap(filesOf),
	];
}

/** Formats a block of code, which TypeDoc highlights. */
export const block = (language: string, text: string): string => `\`\`\`${language}\n${text.trim()}\n\`\`\``;

/** Formats types with a link for each name that has a page: `Note[]` as [`Note`](…)`[]`. */
export const linked =
	(hrefs: ReadonlyMap<string, string>) =>
	(type: string): string =>
		type
			.split(/\b([A-Z]\w*)\b/)
			.map((part) => {
				const href = hrefs.get(part);
				return href ? `[${code(part)}](${href})` : part && code(part);
			})
			.join("");
