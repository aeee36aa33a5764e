/** The failure, and what caused it, as far as it can be followed: a cause may lead in a circle. */
function* chain(failure: unknown): Generator<{ readonly [name: string]: unknown }> {
	let each = failure;
	for (let depth = 0; depth < 10 && typeof each === "object" && each !== null; depth++) {
		yield each as { readonly [name: string]: unknown }; // any object can be asked for any property
		each = (each as { cause?: unknown }).cause; // likewise
	}
}

/** The system's code of a failure of `fetch`, as `ECONNREFUSED`. Only servers' runtimes give one. */
export function codeOf(failure: unknown): string | undefined {
	for (const { code } of chain(failure)) if (typeof code === "string") return code;
	return undefined;
}

/** Codes that only making a connection can end with. */
const beforeSending = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/;

/** Whether the failure shows that no connection was made, so that nothing can have been sent. */
export function neverSent(failure: unknown): boolean {
	for (const { code, syscall, errors } of chain(failure)) {
		// Several addresses were tried: each of them must have failed before anything was sent.
		if (Array.isArray(errors) && errors.length > 0) return errors.every(neverSent);
		if (syscall === "connect" || syscall === "getaddrinfo") return true;
		if (typeof code === "string") return beforeSending.test(code);
	}
	return false;
}
