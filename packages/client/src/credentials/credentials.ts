import { UsageError } from "../errors/errors";
import type { WireHeaders } from "../lib/headers";
import { sharedRun } from "./shared-run";

/** What a function of {@link Auth} receives. */
export interface AuthContext {
	/** Aborts when no call waits for the result any longer. */
	readonly signal: AbortSignal;
}

/**
 * The caller's access token, and in which header it travels.
 *
 * @example
 * createClient({ baseUrl, auth: { token: () => vault.get("pat") } });
 */
export interface Auth {
	/**
	 * The token, or a function that is called before each request, and once more when the platform refuses the token with 401:
	 * if it then returns another one, the request is sent again with that. Requests that wait at the same time share one call.
	 */
	readonly token: string | ((context: AuthContext) => string | Promise<string>);
	/**
	 * `PRIVATE-TOKEN`, the default, `Authorization: Bearer`, `JOB-TOKEN` for the token of a CI job, or the session's cookie,
	 * whose value the token then is; in a browser, which sets no cookie for anyone, its own go along instead. GraphQL requests
	 * carry tokens as a bearer, except a session's.
	 */
	readonly as?: "private-token" | "bearer" | "job-token" | "session" | undefined;
	/**
	 * Called when the present token is refused with 401; the request is then sent once more, with the token looked up anew,
	 * whatever it is. Requests that are refused at the same time share one call, and one whose token was replaced in the
	 * meantime is sent again without a call.
	 */
	readonly refresh?: ((context: AuthContext) => unknown) | undefined;
}

/** Credentials as the transport uses them. The token lives in a closure, out of reach of any inspection. */
export interface Credentials {
	/** The token; rejects with the signal's reason when that aborts. */
	token(signal: AbortSignal): string | Promise<string>;
	/** How often the token was refreshed. */
	readonly round: number;
	/** The token to try after one of an earlier round was refused; undefined where there is no other. */
	renewed(refused: string | undefined, round: number, signal: AbortSignal): Promise<string | undefined>;
	/** Takes the token that a rotation returns in the place of the present one, as soon as it is there. */
	adopt(rotation: PromiseLike<{ readonly token: string }>): Promise<void>;
	/** The options for another client that begins with the present token. */
	options(): Auth;
	/** Whether the token is a session's. */
	readonly session: boolean;
	/** Puts the token into its header, over whatever is there. */
	write(headers: WireHeaders, token: string): void;
}

/** Reads and checks the options. Throws a UsageError for a token that no header can carry. */
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
			// The rotation that made it invalid is about to return its successor.
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

/** The message never shows the token: it may be another secret, pasted by mistake. */
function checked(token: string): string {
	if (typeof token !== "string" || !isVisible(token))
		throw new UsageError("auth.token", "is empty, or holds a character that no header can carry");
	return token;
}

/** Whether a text is made of visible ASCII alone: no space, no line break. */
export const isVisible = (text: string): boolean => /^[!-~]+$/.test(text);
