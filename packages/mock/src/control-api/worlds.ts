import { checkFields } from "../control/check-fields";
import { optional, text } from "../lib/checks";
import { ControlError } from "../lib/control-error";
import { created, noContent, ok } from "../request/http/json-response";
import type { RawRequest, RawResponse } from "../request/http/raw";
import { json } from "./body";
import type { ControlledWorlds } from "./controlled";
import { worldsCoverage } from "./coverage";
import { isForeign } from "./guard";
import { worldsSummaries } from "./journal/summaries";
import { refusalOf, refused, refusedByFailure } from "./refusals";
import { snapshotOf } from "./snapshots";
import { undo, undoable } from "./undo";
import { worldDetails } from "./world-details";

/** A call about the worlds; `name` is a world, or a step to undo. */
interface WorldsCall {
	readonly request: RawRequest;
	readonly worlds: ControlledWorlds;
	readonly name: string;
	readonly query: URLSearchParams;
}

type WorldsRoute = (call: WorldsCall) => RawResponse | Promise<RawResponse>;

/** The routes about the worlds themselves, by path; `*` matches a name. */
const routes: { readonly [path: string]: { readonly [verb: string]: WorldsRoute } } = {
	"/worlds": {
		GET: ({ worlds, query }) =>
			ok({ worlds: worlds.names, ...(query.get("details") === "true" && { details: worldDetails(worlds) }) }),
		POST: ({ request, worlds }) => make(request, worlds),
	},
	"/worlds/*": { DELETE: ({ worlds, name }) => remove(name, worlds) },
	"/coverage": { GET: ({ request, worlds }) => worldsCoverage(request, worlds) },
	"/journal/summaries": { GET: ({ query, worlds }) => worldsSummaries(query, worlds) },
	"/undo/*": {
		POST: async ({ worlds, name }) => {
			const world = undo(worlds, name);
			if (world !== undefined) await worlds.settled(world);
			return noContent();
		},
	},
};

/**
 * Carries out a call about the worlds themselves: listing, creating, deleting or restoring them. Returns undefined for
 * any other request.
 *
 * @param path The request's path, without the path prefix of the installation.
 */
export async function answerWorlds(
	request: RawRequest,
	path: string,
	worlds: ControlledWorlds,
): Promise<RawResponse | undefined> {
	const mark = request.url.indexOf("?");
	const query = new URLSearchParams(mark < 0 ? "" : request.url.slice(mark + 1));
	const [, kind = "", name] =
		/^\/_mock(\/worlds|\/coverage|\/journal\/summaries|\/undo(?=\/world-))(?:\/([^/]*))?\/?$/.exec(path) ?? [];
	const route = routes[name ? `${kind}/*` : kind];
	// Without `world=*`, these calls are about one world, which the header names.
	const isOfOne = ["/coverage", "/journal/summaries"].includes(kind) && query.get("world") !== "*";
	if (!route || isOfOne) return undefined;
	const response = await carryOut(route, { request, worlds, name: name ?? "", query });
	return { ...response, headers: { ...response.headers, "cache-control": "no-store", vary: "Accept" } };
}

async function carryOut(route: (typeof routes)[string], call: WorldsCall): Promise<RawResponse> {
	const { request } = call;
	if (isForeign(request))
		return refused(
			403,
			`A page of ${request.headers.origin} cannot use the control API: only pages of the mock's own origin can.`,
		);
	const work = route[request.method];
	if (!work) {
		const verbs = Object.keys(route).join(", ");
		const refusal = refused(405, `This endpoint supports ${verbs}, not ${request.method}.`);
		return { ...refusal, headers: { ...refusal.headers, allow: verbs } };
	}
	try {
		return await work(call);
	} catch (error) {
		return refusalOf(error) ?? refusedByFailure(error);
	}
}

async function remove(name: string, worlds: ControlledWorlds): Promise<RawResponse> {
	const bringBack = worlds.remember(name);
	if (!worlds.delete(name)) return refused(404, `There is no world ${name}.`);
	await worlds.settled(name);
	return bringBack ? undoable(noContent(), worlds, bringBack, { prefix: "world", about: name }) : noContent();
}

async function make(request: RawRequest, worlds: ControlledWorlds): Promise<RawResponse> {
	const checks = { world: text, from: optional(text), snapshot: optional(text) };
	const { world, from, snapshot } = checkFields(json(request), checks, "field");
	if (typeof world !== "string") throw new ControlError([{ pointer: "/world", message: "missing: a name" }]);
	const origin = typeof from === "string" ? { from } : {};
	const image = snapshot === undefined ? {} : { snapshot: snapshotOf(worlds.get(origin.from), snapshot) };
	worlds.fork(world, { ...origin, ...image });
	return kept(world, worlds);
}

/** Returns the response for a new world after it is stored. If it cannot be stored, the world is deleted. */
async function kept(world: string, worlds: ControlledWorlds): Promise<RawResponse> {
	try {
		await worlds.settled(world);
		return created({ world });
	} catch (error) {
		worlds.delete(world);
		return refusedByFailure(error);
	}
}
