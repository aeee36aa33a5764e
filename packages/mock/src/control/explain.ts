import type { AccessRow } from "@tenon/contract";
import { intakeProject } from "../domains/alerts/intake";
import { isRecord } from "../lib/is-record";
import { Actor } from "../request/access/actor";
import type { Reason, Rule } from "../request/http/errors";
import type { RawResponse } from "../request/http/raw";
import type { OperationSet } from "../request/operation-set";
import type { Settings } from "../request/settings/settings";
import { accessLevels } from "../state/levels";
import type { Group, Project } from "../state/records";
import type { State } from "../state/state";
import type { Exchange } from "./exchange";
import { nearestOperations } from "./nearest-operations";

const explained: ReadonlySet<number> = new Set([400, 401, 403, 404, 422]);

/** Whether a refusal can be explained. GraphQL also refuses with 200. */
export const isExplained = ({ operation }: Exchange, status: number): boolean =>
	explained.has(status) || (operation === "executeGraphql" && status === 200);

/** Whether the header asks for the reason of a refusal. */
export const asksWhy = (header: string | undefined): boolean => header === "1" || header === "true";

const because = (rule: Rule, detail: string): Reason => ({ rule, detail });

const levelNames = new Map<number, string>(Object.entries(accessLevels).map(([name, level]) => [level, name]));
/** Returns the name of the role with a level. */
export const levelName = (level: number): string =>
	level === accessLevels.no_access ? "no member" : (levelNames.get(level) ?? String(level));

const nameOf = (actor: Actor): string => actor.user?.username ?? "an anonymous caller";

/** Describes the role that an operation requires. */
function neededRole({ role, where, or = [] }: AccessRow): string {
	const place = where === "self" ? "" : ` (${where})`;
	return [`${role}${place}`, ...or].join(" or ");
}

type Place = { readonly project: Project } | { readonly group: Group };

/** Returns the group or project that a request addresses, even if the caller cannot see it. */
export function placeOf({ row, params }: Exchange, state: State): Place | undefined {
	const { id } = params;
	if (typeof id !== "string" && typeof id !== "number") return undefined;
	if (row?.path.startsWith("/projects/{id}")) {
		const project = state.project(id);
		return project && { project };
	}
	const group = row?.path.startsWith("/groups/{id}") ? state.group(id) : undefined;
	return group && { group };
}

function unseen(actor: Actor, place: Place): Reason | undefined {
	const seen = "project" in place ? actor.seesProject(place.project) : actor.seesGroup(place.group);
	const { full_path, visibility } = "project" in place ? place.project : place.group;
	return seen
		? undefined
		: because("visibility", `${full_path} is ${visibility}, and ${nameOf(actor)} is not a member`);
}

function roleReason(actor: Actor, access: AccessRow, place: Place | undefined): Reason {
	const has = place
		? `, who is ${levelName("project" in place ? actor.levelInProject(place.project) : actor.levelInGroup(place.group))} of ${"project" in place ? place.project.full_path : place.group.full_path}`
		: actor.isAdmin
			? ", an administrator"
			: "";
	return because("role", `the operation requires ${neededRole(access)}; requested by ${nameOf(actor)}${has}`);
}

function intakeReason(status: number, path: string, settings: Settings, state: State): Reason {
	const project = intakeProject(path, settings, state);
	if (status === 404 || !project) return because("record", "there is no project at this address");
	if (project.external_incident_product)
		return because(
			"integration",
			`${project.full_path} is linked to an external incident product, which disables its integrations`,
		);
	const endpoint = /\/([0-9a-f]{16})\.json$/.exec(path)?.[1] ?? "";
	const integration = state.alertIntegrations.one("endpoint", endpoint);
	if (!integration || integration.project_id !== project.id)
		return because("integration", `${project.full_path} has no integration at this address`);
	if (!integration.active) return because("integration", `the integration ${integration.name} is not active`);
	return because("credential", `the key is missing or does not belong to the integration ${integration.name}`);
}

const parsed = (body: RawResponse["body"]): unknown => {
	try {
		return typeof body === "string" ? JSON.parse(body) : undefined;
	} catch {
		return body;
	}
};

/** Returns the message in the body of a refusal. */
function saidIn(body: RawResponse["body"]): string {
	const value = parsed(body);
	if (!isRecord(value)) return String(value ?? "the response gives no reason");
	const said = value.error ?? value.message ?? value;
	return typeof said === "string" ? said : JSON.stringify(said);
}

/** Returns the first error of a GraphQL response and the field that it is about; undefined if there is none. */
function documentReason(body: RawResponse["body"]): Reason | undefined {
	const value = parsed(body);
	const results = Array.isArray(value) ? value : [value];
	const [error] = results.flatMap((one) => (isRecord(one) && Array.isArray(one.errors) ? one.errors : []));
	if (!isRecord(error)) return undefined;
	const path = Array.isArray(error.path) ? `${error.path.join(".")}: ` : "";
	return because("document", `${path}${String(error.message)}`);
}

/**
 * Returns the rule that refused a request, if the code that refused it did not say so. It is derived from the
 * operation's row in the contract and from the state, including what the caller cannot see.
 */
export function explain(
	exchange: Exchange,
	{ status, body }: Pick<RawResponse, "status" | "body">,
	settings: Settings,
	state: State,
	operations: OperationSet,
): Reason | undefined {
	const { operation, row, request, path, faults, isOverridden } = exchange;
	if (operation === "sendAlert") return intakeReason(status, path, settings, state);
	if (operation === "executeGraphql" && status !== 401 && status !== 403) return documentReason(body);
	if (status === 400 || status === 422) return because("parameter", saidIn(body));
	if (operation === undefined) {
		const [guess] = nearestOperations(request.method, path, operations);
		return because(
			"route",
			guess
				? `no operation has this path; ${guess.operation} is ${guess.method} ${guess.path}`
				: "no operation has this path",
		);
	}
	const actor = new Actor(state, exchange.user);
	if (isOverridden || faults.length > 0)
		return because("record", "an override or a fault of the mock made this response");
	if (!row) return because("credential", "the endpoint refuses this credential");
	const place = placeOf(exchange, state);
	if (status === 403) return roleReason(actor, row.access, place);
	const hidden = place && unseen(actor, place);
	if (hidden) return hidden;
	if (status === 401 && row.access.role === "token")
		return because("credential", "the token among the parameters is missing, unknown or no longer valid");
	if (status === 401) return roleReason(actor, row.access, place);
	if (!place && /^\/(?:projects|groups)\/\{id\}/.test(row.path))
		return because(
			"record",
			`there is no ${row.path.startsWith("/projects") ? "project" : "group"} ${String(exchange.params.id)}`,
		);
	if (exchange.isHidden)
		return because(
			"visibility",
			`the record exists, but ${nameOf(actor)} cannot see it; the operation requires ${neededRole(row.access)}`,
		);
	const orHidden = exchange.isHidden === undefined ? `, or ${nameOf(actor)} cannot see it` : "";
	return because(
		"record",
		`there is no such record below ${place ? ("project" in place ? place.project.full_path : place.group.full_path) : "this address"}${orHidden}`,
	);
}

/** Formats a reason for a header, in printable ASCII. */
export const reasonHeader = ({ rule, detail }: Reason): string =>
	`${rule}: ${detail}`
		.replace(/[^ -~]+/g, (run) => encodeURIComponent(run.replace(/\p{Surrogate}/gu, "\ufffd")))
		.slice(0, 1_000);
