import type { Middleware } from "../connection/middleware";
import { redactBody, redactHeaders, redactText, redactUrl } from "../errors/redact";

/** The options of {@link debug}. */
export interface DebugOptions {
	/** Writes one line. Defaults to `console.debug`. */
	readonly log?: ((line: string) => void) | undefined;
	/** Whether to log headers; those that could contain a secret as `[redacted]`. Defaults to false. */
	readonly headers?: boolean | undefined;
	/** Whether to log text bodies, with secrets as `[redacted]`, shortened to 2,000 characters. Defaults to false. */
	readonly bodies?: boolean | undefined;
}

const longest = 2_000;

/**
 * Creates a middleware that logs each attempt and its response, one line each. Masks tokens, passwords, PINs, keys and
 * values of CI variables in URLs, headers and bodies, and everything that looks like a token. Does not log GraphQL
 * variables.
 *
 * @example
 * const tenon = createClient({ baseUrl, auth, middleware: [debug({ bodies: true })] });
 * // → createPipeline #1 POST https://platform.example.com/api/v4/projects/acme%2Fweb/pipeline
 * // ← createPipeline #1 201 in 35 ms
 */
export function debug(options: DebugOptions = {}): Middleware {
	const { log = console.debug, headers = false, bodies = false } = options;
	const more = async (message: Request | Response): Promise<string> => {
		const shown = headers ? ` ${JSON.stringify(redactHeaders(message.headers))}` : "";
		const type = message.headers.get("content-type") ?? "";
		const readable = bodies && message.body && /json|text|urlencoded/.test(type);
		return readable ? `${shown} ${redactBody(await message.clone().text()).slice(0, longest)}` : shown;
	};
	return async (request, next, { operationId, attempt }) => {
		const mark = `${operationId} #${attempt}`;
		log(`→ ${mark} ${request.method} ${redactUrl(request.url)}${await more(request)}`);
		const began = performance.now();
		const spent = (): string => `in ${Math.round(performance.now() - began)} ms`;
		try {
			const response = await next(request);
			const id = response.headers.get("x-request-id");
			log(`← ${mark} ${response.status} ${spent()}${id ? ` (${id})` : ""}${await more(response)}`);
			return response;
		} catch (error) {
			log(`✗ ${mark} ${spent()}: ${redactText(redactUrl(error instanceof Error ? error.message : String(error)))}`);
			throw error;
		}
	};
}
