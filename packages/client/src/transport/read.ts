import type { Send } from "./call";

/** Reads the response's body: always for a refusal, else if the call asks for it. */
export function read(next: Send): Send {
	return async (call, attempt) => {
		const response = await next(call, attempt);
		if (!response.ok || call.reads === "text") attempt.content = await response.text();
		else if (call.reads === "blob") attempt.content = await response.blob();
		return response;
	};
}
