/** Yields the failure and its causes, at most 10, because causes can form a loop. */
function* chain(failure: unknown): Generator<{ readonly [name: string]: unknown }> {
	let each = failure;
	for (let depth = 0; depth < 10 && typeof each === "object" && each !== null; depth++) {
		yield each as { readonly [name: string]: unknown }; // any property of an object can be read
		each = (each as { cause?: unknown }).cause; // as above
	}
}

/** Returns the system's error code of a failed `fetch`, such as `ECONNREFUSED`. Only server runtimes have one. */
export function codeOf(failure: unknown): string | undefined {
	for (const { code } of chain(failure)) if (typeof code === "string") return code;
	return undefined;
}

/** Error codes that only occur while a connection is being made. */
const beforeSending = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/;

/** Whether the failure shows that no connection was made, so that nothing can have been sent. */
export function neverSent(failure: unknown): boolean {
	for (const { code, syscall, errors } of chain(failure)) {
		// Several addresses were tried: nothing was sent if each of them failed before that.
		if (Array.isArray(errors) && errors.length > 0) return errors.every(neverSent);
		if (syscall === "connect" || syscall === "getaddrinfo") return true;
		if (typeof code === "string") return beforeSending.test(code);
	}
	return false;
}
