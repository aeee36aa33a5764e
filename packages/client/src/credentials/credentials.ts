import { UsageError } from "../errors/errors";
import type { WireHeaders } from "../lib/headers";

/**
 * The caller's access token, and in which header it travels.
 *
 * @example
 * createClient({ baseUrl, auth: { token: () => vault.get("pat") } });
 */
export interface Auth {
	/**
	 * The token, or a function that is asked before each request, and once more when the platform refuses the token with 401:
	 * if it then gives another one, the request is sent again with that. Requests that wait at the same time share one call.
	 */
	readonly token: string | (() => string | Promise<string>);
	/**
	 * `PRIVATE-TOKEN`, the default, `Authorization: Bearer`, or the session's cookie, whose value the token then is; in a
	 * browser, which sets no cookie for anyone, its own go along instead. GraphQL requests carry tokens as a bearer either way.
	 */
	readonly as?: "private-token" | "bearer" | "session" | undefined;
	/**
	 * Called when a token is refused with 401; the request is then sent once more, with the token looked up anew, whatever it
	 * is. Requests that are refused at the same time share one call.
	 */
	readonly refresh?: (() => unknown) | undefined;
}

/** Credentials as the transport uses them. The token lives in a closure, out of reach of any inspection. */
export interface Credentials {
	token(): string | Promise<string>;
	/** The token to try after one was refused; undefined if there is none other. */
	renewed(refused: string): Promise<string | undefined>;
	/** Takes the token that a rotation gives in the place of the present one, as soon as it is there. */
	adopt(rotation: PromiseLike<{ readonly token: string }>): Promise<void>;
	/** The options for another client that is to begin with the present token. */
	options(): Auth;
	/** Whether the token is a session's. */
	readonly session: boolean;
	/** Puts the token into its header, over whatever stands there. */
	write(headers: WireHeaders, token: string): void;
}

/** Reads and checks the options. Throws a UsageError for a token that no header can carry. */
export function credentials(auth: Auth): Credentials {
	const { refresh, as } = auth;
	let { token } = auth;
	let adopting: Promise<void> | undefined;
	if (typeof token !== "function") checked(token);
	const ask = shared(async () => {
		try {
			return checked(typeof token === "function" ? await token() : token);
		} catch (cause) {
			if (cause instanceof UsageError) throw cause;
			throw new UsageError("auth.token", "could not be had", undefined, { cause });
		}
	});
	const refreshed = refresh && shared(async () => refresh());
	const present = () => (typeof token === "function" ? ask() : token);
	return {
		token: present,
		async renewed(refused) {
			// The rotation that refused it is about to give its successor.
			await adopting?.catch(() => {});
			await refreshed?.();
			const next = await present();
			return refreshed || next !== refused ? next : undefined;
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
			else headers["private-token"] = value;
		},
	};
}

/** Never shows the token: it may be another secret, pasted by mistake. */
function checked(token: string): string {
	if (typeof token !== "string" || !isVisible(token))
		throw new UsageError("auth.token", "is empty, or holds a character that no token has");
	return token;
}

/** Whether a text is made of visible ASCII alone: no space, no line break. */
export const isVisible = (text: string): boolean => /^[!-~]+$/.test(text);

/** Calls that overlap share one run. */
function shared<T>(run: () => Promise<T>): () => Promise<T> {
	let running: Promise<T> | undefined;
	return () => {
		running ??= run().finally(() => {
			running = undefined;
		});
		return running;
	};
}
