import { checkFields } from "../control/check-fields";
import { optional, text } from "../lib/checks";
import { ControlError } from "../lib/control-error";
import { created, noContent, ok } from "../request/http/answer";
import type { RawRequest, RawResponse } from "../request/http/raw";
import { json } from "./body";
import type { ControlledWorlds } from "./controlled";
import { isForeign } from "./guard";
import { snapshotOf } from "./snapshots";
import { refused, refusedByFailure, told } from "./told";

/**
 * Answers a call about the worlds themselves: `GET /_mock/worlds` lists their names, `POST` makes one, `DELETE
 * /_mock/worlds/{name}` deletes one. Undefined for a request that is no such call.
 *
 * @param path The request's path, without what the installation is reached below.
 */
export async function answerWorlds(
	request: RawRequest,
	path: string,
	worlds: ControlledWorlds,
): Promise<RawResponse | undefined> {
	const [matched, name] = /^\/_mock\/worlds(?:\/([^/]*))?\/?$/.exec(path) ?? [];
	if (matched === undefined) return undefined;
	const answer = await carryOut(request, name || undefined, worlds);
	return { ...answer, headers: { ...answer.headers, "cache-control": "no-store", vary: "Accept" } };
}

async function carryOut(request: RawRequest, name: string | undefined, worlds: ControlledWorlds): Promise<RawResponse> {
	if (isForeign(request))
		return refused(
			403,
			`A page of ${request.headers.origin} may not control the mock: only pages of its own origin may.`,
		);
	const verbs = name === undefined ? ["GET", "POST"] : ["DELETE"];
	if (!verbs.includes(request.method)) {
		const refusal = refused(405, `This takes ${verbs.join(", ")}; not ${request.method}.`);
		return { ...refusal, headers: { ...refusal.headers, allow: verbs.join(", ") } };
	}
	if (name !== undefined) return remove(name, worlds);
	return request.method === "GET" ? ok({ worlds: worlds.names }) : make(request, worlds);
}

async function remove(name: string, worlds: ControlledWorlds): Promise<RawResponse> {
	if (!worlds.delete(name)) return refused(404, `There is no world ${name}.`);
	try {
		await worlds.settled(name);
		return noContent();
	} catch (error) {
		return refusedByFailure(error);
	}
}

async function make(request: RawRequest, worlds: ControlledWorlds): Promise<RawResponse> {
	try {
		const checks = { world: text, from: optional(text), snapshot: optional(text) };
		const { world, from, snapshot } = checkFields(json(request), checks, "part of it");
		if (typeof world !== "string") throw new ControlError([{ pointer: "/world", message: "missing: a name" }]);
		const origin = typeof from === "string" ? { from } : {};
		const image = snapshot === undefined ? {} : { snapshot: snapshotOf(worlds.get(origin.from), snapshot) };
		worlds.fork(world, { ...origin, ...image });
		return await kept(world, worlds);
	} catch (error) {
		const refusal = told(error);
		if (!refusal) throw error;
		return refusal;
	}
}

/** The response for a new world once it is kept. One that cannot be is not there. */
async function kept(world: string, worlds: ControlledWorlds): Promise<RawResponse> {
	try {
		await worlds.settled(world);
		return created({ world });
	} catch (error) {
		worlds.delete(world);
		return refusedByFailure(error);
	}
}
