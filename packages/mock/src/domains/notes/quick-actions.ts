/** Quick actions: lines of a note that begin with a slash and a known word, and act on the issue or merge request. */
import type { Actor } from "../../request/access/actor";
import type { Issue, MergeRequest, Project, User } from "../../state/records";
import type { State } from "../../state/state";
import { resolveAlertsOf } from "../alerts/alert";
import { issuePolicy } from "../issues/policy";
import { mergeRequestPolicy } from "../merge-requests/policy";
import { nounOf, setLock } from "./lock";
import { createSystem } from "./note";
import type { Commandable, Noteable } from "./noteables";

/** What the caller may do with the issue or merge request. */
interface Rights {
	/** Lock, assign, label and plan. */
	readonly admin: boolean;
	/** Change title and state. */
	readonly update: boolean;
	readonly merge: boolean;
}

/** What a quick action finds around it. */
interface Scene {
	readonly on: Noteable;
	readonly target: Commandable;
	readonly user: User;
	readonly rights: Rights;
	readonly state: State;
	/** The head commit that the caller has seen. */
	readonly headSha: string | undefined;
}

/** What an action did: what changed and a sentence; `refused` tells a sentence without a change. */
type Outcome =
	| { readonly changes: { readonly [key: string]: unknown }; readonly summary: string }
	| { readonly refused: string }
	| undefined;

export interface Outcomes {
	/** The text without the lines that were commands. */
	readonly text: string;
	/** Whether the note had any command. */
	readonly any: boolean;
	/** The words of the commands, each once. */
	readonly names: readonly string[];
	readonly changes: { readonly [key: string]: unknown };
	/** What each action did, or why it was refused. */
	readonly summary: readonly string[];
	/** Of the summary what was refused. */
	readonly refused: readonly string[];
	/** Whether any action applied, or was refused with a reason. */
	readonly told: boolean;
}

const units: { readonly [unit: string]: number } = { w: 144_000, d: 28_800, h: 3_600, m: 60, s: 1 };

/** Seconds of a span such as `1h 30m`, working days of 8 hours and weeks of 5 days; undefined if it is none. */
export function timeSpan(text: string): number | undefined {
	const parts = text.trim().match(/^(-)?((?:\d+(?:\.\d+)?\s*(?:w|d|h|m|s)\s*)+)$/);
	if (!parts) return undefined;
	let seconds = 0;
	for (const [, count = "0", unit = "s"] of (parts[2] ?? "").matchAll(/(\d+(?:\.\d+)?)\s*(w|d|h|m|s)/g))
		seconds += Number(count) * (units[unit] ?? 0);
	const whole = (parts[1] ? -1 : 1) * Math.round(seconds);
	return Number.isSafeInteger(whole) ? whole : undefined;
}

type Changes = Partial<Omit<Issue, "state">> & Partial<Omit<MergeRequest, "state">> & { state?: MergeRequest["state"] };

function change(scene: Scene, changes: Changes): void {
	const { state, target } = scene;
	const stamped = { ...changes, updated_at: state.clock.iso() };
	if (target.kind === "issue") state.issues.update(target.record.id, stamped as Partial<Issue>);
	else state.mergeRequests.update(target.record.id, stamped as Partial<MergeRequest>);
}

function rightsOn(target: Commandable, actor: Actor, project: Project): Rights {
	if (target.kind === "issue")
		return {
			admin: issuePolicy.admin_issue(actor, project),
			update: issuePolicy.update_issue(actor, target.record, project),
			merge: false,
		};
	return {
		admin: mergeRequestPolicy.admin_merge_request(actor, project),
		update: mergeRequestPolicy.update_merge_request(actor, target.record, project),
		merge: mergeRequestPolicy.merge(actor, project),
	};
}

/** The record as it is now: an earlier action of the same note may have changed it. */
function current({ state, target }: Scene): Issue | MergeRequest {
	const now = target.kind === "issue" ? state.issues.get(target.record.id) : state.mergeRequests.get(target.record.id);
	return now ?? target.record;
}

const system = (scene: Scene, body: string): void => {
	createSystem(body, scene.on, scene.user, scene.state);
};

