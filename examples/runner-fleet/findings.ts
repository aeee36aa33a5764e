import type { Tenon } from "@tenon/client";

type Runners = Tenon["runners"];
type Listed = Awaited<ReturnType<Runners["list"]>>["items"][number];
type Detail = Awaited<ReturnType<Runners["get"]>>;
type Manager = Awaited<ReturnType<Runners["listManagers"]>>["items"][number];

/** A runner from the list, with its tags and its findings. */
export interface Audited extends Listed {
	/** Undefined if the user may not see them. */
	readonly tags: readonly string[] | undefined;
	readonly findings: readonly string[];
}

/** Whether a version is older than another; `16.1` is not older than `16.1.0`. */
export function isOlder(version: string, minimum: string): boolean {
	const [actual, required] = [version, minimum].map((text) =>
		text.split(".").map((part) => Number.parseInt(part, 10) || 0),
	);
	for (const [place, least] of (required ?? []).entries()) {
		const part = actual?.[place] ?? 0;
		if (part !== least) return part < least;
	}
	return false;
}

/** What is wrong with a runner. `detail` and `managers` are undefined if the user may not see them. */
export function findingsOf(
	{ status }: Listed,
	detail: Detail | undefined,
	managers: readonly Manager[] | undefined,
	minimum: string,
): string[] {
	const old = (managers ?? []).filter(({ version }) => version !== null && isOlder(version, minimum));
	const away = ["offline", "stale", "never_contacted"].includes(status);
	return [
		...(away ? [status.replace("_", " ")] : []),
		...old.map(({ system_id, version }) => `outdated: ${version} on ${system_id}`),
		...(detail?.access_level === "not_protected" ? ["unprotected"] : []),
	];
}
