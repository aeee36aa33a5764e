import { isFields } from "../rule/response";

/** Whether the body of a GraphQL request contains a mutation, alone or among other operations. */
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
