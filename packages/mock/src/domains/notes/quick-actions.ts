/** Quick actions: lines of a note that start with a slash and a known word, and act on the issue or merge request. */
import type { Actor } from "../../request/access/actor";
import type { Project, User } from "../../state/records";
import type { State } from "../../state/state";
import { resolveAlertsOf } from "../alerts/alert";
import { issuePolicy } from "../issues/policy";
import { mergeRequestPolicy } from "../merge-requests/policy";
import { emoji } from "../users/emoji";
import { label } from "./actions/labels";
import { approve, merge, setDraft } from "./actions/merge-requests";
import { assign, review } from "./actions/people";
import {
	clearWeight,
	due,
	estimate,
	removeDue,
	removeEstimate,
	removeTimeSpent,
	spend,
	weigh,
} from "./actions/planning";
import { change, current, names, type Outcome, type Rights, type Scene, system } from "./actions/scene";
import { nounOf, setLock } from "./lock";
import type { Commandable, Noteable } from "./noteables";

export interface Outcomes {
	/** The text without the lines that are commands. */
	readonly text: string;
	/** Whether the note has any command. */
	readonly any: boolean;
	/** The words of the commands, each once. */
	readonly names: readonly string[];
	readonly changes: { readonly [key: string]: unknown };
	/** What each action did, or why it was refused. */
	readonly summary: readonly string[];
	/** The part of the summary that is about refused actions. */
	readonly refused: readonly string[];
	/** Whether any action was applied, or was refused with a reason. */
	readonly reported: boolean;
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

function react(_scene: Scene, text: string): Outcome {
	const name = text.trim().replace(/^:(.*):$/, "$1");
	if (emoji(name) === undefined) return undefined;
	return { changes: { emoji_award: name }, summary: `Toggled :${name}: emoji reaction.` };
}

/** The quick actions, by word. The text after the word is the argument. */
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
	spend,
	remove_time_spent: removeTimeSpent,
	estimate,
	remove_estimate: removeEstimate,
	due,
	remove_due_date: removeDue,
	weight: weigh,
	clear_weight: clearWeight,
	react,
	award: react,
	approve: (scene) => approve(scene, true),
	unapprove: (scene) => approve(scene, false),
	assign_reviewer: (scene, text) => review(scene, text, true),
	unassign_reviewer: (scene, text) => review(scene, text, false),
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

/** Words that append a text to the rest of their line. */
const substitutions: { readonly [word: string]: string } = { shrug: "¯\\＿(ツ)＿/¯", tableflip: "(╯°□°)╯︵ ┻━┻" };

interface Command {
	readonly word: string;
	readonly act: (scene: Scene, text: string) => Outcome;
	readonly text: string;
}

/** Splits a text into commands and the rest. A line in a code fence is not a command. */
function divide(body: string): { text: string; commands: Command[] } {
	const rest: string[] = [];
	const commands: Command[] = [];
	let [fenced, isSubstituted] = [false, false];
	for (const line of body.split("\n")) {
		if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
		// The dot must match any character. Otherwise, a stray carriage return would make the match try every space.
		const match = fenced ? null : /^\/([a-z_]+)(?:\s+(.*))?$/is.exec(line.trimEnd());
		const word = match?.[1]?.toLowerCase() ?? "";
		const act = Object.hasOwn(actions, word) ? actions[word] : undefined;
		const text = match?.[2] ?? "";
		if (act) commands.push({ word, act, text });
		else if (Object.hasOwn(substitutions, word)) {
			rest.push(`${text} ${substitutions[word]}`.trim());
			isSubstituted = true;
		} else rest.push(line);
	}
	return { text: commands.length > 0 || isSubstituted ? rest.join("\n").trim() : body, commands };
}

/** Runs the commands in a note's text on its issue or merge request, in order. */
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
	return { text, any: commands.length > 0, names: words, changes, summary, refused, reported: summary.length > 0 };
}
