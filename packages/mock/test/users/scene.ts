import type { PlatformOptions, User } from "@tenon/mock";
import { type Asked, type Told, type World, world } from "../support/world";

export interface Scene extends World {
	/** A user as the state has it, by name. */
	user(username: string): User;
	/** Changes a user, by name. */
	change(username: string, changes: Partial<User>): void;
	/** The usernames that the list gives for a query, in its order. */
	names(who: string | null, query?: string): Promise<string[]>;
	/** Asks, and tells the answer beside whether the state is as it was before. */
	refused(who: string | null, method: string, path: string, asked?: Asked): Promise<Told & { unchanged: boolean }>;
}

/** The demo's users, unless told otherwise. */
export function scene(options: PlatformOptions = {}): Scene {
	const made = world(options);
	const { ask, make, platform, state } = made;
	const user: Scene["user"] = (username) => {
		const found = platform.state.users.get(make.userId(username));
		if (!found) throw new Error(username);
		return found;
	};
	return {
		...made,
		user,
		change: (username, changes) => void platform.state.users.update(user(username).id, changes),
		async names(who, query = "") {
			const { status, body } = await ask(who, "GET", `/users?per_page=100&${query}`);
			if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
			return body.map((one: { username: string }) => one.username);
		},
		async refused(who, method, path, asked) {
			const before = state();
			const told = await ask(who, method, path, asked);
			return { ...told, unchanged: state() === before };
		},
	};
}

/** An installation with an administrator `root`, a regular user `anna`, and these. */
export function cast(...users: (Partial<User> & Pick<User, "username">)[]): Scene {
	return castOn({}, ...users);
}

/** The same, set up in a certain way. */
export function castOn(options: PlatformOptions, ...users: (Partial<User> & Pick<User, "username">)[]): Scene {
	const made = scene({ ...options, seed: () => {} });
	for (const one of [{ username: "root", admin: true }, { username: "anna" }, ...users]) made.make.user(one);
	return made;
}

/** Fields that only administrators see of others. */
export const adminFields = [
	"email",
	"is_admin",
	"last_sign_in_at",
	"confirmed_at",
	"theme_id",
	"last_activity_on",
	"color_scheme_id",
	"projects_limit",
	"current_sign_in_at",
	"note",
	"identities",
	"can_create_group",
	"can_create_project",
	"two_factor_enabled",
	"external",
	"private_profile",
	"commit_email",
	"current_sign_in_ip",
	"last_sign_in_ip",
	"namespace_id",
	"created_by",
];
/** Those of them that are there on Premium and Ultimate. */
export const paidFields = [
	"shared_runners_minutes_limit",
	"extra_shared_runners_minutes_limit",
	"is_auditor",
	"using_license_seat",
	"provisioned_by_group_id",
	"scim_identities",
];
export const listFields = ["id", "username", "name", "state", "locked", "avatar_url", "web_url"];
export const profileFields = [
	"created_at",
	"bio",
	"bot",
	"location",
	"public_email",
	"professional_network",
	"microblog",
	"chat_account",
	"code_host",
	"website_url",
	"organization",
	"job_title",
	"pronouns",
	"work_information",
	"followers",
	"following",
	"local_time",
	"is_followed",
];

/** A multipart body with a file of this size, and other fields. */
export function form(fileName: string, size: number, fields: Record<string, string> = {}): FormData {
	const data = new FormData();
	for (const [name, value] of Object.entries(fields)) data.set(name, value);
	data.set("avatar", new File([new Uint8Array(size)], fileName, { type: "image/png" }));
	return data;
}
