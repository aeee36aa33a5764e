import { UsageError } from "../errors/errors";
import type { WireHeaders } from "../lib/headers";
import { sharedRun } from "./shared-run";

/** The argument of the functions of {@link Auth}. */
export interface AuthContext {
	/** Aborts when no call is waiting for the result any more. */
	readonly signal: AbortSignal;
}

/**
 * The access token of the caller, and the header to send it in.
 *
 * @example
 * createClient({ baseUrl, auth: { token: () => vault.get("pat") } });
 */
export interface Auth {
	/**
	 * The token, or a function that returns it. The function is called before each request, and once more if the platform
	 * refuses the token with 401: if it then returns a different token, the request is sent again with that. Concurrent
	 * requests share one call.
	 */
	readonly token: string | ((context: AuthContext) => string | Promise<string>);
	/**
	 * How to send the token: as `PRIVATE-TOKEN` (the default), `Authorization: Bearer`, `JOB-TOKEN` for the token of a CI
	 * job, or as the session cookie, with the token as its value. A browser does not let scripts set cookies, and sends
	 * its own instead. GraphQL requests send every token except a session's as a bearer token.
	 */
	readonly as?: "private-token" | "bearer" | "job-token" | "session" | undefined;
	/**
	 * Called when the current token is refused with 401. The token is then read again and the request is sent once more,
	 * even if the token is the same. Requests that are refused at the same time share one call. If the token was already
	 * replaced in the meantime, the request is sent again without a call.
	 */
	readonly refresh?: ((context: AuthContext) => unknown) | undefined;
}

/** The credentials as the transport uses them. The token is in a closure, where no inspection shows it. */
export interface Credentials {
	/** Returns the token. Rejects with the signal's reason if the signal aborts. */
	token(signal: AbortSignal): string | Promise<string>;
	/** The number of times the token was refreshed. */
	readonly round: number;
	/** Returns the token to try after the token of an earlier round was refused; undefined if there is no other. */
	renewed(refused: string | undefined, round: number, signal: AbortSignal): Promise<string | undefined>;
	/** Replaces the current token with the one that a rotation returns, as soon as it resolves. */
	adopt(rotation: PromiseLike<{ readonly token: string }>): Promise<void>;
	/** Returns the options for another client that starts with the current token. */
	options(): Auth;
	/** Whether the token is that of a session. */
	readonly session: boolean;
	/** Writes the token into its header, replacing any other value. */
	write(headers: WireHeaders, token: string): void;
}

/** Reads and checks the options. Throws a UsageError for a token that cannot be sent in a header. */
export function credentials(auth: Auth): Credentials {
	const { refresh, as } = auth;
	let { token } = auth;
	let round = 0;
	let adopting: Promise<void> | undefined;
	if (typeof token !== "function") checked(token);
	const ask = sharedRun(async (signal) => checked(typeof token === "function" ? await token({ signal }) : token));
	const refreshed = sharedRun(async (signal) => {
		await refresh?.({ signal });
		round++;
	});
	const present = (signal: AbortSignal) => (typeof token === "function" ? ask(signal) : token);
	return {
		token: present,
		get round() {
			return round;
		},
		async renewed(refused, before, signal) {
			// The rotation that invalidated the token is about to return the new one.
			await adopting?.catch(() => {});
			const next = await present(signal);
			if (next !== refused) return next;
			if (!refresh) return undefined;
			if (before === round) await refreshed(signal);
			return present(signal);
		},
		adopt(rotation) {
			adopting = Promise.resolve(rotation).then((record) => {
				token = checked(record.token);
			});
			return adopting;
		},
		options: () => ({ ...auth, token }),
		session: as === "session",
		write: (headers, value) => {
			if (as === "session") headers.cookie = `_service_session=${value}`;
			else if (as === "bearer") headers.authorization = `Bearer ${value}`;
			else headers[as === "job-token" ? "job-token" : "private-token"] = value;
		},
	};
}

/** Checks a token. The message never shows it: it can be another secret, pasted by mistake. */
function checked(token: string): string {
	if (typeof token !== "string" || !isVisible(token))
		throw new UsageError("auth.token", "is empty or contains a character that is invalid in a header");
	return token;
}

/** Whether a text consists only of visible ASCII characters: no space, no line break. */
export const isVisible = (text: string): boolean => /^[!-~]+$/.test(text);
