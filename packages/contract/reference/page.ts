import { html, type Markup } from "./html";

/** A link of the side navigation; `below` shows on the page itself. */
export interface Entry {
	label: string;
	/** From the reference's root. */
	href: string;
	below?: { label: string; href: string; verb?: string }[];
}

/** The side navigation: titled lists of links. */
export type Navigation = readonly { title: string; entries: readonly Entry[] }[];

/** One page of the reference. */
export interface Page {
	/** From the reference's root. */
	path: string;
	title: string;
	/** A sentence below the title. */
	lead?: Markup;
	content: Markup;
	/** Two columns: prose, and examples beside it. */
	wide?: boolean;
}

/** What leads from a page to the reference's root. */
export const rootOf = (path: string): string => "../".repeat(path.split("/").length - 1);

/** The whole page, with the navigation around it. */
export function pageText(page: Page, navigation: Navigation): string {
	const root = rootOf(page.path);
	const entry = ({ label, href, below = [] }: Entry): Markup => {
		const here = href === page.path;
		return html`<li><a href="${root}${href}"${here && html` aria-current="page"`}>${label}</a>${
			here &&
			below.length > 0 &&
			html`<ul>${below.map((one) => html`<li><a href="${one.href}">${one.verb && html`<span class="verb ${one.verb}">${one.verb}</span>`}${one.label}</a></li>`)}</ul>`
		}</li>`;
	};
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} · Tenon reference</title>
<link rel="stylesheet" href="${root}assets/style.css">
<script defer src="${root}assets/search-index.js"></script>
<script defer src="${root}assets/reference.js"></script>
</head>
<body data-root="${root}">
<header class="bar">
<a class="brand" href="${root}index.html">tenon</a>
<div class="search" hidden><input type="search" placeholder="Search operations, records, GraphQL  ( / )" aria-label="Search the reference" autocomplete="off"><ol class="found" hidden></ol></div>
<button type="button" class="theme" hidden aria-label="Light or dark">◐</button>
</header>
<nav class="side" aria-label="Reference">${navigation.map(({ title, entries }) => html`<h2>${title}</h2><ul>${entries.map(entry)}</ul>`)}</nav>
<main${page.wide && html` class="wide"`}>
<h1>${page.title}</h1>
${page.lead && html`<div class="lead">${page.lead}</div>`}
${page.content}
</main>
</body>
</html>
`.text;
}
