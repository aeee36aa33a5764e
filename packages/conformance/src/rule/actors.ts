/** The callers that a run may have tokens for: one for each role in the scene's group and projects, and limited or invalid tokens. */
export const actors = {
	administrator: "an administrator of the platform",
	auditor: "an auditor: reads everything, changes nothing",
	owner: "Owner of the scene's group",
	maintainer: "Maintainer of the scene's group",
	developer: "Developer of the scene's group",
	reporter: "Reporter of the scene's group",
	guest: "Guest of the scene's group",
	outsider: "a user who is not a member of any group or project of the scene",
	"read-only": "a token of the maintainer with only the scope read_api",
	"runner-manager": "a token of the owner with only the scope manage_runners",
	"runner-creator": "a token of the owner with only the scope create_runner",
	"runner-keeper": "a Guest of the scene's group whose custom role has the permission admin_runners",
	"plain-administrator": "a token of the administrator with only the scope api",
	"user-reader": "a token of the outsider with only the scope read_user",
	expired: "a token that has expired",
	revoked: "a token that was revoked",
	blocked: "a token of a blocked user",
} as const;
/** The name of a caller that the runner has a token for. */
export type ActorName = keyof typeof actors;

/** Tokens with a single scope: actor, scope, and the actor with the same user's token of all scopes. */
export const narrowTokens = [
	["read-only", "read_api", "maintainer"],
	["user-reader", "read_user", "outsider"],
	["runner-manager", "manage_runners", "owner"],
	["runner-creator", "create_runner", "owner"],
] as const satisfies (readonly [ActorName, string, ActorName])[];

/** Tokens by actor. */
export type Tokens = { readonly [name in ActorName]?: string };

export const isActor = (name: string): name is ActorName => Object.hasOwn(actors, name);
