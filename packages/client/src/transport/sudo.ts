import type { Send } from "./call";

/** Adds the Sudo header, with which the call acts as another user. */
export function sudo(next: Send): Send {
	return (call, attempt) => {
		if (call.sudo !== undefined) attempt.headers.sudo = call.sudo;
		return next(call, attempt);
	};
}
