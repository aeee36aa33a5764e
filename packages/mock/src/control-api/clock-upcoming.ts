/** Events that happen by themselves as the clock advances. */
import { deletionTime } from "../domains/groups/deletion";
import { simulationOf } from "../domains/pipelines/simulation";
import { settle } from "../domains/settle";
import { challengeEnd, isOpenChallenge } from "../domains/spam/challenge";
import { kindOf } from "../seed/kinds";
import type { State } from "../state/state";
import type { TableName } from "../state/tables";
import type { ControlledPlatform } from "./controlled";
import { timeIn, wholeNumber } from "./query";

/** An event that happens at a time unless something prevents it. */
interface Upcoming {
	/** The time of the event, by the platform's clock. */
	readonly at: string;
	/** The event as a verb, such as `expires`. */
	readonly event: string;
	/** The subject of the event, such as `personal token "ci" of developer`. */
	readonly subject: string;
	/** The record that the event is about. */
	readonly table: string;
	readonly id: number;
}

type Source = (
	platform: ControlledPlatform,
) => Iterable<readonly [at: string | number, event: string, subject: string, id: number]>;

/** Returns the beginning of a day: midnight UTC. */
const startOf = (day: string): string => `${day}T00:00:00.000Z`;

const user = ({ users }: State, id: number): string => users.get(id)?.username ?? `user ${id}`;

/** Returns the full path of the group or project that a row is about. */
function place(state: State, kind: string, id: number): string {
	const found = kind === "group" ? state.groups.get(id) : state.projects.get(id);
	return found?.full_path ?? `${kind} ${id}`;
}

const project = (state: State, id: number): string => place(state, "project", id);

/** Functions that list the possible events of a table's rows. */
const sources: { readonly [name in TableName]?: Source } = {
	*tokens({ state }) {
		for (const { id, name, kind, user_id, expires_at, revoked } of state.tokens.all())
			if (expires_at !== null && !revoked)
				yield [startOf(expires_at), "expires", `${kind} token "${name}" of ${user(state, user_id)}`, id];
	},
	*deployTokens({ state }) {
		for (const { id, name, source, source_id, expires_at, revoked } of state.deployTokens.all())
			if (expires_at !== null && !revoked)
				yield [startOf(expires_at), "expires", `deploy token "${name}" of ${place(state, source, source_id)}`, id];
	},
	*sshKeys({ state }) {
		for (const { id, title, user_id, expires_at } of state.sshKeys.all())
			if (expires_at !== null) yield [expires_at, "expires", `SSH key "${title}" of ${user(state, user_id)}`, id];
	},
	*sessions({ state }) {
		for (const { id, user_id, expires_at } of state.sessions.all())
			if (expires_at !== null) yield [expires_at, "expires", `session of ${user(state, user_id)}`, id];
	},
	*supportPins({ state }) {
		for (const { id, user_id, expires_at } of state.supportPins.all())
			yield [expires_at, "expires", `support PIN of ${user(state, user_id)}`, id];
	},
	*runnerTokens({ state }) {
		for (const { id, runner_id, expires_at } of state.runnerTokens.all())
			if (expires_at !== null) yield [expires_at, "expires", `token of the runner ${runner_id}`, id];
	},
	*users({ state }) {
		for (const { id, username, status, password_expires_at } of state.users.all()) {
			if (status?.clear_status_at) yield [status.clear_status_at, "is cleared", `status of ${username}`, id];
			if (password_expires_at !== null) yield [password_expires_at, "expires", `password of ${username}`, id];
		}
	},
	*members({ state }) {
		for (const { id, user_id, source, source_id, expires_at } of state.members.all())
			if (expires_at !== null)
				yield [
					startOf(expires_at),
					"ends",
					`membership of ${user(state, user_id)} in ${place(state, source, source_id)}`,
					id,
				];
	},
	*shares({ state }) {
		for (const { id, group_id, target, target_id, expires_at } of state.shares.all())
			if (expires_at !== null)
				yield [
					startOf(expires_at),
					"ends",
					`invitation of ${place(state, "group", group_id)} to ${place(state, target, target_id)}`,
					id,
				];
	},
	*groups({ state }) {
		for (const group of state.groups.all()) {
			const at = deletionTime(group);
			if (at !== undefined) yield [at, "is deleted", `group ${group.full_path}`, group.id];
		}
	},
	*jobSteps({ state, settings }) {
		if (!simulationOf(settings)) return;
		for (const { job_id, due_at } of state.jobSteps.all()) {
			const job = state.jobs.get(job_id);
			if (!job) continue;
			const subject = `job "${job.name}" of pipeline ${job.pipeline_id} in ${project(state, job.project_id)}`;
			yield [due_at, job.status === "running" ? "ends" : "starts", subject, job_id];
		}
	},
	*releases({ state }) {
		for (const { id, tag_name, project_id, released_at } of state.releases.all())
			yield [released_at, "is released", `release ${tag_name} of ${project(state, project_id)}`, id];
	},
	*spamLogs({ state, settings }) {
		const { captcha } = settings;
		if (!captcha) return;
		for (const log of state.spamLogs.all())
			if (isOpenChallenge(log, settings, state))
				yield [challengeEnd(log, captcha), "closes", `CAPTCHA ${log.id} of ${user(state, log.user_id)}`, log.id];
	},
};

/** The tables in which the rows of a source are found, if it is not the table with the source's name. */
const shownIn: { readonly [name in TableName]?: TableName } = { jobSteps: "jobs" };

/** Returns the events after now, and until a time if the query has one, the earliest first. */
export function listUpcoming(
	platform: ControlledPlatform,
	query: URLSearchParams,
): { count: number; events: readonly Upcoming[] } {
	const [limit, until] = [wholeNumber(query, "limit", 100), timeIn(query, "until") ?? Number.POSITIVE_INFINITY];
	settle(platform);
	const now = platform.clock.now();
	const events: (Upcoming & { readonly time: number })[] = [];
	for (const [name, source] of Object.entries(sources)) {
		// The sources have the names of tables.
		const table = kindOf(shownIn[name as TableName] ?? (name as TableName));
		for (const [at, event, subject, id] of source(platform)) {
			const time = typeof at === "number" ? at : Date.parse(at);
			if (time > now && time <= until)
				events.push({ time, at: new Date(time).toISOString(), event, subject, table, id });
		}
	}
	events.sort((a, b) => a.time - b.time || a.table.localeCompare(b.table) || a.id - b.id);
	return { count: events.length, events: events.slice(0, limit).map(({ time: _, ...event }) => event) };
}
