import { isFields } from "../rule/response";

/** Whether a body sent to GraphQL asks for a mutation, alone or among others. */
export function mutates(body: unknown): boolean {
	if (typeof body !== "string") return false;
	let json: unknown;
	try {
		json = JSON.parse(body);
	} catch {
		return /\bmutation\b/.test(body);
	}
	const entries: unknown[] = Array.isArray(json) ? json : [json];
	return entries.some((one) => isFields(one) && /\bmutation\b/.test(String(one.query)));
}