function setState(scene: Scene, from: "opened" | "closed", to: "opened" | "closed"): Outcome {
	if (!scene.rights.update || current(scene).state !== from) return undefined;
	const closing = to === "closed";
	change(scene, { state: to, closed_at: closing ? scene.state.clock.iso() : null });
	if (closing && scene.target.kind === "issue") resolveAlertsOf(scene.target.record.id, scene.state);
	return {
		changes: { state_event: closing ? "close" : "reopen" },
		summary: `${closing ? "Closed" : "Reopened"} this ${nounOf(scene.target)}.`,
	};
}

function lock({ on, rights, state, user }: Scene, locked: boolean): Outcome {
	if (!rights.admin || !setLock(on, locked, user, state)) return undefined;
	return { changes: { discussion_locked: locked }, summary: `${locked ? "Locked" : "Unlocked"} the discussion.` };
}

function names(text: string, sign: string): string[] {
	return text
		.split(/[\s,]+/)
		.filter((part) => part.startsWith(sign) && part.length > 1)
		.map((part) => part.slice(1).replace(/^"|"$/g, ""));
}

function assign(scene: Scene, text: string, adding: boolean): Outcome {
	if (!scene.rights.admin) return undefined;
	const wanted = text.trim() === "me" ? [scene.user.username] : names(text, "@");
	const found = wanted.flatMap((name) => scene.state.users.one("username", name.toLowerCase()) ?? []);
	const before = current(scene).assignee_ids;
	// Without names all are unassigned; a name that nobody has unassigns nobody.
	if (found.length === 0 && (adding || text.trim() !== "")) return undefined;
	const ids = found.map((user) => user.id);
	const after = adding ? [...new Set([...before, ...ids])] : before.filter((id) => ids.length > 0 && !ids.includes(id));
	if (after.length === before.length) return undefined;
	change(scene, { assignee_ids: after });
	const who = found.map((user) => `@${user.username}`).join(", ") || "all assignees";
	system(scene, adding ? `assigned to ${who}` : `unassigned ${who}`);
	return { changes: { assignee_ids: after }, summary: adding ? `Assigned ${who}.` : `Removed ${who}.` };
}

function label(scene: Scene, text: string, adding: boolean): Outcome {
	const given = names(text, "~");
	const before = current(scene).label_names;
	const after = adding ? [...new Set([...before, ...given])] : before.filter((name) => !given.includes(name));
	if (!scene.rights.admin || after.length === before.length) return undefined;
	change(scene, { label_names: after });
	const told = given.map((name) => `~${name}`).join(" ");
	return {
		changes: { [adding ? "add_label_ids" : "remove_label_ids"]: given },
		summary: `${adding ? "Added" : "Removed"} ${told} label${given.length === 1 ? "" : "s"}.`,
	};
}

const isDraft = (title: string): boolean => /^draft:/i.test(title);

function merge(scene: Scene): Outcome {
	if (scene.target.kind !== "merge_request") return undefined;
	const record = scene.state.mergeRequests.get(scene.target.record.id) ?? scene.target.record;
	if (scene.headSha === undefined)
		return { refused: "The `/merge` quick action requires the SHA of the head of the branch." };
	if (scene.headSha !== record.diff_head_sha)
		return { refused: "Branch has been updated since the merge was requested." };
	if (!scene.rights.merge || record.state !== "opened" || isDraft(record.title)) return undefined;
	change(scene, { state: "merged", merged_at: scene.state.clock.iso() });
	return { changes: { merge: scene.headSha }, summary: "Merged this merge request." };
}

function setDraft(scene: Scene, draft: boolean): Outcome {
	if (scene.target.kind !== "merge_request" || !scene.rights.update) return undefined;
	const { title } = current(scene);
	if (isDraft(title) === draft) return undefined;
	change(scene, { title: draft ? `Draft: ${title}` : title.replace(/^draft:\s*/i, "") });
	return {
		changes: { wip_event: draft ? "draft" : "ready" },
		summary: `Marked this merge request as ${draft ? "a draft" : "ready"}.`,
	};
}

const duration = (text: string): string => text.trim().split(/\s+/).join(" ");

