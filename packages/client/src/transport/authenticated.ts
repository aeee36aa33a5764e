import type { Credentials } from "../credentials/credentials";
import { CredentialsError } from "../errors/errors";
import type { Attempt, Send } from "./call";
import { discard } from "./discard";

/** Writes a token into the headers or the URL of an attempt. */
export type Write = (attempt: Attempt, token: string) => void;

/** Adds the credential. A token that is refused with 401 is replaced once, if there is another one. */
export function authenticated(credentials: Credentials, write: Write, next: Send): Send {
	return async (call, attempt) => {
		const { round, session } = credentials;
		const { signal } = attempt.controller;
		const send = (token: string): Promise<Response> => {
			attempt.token = token;
			write(attempt, token);
			// A browser sends its own cookies instead of the session cookie.
			attempt.withCookies = session && "document" in globalThis;
			return next(call, attempt);
		};
		const fail = (cause: unknown): never => {
			const { number: attempts, unclear: outcomeUnknown } = attempt;
			throw new CredentialsError("could not get a token", call.route.id, { cause, attempts, outcomeUnknown });
		};
		const token = credentials.token(signal);
		const response = await send(typeof token === "string" ? token : await token.catch(fail));
		if (response.status !== 401 || attempt.renewed || call.retries <= 0) return response;
		attempt.renewed = true;
		const other = await credentials.renewed(attempt.token, round, signal).catch(fail);
		if (other === undefined) return response;
		discard(response);
		attempt.url = call.url;
		return send(other);
	};
}
