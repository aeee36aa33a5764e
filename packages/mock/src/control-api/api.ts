/** The control API: `/_mock/…`, described in openapi/control.yaml. */

import { nearest } from "../lib/nearest";
import type { RawRequest, RawResponse } from "../request/http/raw";
import { json } from "./body";
import type { ControlCall } from "./call";
import type { ControlledPlatform } from "./controlled";
import { isForeign } from "./guard";
import { refusalOf, refused, refusedByFailure } from "./refusals";
import { routes } from "./routes";

/** The routes with names in their paths, by the number of segments. Those with fewer names come first. */
const named = new Map<number, { readonly parts: readonly string[]; readonly route: (typeof routes)[string] }[]>();
for (const [path, route] of Object.entries(routes).sort(([a], [b]) => a.split("*").length - b.split("*").length)) {
	const parts = path.split("/");
	if (parts.includes("*")) named.set(parts.length, [...(named.get(parts.length) ?? []), { parts, route }]);
}

/** Returns the route of a path, and the names in the path. */
function find(path: string): { route: (typeof routes)[string]; id: string; second: string } | undefined {
	const plain = path.replace(/\/+$/, "") || "/";
	const fixed = Object.hasOwn(routes, plain) && !plain.includes("*") ? routes[plain] : undefined;
	if (fixed) return { route: fixed, id: "", second: "" };
	const sent = plain.split("/");
	const found = named
		.get(sent.length)
		?.find(({ parts }) =>
			parts.every((part, at) => (part === "*" ? /^[\w.-]{1,64}$/.test(sent[at] ?? "") : part === sent[at])),
		);
	if (!found) return undefined;
	const [id = "", second = ""] = sent.filter((_, at) => found.parts[at] === "*");
	return { route: found.route, id, second };
}

function carryOut(request: RawRequest, path: string, platform: ControlledPlatform): RawResponse | Promise<RawResponse> {
	if (isForeign(request))
		return refused(
			403,
			`A page of ${request.headers.origin} cannot use the control API: only pages of the mock's own origin can.`,
		);
	const found = find(path);
	if (!found) {
		const guess = nearest(path, Object.keys(routes));
		return refused(404, `There is no endpoint /_mock${path}.${guess ? ` Did you mean /_mock${guess}?` : ""}`);
	}
	const verb = request.method === "HEAD" ? "GET" : request.method;
	const route = Object.hasOwn(found.route, verb) ? found.route[verb] : undefined;
	if (!route) {
		const allow = Object.keys(found.route).join(", ");
		const refusal = refused(405, `/_mock${path} supports ${allow}, not ${request.method}.`);
		return { ...refusal, headers: { ...refusal.headers, allow } };
	}
	const mark = request.url.indexOf("?");
	const query = new URLSearchParams(mark < 0 ? "" : (request.url.slice(mark + 1).split("#", 1)[0] ?? ""));
	const call: ControlCall = { platform, request, id: found.id, second: found.second, query, json: () => json(request) };
	return route(call);
}

/** Carries out a call of the control API. Its responses must not be cached. */
export async function answerControl(
	request: RawRequest,
	path: string,
	platform: ControlledPlatform,
): Promise<RawResponse> {
	let response: RawResponse;
	try {
		response = await carryOut(request, path, platform);
	} catch (error) {
		response = refusalOf(error) ?? refusedByFailure(error);
	}
	const headers = { ...response.headers, "cache-control": "no-store", vary: "Accept" };
	if (request.method === "HEAD") return { status: response.status, headers, body: null };
	return { ...response, headers };
}
