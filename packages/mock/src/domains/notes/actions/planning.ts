/** Quick actions for time tracking, due dates and weight. */
import { isDate } from "../../../request/http/coerce";
import type { Issue } from "../../../state/records";
import { change, current, type Outcome, type Scene, system } from "./scene";

const units: { readonly [unit: string]: number } = { w: 144_000, d: 28_800, h: 3_600, m: 60, s: 1 };

/** Returns the seconds of a span such as `1h 30m`, with 8-hour days and 5-day weeks, or undefined if it is invalid. */
export function timeSpan(text: string): number | undefined {
	const parts = text.trim().match(/^(-)?((?:\d+(?:\.\d+)?\s*(?:w|d|h|m|s)\s*)+)$/);
	if (!parts) return undefined;
	let seconds = 0;
	for (const [, count = "0", unit = "s"] of (parts[2] ?? "").matchAll(/(\d+(?:\.\d+)?)\s*(w|d|h|m|s)/g))
		seconds += Number(count) * (units[unit] ?? 0);
	const whole = (parts[1] ? -1 : 1) * Math.round(seconds);
	return Number.isSafeInteger(whole) ? whole : undefined;
}

const duration = (text: string): string => text.trim().split(/\s+/).join(" ");

const days = 86_400_000;
const monthDayYear = (day: string, month: "short" | "long"): string =>
	new Date(`${day}T00:00:00Z`).toLocaleDateString("en-US", { timeZone: "UTC", month, day: "numeric", year: "numeric" });

/** Handles `/spend 1h 30m 2026-01-31`: a time span, and the day on which it was spent, which is not in the future. */
export function spend(scene: Scene, text: string): Outcome {
	const { state, rights, user } = scene;
	const [, span = "", day] = /^(.*?)(?:\s+(\d{4}-\d{2}-\d{2}))?$/s.exec(text.trim()) ?? [];
	const seconds = timeSpan(span);
	if (seconds === undefined || seconds === 0 || !rights.admin) return undefined;
	if (day !== undefined && (!isDate(day) || day > state.clock.today())) return undefined;
	change(scene, { time_spent: Math.max(0, current(scene).time_spent + seconds) });
	const spent = duration(span).replace("-", "");
	const at = day === undefined || day === state.clock.today() ? "" : ` at ${day}`;
	system(scene, `${seconds > 0 ? "added" : "subtracted"} ${spent} of time spent${at}`);
	return {
		changes: { spend_time: { duration: seconds, user_id: user.id, spent_at: day ?? state.clock.iso() } },
		summary: `${seconds > 0 ? "Added" : "Subtracted"} ${spent} spent time.`,
	};
}

export function removeTimeSpent(scene: Scene): Outcome {
	if (!scene.rights.admin) return undefined;
	change(scene, { time_spent: 0 });
	system(scene, "removed time spent");
	return { changes: { spend_time: { duration: "reset", user_id: scene.user.id } }, summary: "Removed spent time." };
}

export function estimate(scene: Scene, text: string): Outcome {
	const seconds = timeSpan(text);
	if (seconds === undefined || seconds <= 0 || !scene.rights.admin) return undefined;
	change(scene, { time_estimate: seconds });
	system(scene, `changed time estimate to ${duration(text)}`);
	return { changes: { time_estimate: seconds }, summary: `Set time estimate to ${duration(text)}.` };
}

export function removeEstimate(scene: Scene): Outcome {
	if (!scene.rights.admin) return undefined;
	change(scene, { time_estimate: 0 });
	system(scene, "removed time estimate");
	return { changes: { time_estimate: 0 }, summary: "Removed time estimate." };
}

/** Returns the day that a text names: a date, `today`, `tomorrow`, or a distance such as `in 3 days`. */
function dayOf(text: string, now: number): string | undefined {
	const words = text.trim().toLowerCase();
	if (isDate(words)) return words;
	const [, count = "", unit = ""] = /^in (\d{1,4}) (day|week)s?$/.exec(words) ?? [];
	const ahead =
		{ today: 0, tomorrow: 1 }[words] ?? (unit === "" ? undefined : Number(count) * (unit === "week" ? 7 : 1));
	return ahead === undefined ? undefined : new Date(now + ahead * days).toISOString().slice(0, 10);
}

export function due(scene: Scene, text: string): Outcome {
	const { state, target, rights } = scene;
	if (target.kind !== "issue" || !rights.admin || text.trim() === "") return undefined;
	const due_date = dayOf(text, state.clock.now());
	if (due_date === undefined) return { refused: "Failed to set due date because the date format is invalid." };
	change(scene, { due_date });
	system(scene, `changed due date to ${monthDayYear(due_date, "long")}`);
	return { changes: { due_date }, summary: `Set the due date to ${monthDayYear(due_date, "short")}.` };
}

/** Returns the current row of the issue, if the caller can plan it. */
const issueOf = ({ state, target, rights }: Scene): Issue | undefined =>
	target.kind === "issue" && rights.admin ? state.issues.get(target.record.id) : undefined;

export function removeDue(scene: Scene): Outcome {
	const before = issueOf(scene)?.due_date ?? null;
	if (before === null) return undefined;
	change(scene, { due_date: null });
	system(scene, `removed due date ${monthDayYear(before, "long")}`);
	return { changes: { due_date: null }, summary: "Removed the due date." };
}

/** Sets the weight. Assumed: on every plan. */
export function weigh(scene: Scene, text: string): Outcome {
	if (!issueOf(scene) || !/^\d{1,9}$/.test(text.trim())) return undefined;
	const weight = Number(text);
	change(scene, { weight });
	return { changes: { weight }, summary: `Set weight to ${weight}.` };
}

export function clearWeight(scene: Scene): Outcome {
	if ((issueOf(scene)?.weight ?? null) === null) return undefined;
	change(scene, { weight: null });
	return { changes: { weight: null }, summary: "Cleared weight." };
}