/** A row of the table is one quick action: what stands behind its word is its text. */
const actions: { readonly [word: string]: (scene: Scene, text: string) => Outcome } = {
	close: (scene) => setState(scene, "opened", "closed"),
	reopen: (scene) => setState(scene, "closed", "opened"),
	title(scene, text) {
		const title = text.trim();
		const before = current(scene).title;
		if (title === "" || title === before || !scene.rights.update) return undefined;
		change(scene, { title });
		system(scene, `changed title from **${before}** to **${title}**`);
		return { changes: { title }, summary: `Changed the title to "${title}".` };
	},
	lock: (scene) => lock(scene, true),
	unlock: (scene) => lock(scene, false),
	spend(scene, text) {
		const seconds = timeSpan(text);
		if (seconds === undefined || seconds === 0 || !scene.rights.admin) return undefined;
		change(scene, { time_spent: Math.max(0, current(scene).time_spent + seconds) });
		system(scene, `${seconds > 0 ? "added" : "subtracted"} ${duration(text).replace("-", "")} of time spent`);
		return {
			changes: { spend_time: { duration: seconds, user_id: scene.user.id } },
			summary: `${seconds > 0 ? "Added" : "Subtracted"} ${duration(text).replace("-", "")} spent time.`,
		};
	},
	estimate(scene, text) {
		const seconds = timeSpan(text);
		if (seconds === undefined || seconds <= 0 || !scene.rights.admin) return undefined;
		change(scene, { time_estimate: seconds });
		system(scene, `changed time estimate to ${duration(text)}`);
		return { changes: { time_estimate: seconds }, summary: `Set time estimate to ${duration(text)}.` };
	},
	assign: (scene, text) => assign(scene, text, true),
	unassign: (scene, text) => assign(scene, text, false),
	label: (scene, text) => label(scene, text, true),
	unlabel: (scene, text) => label(scene, text, false),
	milestone(scene, text) {
		const [milestone] = names(text, "%");
		if (milestone === undefined || !scene.rights.admin) return undefined;
		change(scene, { milestone });
		return { changes: { milestone }, summary: `Set the milestone to %${milestone}.` };
	},
	confidential(scene) {
		if (scene.target.kind !== "issue" || !scene.rights.admin || scene.target.record.confidential) return undefined;
		change(scene, { confidential: true });
		system(scene, "made the issue confidential");
		return { changes: { confidential: true }, summary: "Made this issue confidential." };
	},
	draft: (scene) => setDraft(scene, true),
	ready: (scene) => setDraft(scene, false),
	merge,
	todo: () => ({ changes: { todo_event: "add" }, summary: "Added a to-do item." }),
	done: () => ({ changes: { todo_event: "done" }, summary: "Marked to-do item as done." }),
	subscribe: () => ({ changes: { subscription_event: "subscribe" }, summary: "Subscribed to notifications." }),
	unsubscribe: () => ({ changes: { subscription_event: "unsubscribe" }, summary: "Unsubscribed from notifications." }),
};

interface Command {
	readonly word: string;
	readonly act: (scene: Scene, text: string) => Outcome;
	readonly text: string;
}

/** Divides a text into commands and the rest; what stands in a code fence is no command. */
function divide(body: string): { text: string; commands: Command[] } {
	const rest: string[] = [];
	const commands: Command[] = [];
	let fenced = false;
	for (const line of body.split("\n")) {
		if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
		// The dot stands for any character, or a stray carriage return would make the match try every space.
		const match = fenced ? null : /^\/([a-z_]+)(?:\s+(.*))?$/is.exec(line.trimEnd());
		const word = match?.[1]?.toLowerCase() ?? "";
		const act = Object.hasOwn(actions, word) ? actions[word] : undefined;
		if (act) commands.push({ word, act, text: match?.[2] ?? "" });
		else rest.push(line);
	}
	return { text: commands.length > 0 ? rest.join("\n").trim() : body, commands };
}

/** Carries out the commands of a note's text on its issue or merge request, in order. */
export function quickActions(
	body: string,
	on: Noteable,
	actor: Actor,
	user: User,
	state: State,
	headSha: string | undefined,
): Outcomes {
	const target = on.commandable;
	const { text, commands } = target ? divide(body) : { text: body, commands: [] };
	const changes: { [key: string]: unknown } = {};
	const summary: string[] = [];
	const refused: string[] = [];
	if (target && on.project) {
		const scene: Scene = { on, target, user, rights: rightsOn(target, actor, on.project), state, headSha };
		for (const command of commands) {
			const outcome = command.act(scene, command.text);
			if (!outcome) continue;
			if ("refused" in outcome) refused.push(outcome.refused);
			else Object.assign(changes, outcome.changes);
			summary.push("refused" in outcome ? outcome.refused : outcome.summary);
		}
	}
	const words = [...new Set(commands.map(({ word }) => word))];
	return { text, any: commands.length > 0, names: words, changes, summary, refused, told: summary.length > 0 };
}
