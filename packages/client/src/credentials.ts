import { UsageError } from "./errors";

/**
 * The caller's access token, and in which header it travels.
 *
 * @example
 * createClient({ baseUrl, auth: { token: () => vault.get("pat") } });
 */
export interface Auth {
	/** The token, or a function that is asked before each request. Requests that wait for it at the same time share one call. */
	readonly token: string | (() => string | Promise<string>);
	/**
	 * `PRIVATE-TOKEN`, the default, `Authorization: Bearer`, or the session's cookie, whose value the token then is; in a
	 * browser, which sets no cookie for anyone, its own go along instead. GraphQL requests carry tokens as a bearer either way.
	 */
	readonly as?: "private-token" | "bearer" | "session" | undefined;
	/**
	 * Called when a token is refused with 401; the request is then sent once more, with the token looked up anew.
	 * Requests that are refused at the same time share one call.
	 */
	readonly refresh?: (() => unknown) | undefined;
}

/** Credentials as the transport uses them. The token lives in a closure, out of reach of any inspection. */
export interface Credentials {
	token(): string | Promise<string>;
	refresh?: () => Promise<unknown>;
	/** Whether the token is a session's. */
	readonly session: boolean;
	/** Puts the token into its header, over whatever stands there. */
	write(headers: Headers, token: string): void;
}

/** Reads and checks the options. Throws a UsageError for a token that no header can carry. */
export function credentials(auth: Auth): Credentials {
	const { token, refresh, as } = auth;
	if (typeof token !== "function") checked(token);
	const ask = shared(async () => {
		try {
			return typeof token === "function" ? await token() : token;
		} catch (cause) {
			throw new UsageError("auth.token", "could not be had", undefined, { cause });
		}
	});
	return {
		token: () => (typeof token === "function" ? ask().then(checked) : token),
		session: as === "session",
		write: (headers, value) => {
			if (as === "session") headers.set("cookie", `_service_session=${value}`);
			else if (as === "bearer") headers.set("authorization", `Bearer ${value}`);
			else headers.set("private-token", value);
		},
		...(refresh ? { refresh: shared(async () => refresh()) } : {}),
	};
}

/** Never shows the token: it may be another secret, pasted by mistake. */
function checked(token: string): string {
	if (!isVisible(token)) throw new UsageError("auth.token", "is empty, or holds a character that no token has");
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
