import type { Credentials } from "../credentials/credentials";
import { CredentialsError } from "../errors/errors";
import type { Attempt, Send } from "./call";
import { discard } from "./discard";

/** Puts a token into an attempt's headers or URL. */
export type Write = (attempt: Attempt, token: string) => void;

/** Adds the credential. A token that is refused with 401 is replaced once, where there is another. */
export function authenticated(credentials: Credentials, write: Write, next: Send): Send {
	return async (call, attempt) => {
		const { round, session } = credentials;
		const { signal } = attempt.controller;
		const send = (token: string): Promise<Response> => {
			attempt.token = token;
			write(attempt, token);
			// A browser takes the cookie's place with those that it has.
			attempt.withCookies = session && "document" in globalThis;
			return next(call, attempt);
		};
		const fail = (cause: unknown): never => {
			const { number: attempts, unclear: outcomeUnknown } = attempt;
			throw new CredentialsError("no token could be had", call.route.id, { cause, attempts, outcomeUnknown });
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
