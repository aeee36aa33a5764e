import type { RawResponse } from "./raw";

const json = { "content-type": "application/json" };

/** A JSON answer. */
export const answer = (status: number, body: unknown, headers?: { readonly [name: string]: string }): RawResponse => ({
	status,
	headers: headers ? { ...json, ...headers } : json,
	body: JSON.stringify(body),
});

/** 200 with a record. */
export const ok = (body: unknown): RawResponse => answer(200, body);
/** 201 with the new record. */
export const created = (body: unknown): RawResponse => answer(201, body);
/** 202: taken, with what is told of it. */
export const accepted = (body: unknown): RawResponse => answer(202, body);
/** 204, without a body. */
export const noContent = (): RawResponse => ({ status: 204, headers: {}, body: null });
