import type { Credentials } from "../credentials/credentials";
import { CredentialsError } from "../errors/errors";
import type { Attempt, Call, Send } from "./call";
import { discard } from "./discard";

/** Puts a token into an attempt's headers or URL. */
export type Write = (attempt: Attempt, token: string) => void;

/** Adds the credential. A token that is refused with 401 is replaced once, where there is another. */
export function authenticated(credentials: Credentials, write: Write, next: Send): Send {
	const send = (call: Call, attempt: Attempt, token: string): Promise<Response> => {
		attempt.token = token;
		write(attempt, token);
		// A browser takes the cookie's place with those that it has.
		attempt.withCookies = credentials.session && "document" in globalThis;
		return next(call, attempt);
	};
	const renew = async (call: Call, attempt: Attempt, refused: Response, round: number): Promise<Response> => {
		attempt.renewed = true;
		const token = await credentials
			.renewed(attempt.token, round, attempt.controller.signal)
			.catch((cause) => fail(call, attempt, cause));
		if (token === undefined) return refused;
		discard(refused);
		attempt.url = call.url;
		return send(call, attempt, token);
	};
	return (call, attempt) => {
		const { round } = credentials;
		const token = tokenOf(credentials, call, attempt);
		const response =
			typeof token === "string" ? send(call, attempt, token) : token.then((each) => send(call, attempt, each));
		return response.then((one) =>
			one.status === 401 && !attempt.renewed && call.retries > 0 ? renew(call, attempt, one, round) : one,
		);
	};
}

function tokenOf(credentials: Credentials, call: Call, attempt: Attempt): string | Promise<string> {
	try {
		const token = credentials.token(attempt.controller.signal);
		return typeof token === "string" ? token : token.catch((cause) => fail(call, attempt, cause));
	} catch (cause) {
		return fail(call, attempt, cause);
	}
}

function fail({ route }: Call, { number: attempts, unclear: outcomeUnknown }: Attempt, cause: unknown): never {
	throw new CredentialsError("no token could be had", route.id, { cause, attempts, outcomeUnknown });
}
