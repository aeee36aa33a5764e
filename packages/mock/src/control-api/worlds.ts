import { noContent, ok } from "../request/http/answer";
import type { RawRequest, RawResponse } from "../request/http/raw";
import type { ControlledWorlds } from "./controlled";
import { isForeign } from "./guard";
import { refused } from "./told";

/**
 * Answers a call about the worlds themselves: `GET /_mock/worlds` lists their names, `DELETE /_mock/worlds/{name}` takes one
 * away. Undefined for a request that is no such call.
 *
 * @param path The request's path, without what the installation is reached below.
 */
export function answerWorlds(request: RawRequest, path: string, worlds: ControlledWorlds): RawResponse | undefined {
	const [matched, name] = /^\/_mock\/worlds(?:\/([^/]*))?\/?$/.exec(path) ?? [];
	if (matched === undefined) return undefined;
	const answer = carryOut(request, name || undefined, worlds);
	return { ...answer, headers: { ...answer.headers, "cache-control": "no-store" } };
}

function carryOut(request: RawRequest, name: string | undefined, worlds: ControlledWorlds): RawResponse {
	if (isForeign(request))
		return refused(
			403,
			`A page of ${request.headers.origin} may not control the mock: only pages of its own origin may.`,
		);
	const verb = name === undefined ? "GET" : "DELETE";
	if (request.method !== verb) {
		const refusal = refused(405, `This takes ${verb}; not ${request.method}.`);
		return { ...refusal, headers: { ...refusal.headers, allow: verb } };
	}
	if (name === undefined) return ok({ worlds: worlds.names });
	return worlds.delete(name) ? noContent() : refused(404, `There is no world ${name}.`);
}
