import type { Middleware } from "../connection/middleware";
import { redactBody, redactHeaders, redactText, redactUrl } from "../errors/redact";

/** What is logged, and where to. */
export interface DebugOptions {
	/** Takes one line. Default: `console.debug`. */
	readonly log?: ((line: string) => void) | undefined;
	/** Whether headers are logged as well; those that could hold a secret as `[redacted]`. Default false. */
	readonly headers?: boolean | undefined;
	/** Whether bodies of text are logged as well, their secrets as `[redacted]`, shortened to 2,000 characters. Default false. */
	readonly bodies?: boolean | undefined;
}

const longest = 2_000;

/**
 * A middleware that logs each attempt and its response in a line. Tokens, passwords, PINs, keys and the values of variables are
 * masked in addresses, headers and bodies, as is whatever looks like a token. A GraphQL request's variables are not shown.
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
