/** The library has no types of its own; this is what is used of it. */
declare module "markdown-it" {
	export default class MarkdownIt {
		constructor(options?: { readonly linkify?: boolean });
		render(text: string): string;
	}
}
