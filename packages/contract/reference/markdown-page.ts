import { code } from "../src/reference/markdown";

/** A page of the reference: Markdown with front matter, as TypeDoc reads it. */
export interface MarkdownPage {
	/** Below the folder of all pages, without `.md`. */
	readonly path: string;
	readonly title: string;
	/** The heading of the navigation that the page is below, for pages without a parent. */
	readonly group?: string;
	/** Pages in the folder that is called like this page. */
	readonly children?: readonly MarkdownPage[];
	readonly text: string;
}

const nameOf = ({ path }: MarkdownPage): string => path.slice(path.lastIndexOf("/") + 1);

/** From a page to one of its children. */
const childHref = (page: MarkdownPage, child: MarkdownPage): string => `./${nameOf(page)}/${nameOf(child)}.md`;

/** The files of a page and of the pages below it: their texts by their paths. */
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

/** A block of code, which TypeDoc colours. */
export const block = (language: string, text: string): string => `\`\`\`${language}\n${text.trim()}\n\`\`\``;

/** Writes types with a link for each name that has a page: `Note[]` as [`Note`](…)`[]`. */
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
