/** The authentication tokens of runners, and the tokens that register runners. */
import type { Context } from "../../request/context";
import { ApiError, forbidden } from "../../request/http/errors";
import { defaultSettings, type Settings } from "../../request/settings/settings";
import type { RegistrationToken, Runner, RunnerPlace, RunnerToken } from "../../state/records";
import { sha } from "../../state/sha";
import { runnerPlaceKey, type State } from "../../state/state";

type World = Pick<Context, "state" | "settings">;

/** A place that runners belong to: the instance (ID 0), a group or a project. */
export interface RunnerHome {
	readonly place: RunnerPlace;
	readonly place_id: number;
}

/** Returns a text that no token has yet. The same state gives the same text. */
function freshText(kind: string, prefix: string, serial: number, taken: (text: string) => boolean): string {
	for (let turn = 0; ; turn++) {
		const text = `${prefix}${sha(`${kind} ${serial} ${turn}`).slice(0, 20)}`;
		if (!taken(text)) return text;
	}
}

/** Yields the place and everything above it, ending with the instance. */
function* upwards({ place, place_id }: RunnerHome, state: State): Generator<RunnerHome> {
	if (place === "project") yield { place, place_id };
	const groupId = place === "group" ? place_id : place === "project" ? state.projects.get(place_id)?.group_id : null;
	for (const group of state.ancestry(groupId ?? null)) yield { place: "group", place_id: group.id };
	yield { place: "instance", place_id: 0 };
}

const rules = (home: RunnerHome, state: State) =>
	[...upwards(home, state)].flatMap(
		(at) => state.runnerRules.one("place", runnerPlaceKey(at.place, at.place_id)) ?? [],
	);

/** Whether registration tokens are enabled for a place: in the place, the groups above it and the instance. */
export const registrationEnabled = (home: RunnerHome, state: State): boolean =>
	rules(home, state).every((rule) => rule.registration_enabled);

/** Returns when a token expires. Assumed: the shortest lifetime of project, groups and instance applies. */
function expiry(home: RunnerHome, state: State): string | null {
	const lifetimes = rules(home, state).flatMap((rule) => rule.token_lifetime ?? []);
	return lifetimes.length === 0 ? null : new Date(state.clock.now() + Math.min(...lifetimes) * 1000).toISOString();
}

const defaults = defaultSettings();

/** Returns the prefix of a token, and whether it is of the new style. Tokens keep a prefix when the setting changes. */
function prefixOf(text: string, settings: Settings): { prefix: string; isNew: boolean } {
	const known = [settings, defaults].flatMap(({ runnerTokenPrefix, registeredRunnerTokenPrefix }) => [
		{ prefix: runnerTokenPrefix, isNew: true },
		{ prefix: registeredRunnerTokenPrefix, isNew: false },
	]);
	// The longest one, because a prefix can be empty, or the start of another.
	const [longest] = known
		.filter(({ prefix }) => text.startsWith(prefix))
		.sort((one, other) => other.prefix.length - one.prefix.length);
	return longest ?? { prefix: "", isNew: false };
}

/** Whether a token is of the style that `POST /user/runners` issues. */
export const isNewStyle = (text: string, settings: Settings): boolean => prefixOf(text, settings).isNew;

/**
 * Returns the part of a token that is shown to distinguish runners: its prefix, and the characters after it. Assumed:
 * eight characters, but at most half of them, because the token is secret.
 */
export function beginningOf(text: string, settings: Settings): { prefix: string; short: string } {
	const { prefix } = prefixOf(text, settings);
	const secret = text.slice(prefix.length);
	return { prefix, short: secret.slice(0, Math.min(8, secret.length >> 1)) };
}

/** Returns the home of a runner: its group, its owner project or the instance. */
export function homeOf(runner: Runner, state: State): RunnerHome {
	if (runner.group_id !== null) return { place: "group", place_id: runner.group_id };
	const [owner] = state.runnerAssignments.in("runner", runner.id);
	return owner ? { place: "project", place_id: owner.project_id } : { place: "instance", place_id: 0 };
}

/** Issues an authentication token for a runner. Its previous token stops working. */
export function issue(runner: Runner, style: "new" | "registered", { state, settings }: World): RunnerToken {
	for (const old of state.runnerTokens.in("runner", runner.id)) state.runnerTokens.delete(old.id);
	const prefix = style === "new" ? settings.runnerTokenPrefix : settings.registeredRunnerTokenPrefix;
	const taken = (text: string) => state.runnerTokens.one("text", text) !== undefined;
	return state.runnerTokens.insert({
		runner_id: runner.id,
		text: freshText("runner", prefix, state.runnerTokens.lastId + 1, taken),
		expires_at: expiry(homeOf(runner, state), state),
	});
}

/** Issues a new token for a runner, of the same style as before. */
export function reset(runner: Runner, world: World): RunnerToken {
	const { state, settings } = world;
	const [old] = state.runnerTokens.in("runner", runner.id);
	const token = issue(runner, old && isNewStyle(old.text, settings) ? "new" : "registered", world);
	state.runners.update(runner.id, { updated_at: state.clock.iso() });
	return token;
}

/** Returns the runner of an authentication token. Throws 403 if the token is unknown or expired. */
export function runnerOf(text: string, state: State): { runner: Runner; token: RunnerToken } {
	const token = state.runnerTokens.one("text", text);
	const runner = token && state.runners.get(token.runner_id);
	if (!runner || (token.expires_at !== null && token.expires_at <= state.clock.iso())) throw forbidden();
	return { runner, token };
}

/** Returns the home in which a registration token registers runners. Throws 410 if that is disabled, 403 if unknown. */
export function registrationHome(text: string, state: State): RunnerHome {
	const token = state.registrationTokens.one("text", text);
	if (!registrationEnabled(token ?? { place: "instance", place_id: 0 }, state))
		throw new ApiError(410, { message: "410 Gone - runner registration disallowed" });
	if (!token) throw forbidden("invalid token supplied");
	return token;
}

/** Replaces the registration token of a home. Throws 403 if registration tokens are disabled. */
export function resetRegistration(home: RunnerHome, { state, settings }: World): RegistrationToken {
	if (!registrationEnabled(home, state)) throw forbidden();
	const old = state.registrationTokens.one("place", runnerPlaceKey(home.place, home.place_id));
	if (old) state.registrationTokens.delete(old.id);
	const taken = (text: string) => state.registrationTokens.one("text", text) !== undefined;
	const serial = state.registrationTokens.lastId + 1;
	return state.registrationTokens.insert({
		place: home.place,
		place_id: home.place_id,
		text: freshText("registration", settings.registrationTokenPrefix, serial, taken),
	});
}
