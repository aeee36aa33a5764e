/** Requests that are for neither REST nor GraphQL. */

import { answerIntake, intakeProject, isIntake } from "../../domains/alerts/intake";
import { isAvatar, serveAvatar } from "../../domains/avatars/serve";
import { authenticate } from "../../request/access/authenticate";
import { preflight } from "../../request/http/cors";
import { ApiError, noRoute } from "../../request/http/errors";
import type { RawRequest, RawResponse } from "../../request/http/raw";
import type { Inside } from "./inside";

/** Handles a request that is for neither REST nor GraphQL. Throws 404 if the path is unknown. */
export function answerBeside(request: RawRequest, path: string, query: string, inside: Inside): RawResponse {
	if (isIntake(path)) return intake(request, path, inside);
	if (/^\/api\/v3(\/|$)/.test(path))
		throw new ApiError(410, { error: "API V3 is no longer supported. Use API V4 instead." });
	if (!isAvatar(path)) throw noRoute();
	if (request.method === "OPTIONS") return preflight(request, ["GET", "HEAD"]);
	const sent = new URLSearchParams(query);
	const actor = authenticate(request, (name) => sent.get(name) ?? undefined, inside.state);
	return serveAvatar(request.method, path, actor, inside.state);
}

/** Handles a request to the alert intake, whose paths are not below those of REST or GraphQL. */
function intake(request: RawRequest, path: string, { state, settings, limits, clock }: Inside): RawResponse {
	if (request.method === "OPTIONS") return preflight(request, ["POST"]);
	const project = intakeProject(path, settings, state);
	if (project && settings.alertLimit) limits.countOf(`alerts:${project.id}`, settings.alertLimit, clock);
	return answerIntake(request, path, settings, state);
}
