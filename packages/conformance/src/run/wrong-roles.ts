import type { Scene } from "../bench/scene";
import type { ActorName } from "../rule/actors";
import type { Caller } from "../rule/caller";
import { dig } from "../rule/dig";
import { isFields } from "../rule/response";

/** The actors who have a role in the scene's group, with its access level. */
const roles = { owner: 50, maintainer: 40, developer: 30, reporter: 20, guest: 10 } as const;

const isRole = (actor: string): actor is keyof typeof roles => Object.hasOwn(roles, actor);

/** A note on each token whose user has another role in the scene's group; none if the server does not show memberships. */
export async function wrongRoles(
	caller: Caller,
	scene: Scene,
	users: { readonly [name in ActorName]?: { readonly id: number; readonly username: string } },
): Promise<string[]> {
	const known = Object.entries(users).flatMap(([actor, user]) => (isRole(actor) ? [{ actor, ...user }] : []));
	if (!scene.has("group") || known.length === 0) return [];
	const group = scene.get("group");
	const members = known.map(
		({ actor, username }) =>
			`${actor}: groupMembers(search: ${JSON.stringify(username)}, first: 100) { nodes { user { username } accessLevel { integerValue } } }`,
	);
	const query = `query ($group: ID!) { group(fullPath: $group) { ${members.join(" ")} } }`;
	const shown = await caller.graphql(query, { group });
	if (shown.status !== 200) return [];
	return known.flatMap(({ actor, username }) => {
		const nodes = dig(shown.json, "data", "group", actor, "nodes");
		if (!Array.isArray(nodes)) return [];
		// A user may be a member of the group and of one above it: the higher role applies.
		const levels = nodes
			.filter((one) => isFields(one) && dig(one, "user", "username") === username)
			.map((one) => Number(dig(one, "accessLevel", "integerValue")));
		const level = Math.max(0, ...levels);
		if (level === roles[actor]) return [];
		const has = level === 0 ? `is not a member of ${group}` : `has the role ${level} in ${group}, not ${roles[actor]}`;
		return [`${username}, whose token is given for ${actor}, ${has}: rules for ${actor} may fail.`];
	});
}
