/** The library has no types. These are the parts that this example uses. */
declare module "markdown-it" {
	export default class MarkdownIt {
		constructor(options?: { readonly linkify?: boolean });
		render(text: string): string;
	}
}
