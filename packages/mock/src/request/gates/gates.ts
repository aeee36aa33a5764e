import type { OperationRow } from "@tenon/contract";
import type { State } from "../../state/state";
import type { Actor } from "../access/actor";
import { actAs, authenticate, type Sent, scopeRefusal } from "../access/authenticate";
import { type RateLimits, sparesAdministrators } from "../access/rate-limits";
import { isHostedElsewhere, isServed, whyUnserved } from "../access/served";
import { ApiError, noRoute, unauthorized } from "../http/errors";
import type { RawRequest } from "../http/raw";
import type { Handler } from "../operation";
import type { Settings } from "../settings/settings";

/** A REST request whose operation is known, before its handler runs. */
export interface Visit {
	readonly row: OperationRow;
	readonly handler: Handler;
	readonly request: RawRequest;
	readonly sent: Sent;
	readonly state: State;
	readonly settings: Settings;
	readonly limits: RateLimits;
	/** The error of a body that could not be read. */
	readonly bodyError: unknown;
	/** The caller; anonymous until the credential is checked. */
	actor: Actor;
}

/** Lets a request pass, or throws to refuse it. */
type Gate = (visit: Visit) => void;

const unserved = (refusal: ApiError, { row, settings }: Visit): ApiError => {
	const { rule, detail } = whyUnserved(row, settings);
	return refusal.because(rule, detail);
};

/** An operation that only the hosted offering has does not exist elsewhere. */
const hostedOnly: Gate = (visit) => {
	if (isHostedElsewhere(visit.row.tier, visit.settings))
		throw unserved(new ApiError(404, { message: "404 Not Found" }), visit);
};

/** Whether an operation's credential is one of its own parameters. It then ignores access tokens, sessions and sudo. */
const hasOwnCredential = ({ row }: Visit): boolean => row.access.role === "token";

/** The token or session must be valid, and its user's account must have access. */
const credential: Gate = (visit) => {
	if (!hasOwnCredential(visit)) visit.actor = authenticate(visit.request, visit.sent, visit.state);
};

/** An operation that is not public needs a credential, unless it has its own response for anonymous callers. */
const signedIn: Gate = ({ row, handler, actor }) => {
	if (actor.isAnonymous && !row.anonymous && !handler.onAnonymous)
		throw unauthorized().because("credential", "no credential was sent, and the operation needs one");
};

/** The token must have one of the operation's scopes. */
const scope: Gate = ({ row, actor: { token } }) => {
	const { scopes } = row.access;
	if (token && scopes.length > 0 && !scopes.some((one) => token.scopes.includes(one)))
		throw scopeRefusal(scopes, token);
};

/** Only an administrator can act as another user. */
const sudo: Gate = (visit) => {
	if (!hasOwnCredential(visit)) visit.actor = actAs(visit.actor, visit.request, visit.sent, visit.state);
};

/** Some operations have their own refusal for anonymous callers. */
const anonymous: Gate = ({ handler, actor }) => {
	if (actor.isAnonymous && handler.onAnonymous) throw handler.onAnonymous();
};

/** The installation's tier, offering, release and feature flags must include the operation. */
const served: Gate = (visit) => {
	const { row, handler, settings } = visit;
	if (!isServed(row, settings)) throw unserved(handler.onUnserved?.() ?? noRoute(), visit);
};

/** The caller must be within the operation's rate limit. */
const rateLimit: Gate = ({ row, actor, request, limits, settings, state }) => {
	if (!row.rateLimit || sparesAdministrators(row, actor)) return;
	const caller = actor.user ? `user:${actor.user.id}` : `ip:${request.ip ?? ""}`;
	limits.count(row, caller, settings, state.clock);
};

/** The body must be readable. Only callers who passed the other gates see what is wrong with it. */
const readableBody: Gate = ({ bodyError }) => {
	if (bodyError) throw bodyError;
};

/** Every gate of a REST request, in order. */
export const gates: readonly Gate[] = [
	hostedOnly,
	credential,
	signedIn,
	scope,
	sudo,
	anonymous,
	served,
	rateLimit,
	readableBody,
];
