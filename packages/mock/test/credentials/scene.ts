import type { Group, PlatformOptions, SshKey, Token, User } from "@tenon/mock";
import { type Asked, type Told, type World, world } from "../support/world";

/** An operation of the domain; PERSONAL, RESOURCE and KEY stand for the numbers of a token or a key. */
export interface Row {
	id: string;
	method: "GET" | "DELETE" | "POST";
	path: string;
	/** Of success. */
	status: number;
}

export const operations: readonly Row[] = [
	{ id: "listGroupPersonalAccessTokens", method: "GET", path: "personal_access_tokens", status: 200 },
	{ id: "listGroupResourceAccessTokens", method: "GET", path: "resource_access_tokens", status: 200 },
	{ id: "listGroupSshKeys", method: "GET", path: "ssh_keys", status: 200 },
	{ id: "deleteGroupPersonalAccessToken", method: "DELETE", path: "personal_access_tokens/PERSONAL", status: 204 },
	{ id: "deleteGroupResourceAccessToken", method: "DELETE", path: "resource_access_tokens/RESOURCE", status: 204 },
	{ id: "deleteGroupSshKey", method: "DELETE", path: "keys/KEY", status: 204 },
	{ id: "rotateGroupPersonalAccessToken", method: "POST", path: "personal_access_tokens/PERSONAL/rotate", status: 200 },
	{ id: "rotateGroupResourceAccessToken", method: "POST", path: "resource_access_tokens/RESOURCE/rotate", status: 200 },
];
export const reads = operations.filter(({ method }) => method === "GET");
export const writes = operations.filter(({ method }) => method !== "GET");

export type Refused = Told & { unchanged: boolean };

/**
 * The public top-level group `corp`, with the subgroup `corp/team` and the projects `corp/app` and `corp/team/lib`, and the
 * stranger `rival`, a top-level group with the project `rival/thing`. `boss` owns corp; `chief`, `coder`, `tester` and
 * `visitor` have the lower roles; `rivalboss` owns rival. `employee` and `robot`, who are members of nothing, are corp's
 * enterprise user and service account, without tokens.
 */
export interface Scene extends World {
	corp: Group;
	employee: User;
	robot: User;
	/** The path of corp's credentials. */
	at: string;
	/** A token of the employee's, `<name>-token`. */
	personal(name: string, given?: Partial<Token>): Token;
	/** A token of a group or project, `<name>-token`. */
	resource(name: string, fullPath?: string, given?: Partial<Token>): Token;
	/** A key of the employee's. */
	key(given?: Partial<SshKey>): SshKey;
	/** Asks for something below corp's credentials, as its owner. */
	get(path: string): Promise<Told>;
	/** The ids that a list gives to corp's owner. */
	ids(path: string): Promise<number[]>;
	/** A listed token or key, as corp's owner sees it. */
	listed(path: string, id: number): Promise<unknown>;
	/** Asks, and tells the answer beside whether the state is as it was before. */
	refused(who: string | null, method: string, path: string, asked?: Asked): Promise<Refused>;
	/** The path of an operation below corp's credentials, with a token or a key of corp's in its place. */
	pathOf(row: Row): string;
}

const members = [
	["boss", "owner"],
	["chief", "maintainer"],
	["coder", "developer"],
	["tester", "reporter"],
	["visitor", "guest"],
] as const;

export function scene(options: PlatformOptions = {}): Scene {
	const made = world({ offering: "hosted", ...options });
	const { ask, make, platform, state } = made;
	const { tokens } = platform.state;
	const corp = make.group("corp");
	make.group("corp/team");
	make.project("corp/app");
	make.project("corp/team/lib");
	make.group("rival");
	make.project("rival/thing");
	for (const [username, role] of members) {
		make.user({ username });
		make.member(username, "corp", role);
	}
	make.user({ username: "rivalboss" });
	make.member("rivalboss", "rival", "owner");
	const [employee, robot] = ["employee", "robot"].map((username) => {
		const user = make.user({ username });
		for (const { id } of tokens.in("user", user.id)) tokens.delete(id);
		make.enterpriseUser(username, "corp", username === "robot" ? "service_account" : "enterprise_user");
		return user;
	});
	if (!employee || !robot) throw new Error("not made");
	const at = `/groups/${corp.id}/manage`;
	const personal: Scene["personal"] = (name, given = {}) =>
		make.token({ user_id: employee.id, text: `${name}-token`, name, scopes: ["api"], ...given });
	const resource: Scene["resource"] = (name, fullPath = "corp", given = {}) =>
		make.resourceToken(fullPath, "maintainer", { text: `${name}-token`, name, scopes: ["api"], ...given });
	const key: Scene["key"] = (given = {}) => make.sshKey({ user_id: employee.id, ...given });
	const get: Scene["get"] = (path) => ask("boss", "GET", `${at}/${path}`);
	return {
		...made,
		corp,
		employee,
		robot,
		at,
		personal,
		resource,
		key,
		get,
		async ids(path) {
			const { body } = await get(path);
			return body.map((one: { id: number }) => one.id);
		},
		async listed(path, id) {
			const { body } = await get(path);
			return body.find((one: { id: number }) => one.id === id);
		},
		async refused(who, method, path, asked) {
			const before = state();
			const told = await ask(who, method, path, asked);
			return { ...told, unchanged: state() === before };
		},
		pathOf: ({ path }) =>
			path
				.replace("PERSONAL", () => String(personal(`target-${tokens.lastId}`).id))
				.replace("RESOURCE", () => String(resource(`target-${tokens.lastId}`).id))
				.replace("KEY", () => String(key().id)),
	};
}

/** The body of a refusal for a scope that is too small. */
export const insufficientScope = {
	error: "insufficient_scope",
	error_description: "The request requires higher privileges than provided by the access token.",
	scope: "api",
};
