import { nearestOperations } from "../control/nearest-operations";
import { redactUrl } from "../control/redact";
import type { RawRequest, RawResponse } from "../request/http/raw";
import type { Streams } from "./streams";

// An import would read all exports of the module, also `parseArgs` and `diff`: 3 ms on Node 24.
const { styleText } = process.getBuiltinModule("node:util");

type Colour = "green" | "yellow" | "red" | "cyan" | "dim";

const colourOf = (status: number): Colour =>
	status < 300 ? "green" : status < 400 ? "cyan" : status < 500 ? "yellow" : "red";

/** What a refused route may have meant. */
function hint({ method, url }: RawRequest, { status, body }: RawResponse): string | undefined {
	if (status !== 404 || body !== '{"error":"404 Not Found"}') return undefined;
	const [path = ""] = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "").split("?", 1);
	const [guess] = nearestOperations(method, path);
	return guess && `there is no such route; did you mean ${guess.method} ${guess.path}?`;
}

/**
 * Writes a line for each response: for people in columns, in colours on a terminal, with a hint if something is wrong;
 * for machines as JSON. Credentials are hidden.
 */
export function accessLog(
	out: Streams["out"],
	asJson: boolean,
): (request: RawRequest, response: RawResponse, milliseconds: number) => void {
	const isColoured = out.isTTY === true && !process.env.NO_COLOR;
	const paint = (colour: Colour, text: string): string =>
		// Where it writes is known here; later releases of Node would look at stdout instead.
		isColoured ? styleText(colour, text, { validateStream: false }) : text;
	let lines = "";
	/** Lines of one turn of the event loop go out together: a write for each would take longer than many a response. */
	const write = (line: string): void => {
		if (lines === "")
			setImmediate(() => {
				const text = lines;
				lines = "";
				out.write(text);
			});
		lines += `${line}\n`;
	};
	return (request, response, milliseconds) => {
		const path = redactUrl(request.url);
		const took = Math.round(milliseconds * 10) / 10;
		const { method } = request;
		const { status, broken } = response;
		if (asJson) {
			const line = {
				method,
				path,
				status,
				ms: took,
				id: response.headers["x-request-id"],
				...(broken ? { broken } : {}),
			};
			write(JSON.stringify(line));
			return;
		}
		const outcome = broken === "dropped" ? paint("red", "---") : paint(colourOf(status), String(status));
		const notes = [
			response.headers["x-mock-reason"],
			hint(request, response),
			broken && `the connection was ${broken}`,
		];
		const [note] = notes.filter((one) => one !== undefined);
		write(
			`${outcome} ${method.padEnd(6)} ${path} ${paint("dim", `${took} ms`)}${note ? paint("dim", `  ${note}`) : ""}`,
		);
	};
}
