import type { RawResponse } from "./raw";

const json = { "content-type": "application/json" };

/** Returns a response with a JSON body. */
export const jsonResponse = (
	status: number,
	body: unknown,
	headers?: { readonly [name: string]: string },
): RawResponse => ({
	status,
	headers: headers ? { ...json, ...headers } : json,
	body: JSON.stringify(body),
});

/** Returns a 200 with a record. */
export const ok = (body: unknown): RawResponse => jsonResponse(200, body);
/** Returns a 201 with the new record. */
export const created = (body: unknown): RawResponse => jsonResponse(201, body);
/** Returns a 202 with a body. */
export const accepted = (body: unknown): RawResponse => jsonResponse(202, body);
/** Returns a 204 without a body. */
export const noContent = (): RawResponse => ({ status: 204, headers: {}, body: null });
