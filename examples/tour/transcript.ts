/** What a line of the transcript is; a terminal shows each kind in a colour of its own. */
export type LineKind = "heading" | "request" | "result" | "refusal";

/** Takes the transcript line by line. */
export type Print = (line: string, kind: LineKind) => void;

/** A text in a rule of its own: what the tour does next. */
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
