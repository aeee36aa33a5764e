import type { Tenon } from "@tenon/client";

type Runners = Tenon["runners"];
type Listed = Awaited<ReturnType<Runners["list"]>>["items"][number];
type Detail = Awaited<ReturnType<Runners["get"]>>;
type Manager = Awaited<ReturnType<Runners["listManagers"]>>["items"][number];

/** A runner as the list shows it, with its tags and what is wrong with it. */
export interface Looked extends Listed {
	/** Undefined where the reader may not see them. */
	readonly tags: readonly string[] | undefined;
	readonly findings: readonly string[];
}

/** Whether a version is below another; `16.1` is not below `16.1.0`. */
export function isOlder(version: string, minimum: string): boolean {
	const [given, wanted] = [version, minimum].map((text) =>
		text.split(".").map((part) => Number.parseInt(part, 10) || 0),
	);
	for (const [place, least] of (wanted ?? []).entries()) {
		const part = given?.[place] ?? 0;
		if (part !== least) return part < least;
	}
	return false;
}

/** What is wrong with a runner, in words. Nothing: empty. What may not be seen of it is undefined. */
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
