import { type Connection, core, type RequestOptions } from "../connection/connection";
import type { Call } from "../transport/call";
import type { Route } from "../transport/route";
import { ApiPromise } from "./api-promise";
import { callOf, deadlineOf } from "./call-of";
import { type Download, fileNameOf } from "./download";
import { perform, type Result } from "./perform";
import { withFile } from "./uploads";

const unread = (call: Call, isUnread: boolean): Call => (isUnread ? { ...call, reads: "nothing" } : call);

/** Calls an operation that returns a record or nothing. */
export function call<T>(client: Connection, route: Route, params: object, options?: RequestOptions): ApiPromise<T> {
	return new ApiPromise(() => {
		const own = client[core]();
		const request = callOf(own, route, params, options);
		return (isUnread) => perform(own, unread(request, isUnread), params, options);
	}, client);
}

/** Calls an operation with a file as parameter. */
export function upload<T>(client: Connection, route: Route, params: object, options?: RequestOptions): ApiPromise<T> {
	return new ApiPromise(() => {
		const own = client[core]();
		const input = { ...params };
		const until = deadlineOf(own, options);
		return async (isUnread) => {
			const check = (options?.validate ?? own.validate) !== "off";
			const whole = await withFile(route, input, check);
			return perform(own, unread(callOf(own, route, whole, options, { until }), isUnread), whole, options);
		};
	}, client);
}

/** Calls an operation that returns a file. */
export function download(
	client: Connection,
	route: Route,
	params: object,
	options?: RequestOptions,
): ApiPromise<Download> {
	return new ApiPromise(() => {
		const own = client[core]();
		const headers = { accept: "*/*", ...options?.headers };
		const request = callOf(own, route, params, { ...options, headers }, { reads: "blob" });
		return async (isUnread) => {
			const result = await perform(own, unread(request, isUnread), params, options);
			return result.content instanceof Blob ? { ...result, data: downloadOf(result, result.content) } : result;
		};
	}, client);
}

function downloadOf({ response }: Result, blob: Blob): Download {
	const fileName = fileNameOf(response.headers.get("content-disposition"));
	return {
		blob,
		...(fileName === undefined ? {} : { fileName }),
		contentType: response.headers.get("content-type") ?? blob.type,
	};
}
