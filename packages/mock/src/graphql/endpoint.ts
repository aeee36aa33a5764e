/** The GraphQL endpoint: takes a request and returns a response. */
import type { Actor } from "../request/access/actor";
import { authenticateGraphql } from "../request/access/authenticate";
import type { Context } from "../request/context";
import { ApiError, methodNotAllowed } from "../request/http/errors";
import { jsonResponse } from "../request/http/json-response";
import type { RawRequest, RawResponse } from "../request/http/raw";
import { followsGitlab } from "../request/settings/dialect";
import type { Settings } from "../request/settings/settings";
import type { State } from "../state/state";
import type { RowChange } from "../state/undo";
import type { GraphqlContext } from "./context";
import { checkLength, readEntries } from "./entries";
import { requestRefusal } from "./errors";
import { carryOut, isMutation, type Result } from "./execute";
import { schemaFor, type Variant } from "./schema";
import { variantOf } from "./variant";

/** What the platform passes along with a request. */
export interface Surroundings {
	readonly state: State;
	readonly settings: Settings;
	/** The additions of extensions to the schema. */
	readonly extensions: Variant["extensions"];
	/** When the request arrived, by the platform's clock. */
	readonly begin: number;
	readonly base: string;
	/** The query of the URL, decoded. */
	readonly query: readonly (readonly [string, string])[];
	readonly json: Context["json"];
	readonly lists: Context["lists"];
	/** Counts a call of an operation by a caller. */
	readonly count: (caller: string, id: Parameters<GraphqlContext["count"]>[0]) => void;
	/** Receives the rows that mutations write. */
	readonly changes: RowChange[];
	/** Receives the caller. */
	readonly onActor: (actor: Actor) => void;
	/** Receives errors inside the platform. */
	readonly onError: (error: unknown) => void;
}

/** The longest time that a request can take, in milliseconds. */
const longest = 30_000;

const timedOut = (): ApiError =>
	requestRefusal(503, "Request timed out. Please try a less complex query or a smaller set of records.");

const wide = "application/graphql-response+json";

/** Whether the caller accepts the newer media type, but not the plain one, which is the platform's default. */
function wantsNewType(accept = ""): boolean {
	const types = accept.split(",").map((part) => (part.split(";")[0] ?? "").trim().toLowerCase());
	return types.includes(wide) && !types.some((type) => ["application/json", "application/*", "*/*"].includes(type));
}

/** Returns the status for the newer media type, which shows whether the query ran. */
function statusOf(result: Result): number {
	return "data" in result ? 200 : 400;
}

function answerOf(results: readonly Result[], batch: boolean, request: RawRequest): RawResponse {
	const [first] = results;
	const body = batch ? results : first;
	if (!wantsNewType(request.headers.accept)) return jsonResponse(200, body);
	const status = batch || !first ? 200 : statusOf(first);
	return jsonResponse(status, body, { "content-type": `${wide}; charset=utf-8` });
}

async function carry(request: RawRequest, around: Surroundings): Promise<RawResponse> {
	const { state, settings, begin, base, query } = around;
	const input = await readEntries(request, query);
	const { actor, writes } = authenticateGraphql(request, input.sent, state, settings.session);
	around.onActor(actor);
	checkLength(input.entries);
	const schema = schemaFor(variantOf(settings, around.extensions, input.sent("remove_deprecated") === "true"));
	if (request.method !== "POST" && input.entries.some((entry) => isMutation(entry, schema)))
		throw requestRefusal(422, "Mutations are forbidden in GET requests");
	const isBySession = actor.user !== undefined && actor.token === undefined;
	// Assumed: any token is valid, because the pages that issue one are not part of the platform.
	if (
		followsGitlab(settings) &&
		isBySession &&
		!request.headers["x-csrf-token"] &&
		input.entries.some((entry) => isMutation(entry, schema))
	)
		throw requestRefusal(422, "Can't verify CSRF token authenticity.");
	const caller = actor.user ? `user:${actor.user.id}` : `ip:${request.ip ?? ""}`;
	const checkTime = (): void => {
		if (state.clock.now() - begin > longest) throw timedOut();
	};
	checkTime();
	const results = await carryOut(input.entries, {
		schema,
		isSignedIn: !actor.isAnonymous,
		contextFor: (complexity) => ({
			state,
			actor,
			settings,
			request,
			base,
			address: `${base}/api/graphql`,
			query,
			sent: () => undefined,
			json: around.json,
			lists: around.lists,
			writes,
			changes: around.changes,
			complexity,
			count: (id) => around.count(caller, id),
			hasFlag: (name) => settings.flags[name] !== false,
		}),
		checkTime,
	});
	return answerOf(results, input.batch, request);
}

/** Handles a request to the GraphQL endpoint. A request that is refused as a whole also gets an `errors` list. */
export async function answerGraphql(request: RawRequest, around: Surroundings): Promise<RawResponse> {
	if (request.method !== "POST" && request.method !== "GET" && request.method !== "HEAD")
		throw methodNotAllowed(["GET", "HEAD", "POST", "OPTIONS"]);
	try {
		return await carry(request, around);
	} catch (error) {
		if (error instanceof ApiError) throw error;
		around.onError(error);
		throw requestRefusal(500, "Internal server error");
	}
}
