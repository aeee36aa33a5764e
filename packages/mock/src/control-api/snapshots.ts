import { checkFields } from "../control/check-fields";
import { diffStates, type StateDiff } from "../control/diff";
import { optional, plain } from "../lib/checks";
import { ControlError, ControlRefusal } from "../lib/control-error";
import type { StateData } from "../state/state";
import type { ControlledPlatform } from "./controlled";

/** Most that are kept of one platform. */
const most = 100;

const kept = new WeakMap<ControlledPlatform, Map<string, StateData>>();

function of(platform: ControlledPlatform): Map<string, StateData> {
	const there = kept.get(platform) ?? new Map<string, StateData>();
	kept.set(platform, there);
	return there;
}

const name = plain<string>(
	"1 to 64 letters, digits, dots, dashes and underscores",
	(value) => typeof value === "string" && /^[\w.-]{1,64}$/.test(value),
);

const nameIn = (input: unknown): unknown =>
	checkFields(input ?? {}, { snapshot: optional(name) }, "part of it").snapshot;

function freeName(snapshots: ReadonlyMap<string, StateData>): string {
	let number = snapshots.size + 1;
	while (snapshots.has(`snapshot-${number}`)) number += 1;
	return `snapshot-${number}`;
}

/** Keeps what the platform holds under a name, the next free number unless one is given. Returns the name. */
export function takeSnapshot(platform: ControlledPlatform, input: unknown): string {
	const snapshots = of(platform);
	const asked = nameIn(input);
	const chosen = typeof asked === "string" ? asked : freeName(snapshots);
	if (!snapshots.has(chosen) && snapshots.size >= most)
		throw new ControlRefusal(
			409,
			`There are ${most} snapshots, and there may be no more: delete one, or take one under a name that is there.`,
		);
	snapshots.set(chosen, platform.snapshot());
	return chosen;
}

/** The names of the snapshots, in the order of their taking. */
export const listSnapshots = (platform: ControlledPlatform): string[] => [...of(platform).keys()];

/** What a snapshot holds. */
export function snapshotOf(platform: ControlledPlatform, asked: unknown): StateData {
	const snapshot = typeof asked === "string" ? of(platform).get(asked) : undefined;
	if (snapshot) return snapshot;
	const names = listSnapshots(platform);
	const there = names.length > 0 ? `There are: ${names.join(", ")}.` : "There is none yet.";
	const message = asked === undefined ? `missing. ${there}` : `there is no snapshot "${asked}". ${there}`;
	throw new ControlError([{ pointer: "/snapshot", message }]);
}

export const restoreSnapshot = (platform: ControlledPlatform, input: unknown): void =>
	platform.restore(snapshotOf(platform, nameIn(input)));

function named(platform: ControlledPlatform, asked: string): StateData {
	const snapshot = of(platform).get(asked);
	if (!snapshot) throw new ControlRefusal(404, `There is no snapshot ${asked}.`);
	return snapshot;
}

export function deleteSnapshot(platform: ControlledPlatform, asked: string): void {
	named(platform, asked);
	of(platform).delete(asked);
}

/** What changed since a snapshot, until another one or until now. */
export function diffSnapshot(platform: ControlledPlatform, from: string, to: string | null): StateDiff {
	return diffStates(named(platform, from), to === null ? platform.snapshot() : named(platform, to));
}
