/** Every resolver of the schema, put together from the files by subject. */
import type { Resolvers } from "./generated/resolvers";
import { alerts } from "./types/alerts";
import { jobs } from "./types/jobs";
import { releases } from "./types/releases";
import { repository } from "./types/repository";
import { root } from "./types/root";
import { runnerLists } from "./types/runner-lists";
import { runnerMutations } from "./types/runner-mutations";
import { runners } from "./types/runners";
import { snippets } from "./types/snippets";

/** A subject's part: types of its own, and fields that it adds to others. */
export type Part = Partial<Resolvers>;

function merge(parts: readonly Part[]): Resolvers {
	const merged: { [type: string]: object } = {};
	for (const part of parts)
		for (const [type, fields] of Object.entries(part)) merged[type] = { ...merged[type], ...fields };
	// Each part is typed by the same interface, by type and field.
	return merged as Resolvers;
}

export const resolvers = merge([
	alerts,
	jobs,
	runners,
	runnerLists,
	runnerMutations,
	releases,
	repository,
	root,
	snippets,
]);
