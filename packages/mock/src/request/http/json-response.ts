import type { RawResponse } from "./raw";

const json = { "content-type": "application/json" };

/** A response with a JSON body. */
export const jsonResponse = (
	status: number,
	body: unknown,
	headers?: { readonly [name: string]: string },
): RawResponse => ({
	status,
	headers: headers ? { ...json, ...headers } : json,
	body: JSON.stringify(body),
});

/** 200 with a record. */
export const ok = (body: unknown): RawResponse => jsonResponse(200, body);
/** 201 with the new record. */
export const created = (body: unknown): RawResponse => jsonResponse(201, body);
/** 202: accepted, with a body that says so. */
export const accepted = (body: unknown): RawResponse => jsonResponse(202, body);
/** 204, without a body. */
export const noContent = (): RawResponse => ({ status: 204, headers: {}, body: null });
