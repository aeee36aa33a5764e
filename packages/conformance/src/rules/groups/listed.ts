import type { Answer } from "../../rule/answer";
import type { Context } from "../../rule/context";

/** The last part of a full path. */
export const lastPart = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

export const isListed = (answer: Answer, path: string): boolean => answer.pluck("full_path").includes(path);

/** The list must be there, and have these groups. */
export function lists(t: Context, answer: Answer, ...paths: readonly string[]): void {
	answer.is(200);
	for (const path of paths) t.holds(`${path} should be listed`, isListed(answer, path), answer);
}

/** The list must be there, and not have these groups. */
export function omits(t: Context, answer: Answer, ...paths: readonly string[]): void {
	answer.is(200);
	for (const path of paths) t.holds(`${path} should not be listed`, !isListed(answer, path), answer);
}
