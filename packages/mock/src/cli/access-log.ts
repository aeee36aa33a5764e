import { nearestOperations } from "../control/nearest-operations";
import { redactUrl } from "../control/redact";
import type { RawRequest, RawResponse } from "../request/http/raw";
import type { Streams } from "./streams";

// An import reads all exports of the module, including `parseArgs` and `diff`: 3 ms on Node 24.
const { styleText } = process.getBuiltinModule("node:util");

type Colour = "green" | "yellow" | "red" | "cyan" | "dim";

const colourOf = (status: number): Colour =>
	status < 300 ? "green" : status < 400 ? "cyan" : status < 500 ? "yellow" : "red";

/** Returns a suggestion for a request without a route. */
function hint({ method, url }: RawRequest, { status, body }: RawResponse): string | undefined {
	if (status !== 404 || body !== '{"error":"404 Not Found"}') return undefined;
	const [path = ""] = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "").split("?", 1);
	const [guess] = nearestOperations(method, path);
	return guess && `there is no such route; did you mean ${guess.method} ${guess.path}?`;
}

/**
 * Writes a line for each response: in columns, with colours on a terminal, and with a hint if something is wrong; or as
 * JSON for machines. Credentials are hidden.
 */
export function accessLog(
	out: Streams["out"],
	asJson: boolean,
): (request: RawRequest, response: RawResponse, milliseconds: number) => void {
	const isColoured = out.isTTY === true && !process.env.NO_COLOR;
	const paint = (colour: Colour, text: string): string =>
		// The output is known here; later releases of Node would check stdout instead.
		isColoured ? styleText(colour, text, { validateStream: false }) : text;
	let lines = "";
	/** Writes the lines of one turn of the event loop together: a write for each takes longer than many responses. */
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
