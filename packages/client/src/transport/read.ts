import type { Send } from "./call";

/** Reads the response's body: of a refusal always, of a success as the call wants it. */
export function read(next: Send): Send {
	return async (call, attempt) => {
		const response = await next(call, attempt);
		if (!response.ok || call.reads === "text") attempt.content = await response.text();
		else if (call.reads === "blob") attempt.content = await response.blob();
		return response;
	};
}
