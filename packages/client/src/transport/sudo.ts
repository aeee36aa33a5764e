import type { Send } from "./call";

/** Acts as another user. */
export function sudo(next: Send): Send {
	return (call, attempt) => {
		if (call.sudo !== undefined) attempt.headers.sudo = call.sudo;
		return next(call, attempt);
	};
}
