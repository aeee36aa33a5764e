/** The kind of a line in the transcript. A terminal shows each kind in its own colour. */
export type LineKind = "heading" | "request" | "result" | "refusal";

/** Prints a line of the transcript. */
export type Print = (line: string, kind: LineKind) => void;

/** Prints a heading: what the tour does next. */
export const heading = (print: Print, text: string): void => {
	print("", "result");
	print(`── ${text} ${"─".repeat(Math.max(0, 76 - text.length))}`, "heading");
};

/** `fetch` that prints each request with the status of its response. */
export const printed =
	(print: Print): typeof fetch =>
	async (input, init) => {
		const request = new Request(input, init);
		const response = await fetch(request);
		const { pathname, search } = new URL(request.url);
		print(`${request.method} ${pathname}${search} → ${response.status}`, "request");
		return response;
	};
