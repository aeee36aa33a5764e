/** The callers that a run may have tokens for: one for each role in the scene's group and projects, and limited or invalid tokens. */
export const actors = {
	administrator: "an administrator of the platform",
	auditor: "an auditor: reads everything, changes nothing",
	owner: "Owner of the scene's group",
	maintainer: "Maintainer of the scene's group",
	developer: "Developer of the scene's group",
	reporter: "Reporter of the scene's group",
	guest: "Guest of the scene's group",
	outsider: "a user who is a member of nothing in the scene",
	"read-only": "the maintainer's token of scope read_api alone",
	"runner-manager": "the owner's token of scope manage_runners alone",
	"runner-creator": "the owner's token of scope create_runner alone",
	"runner-keeper": "a Guest of the scene's group whose custom role has the permission admin_runners",
	"plain-administrator": "the administrator's token of scope api alone",
	"user-reader": "the outsider's token of scope read_user alone",
	expired: "a token that has expired",
	revoked: "a token that was revoked",
	blocked: "a token of a user who is blocked",
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
