import { versionOf } from "../../request/settings/settings";
import type { Part } from "../part";

export const root: Part = {
	Query: {
		currentUser: (_root, _args, { actor }) => actor.user ?? null,
		metadata: (_root, _args, { actor, settings }) =>
			actor.isAnonymous ? null : { ...versionOf(settings), enterprise: true },
		echo: (_root, { text }, { actor }) => `${actor.user ? JSON.stringify(actor.user.username) : "nil"} says: ${text}`,
		queryComplexity: (_root, _args, { complexity }) => complexity,
	},
};
