/** Creates and changes accounts, for administrators. */
import type { Context } from "../../request/context";
import { readBoolean } from "../../request/http/coerce";
import { ApiError, invalid, parameterError } from "../../request/http/errors";
import type { Erasable, ParamsOf } from "../../request/operation";
import { newUser } from "../../state/new-user";
import type { User } from "../../state/records";
import { identityKey } from "../../state/state";
import { holderOf, isVerified, makePrimary, ownerOf } from "./addresses";
import { readPicture } from "./avatar";
import { type Faults, faultsOf } from "./faults";

/** The avatar, which a multipart form can contain. */
interface Picture {
	readonly avatar?: unknown;
}
export type NewAccount = ParamsOf<"createUser"> & Picture;
export type AccountChanges = Erasable<Partial<ParamsOf<"updateUser">>, (typeof erasable)[number]> & Picture;

/** The fields that are stored as they are sent. */
const plain = [
	"name",
	"admin",
	"auditor",
	"can_create_group",
	"color_scheme_id",
	"external",
	"extra_shared_runners_minutes_limit",
	"projects_limit",
	"shared_runners_minutes_limit",
	"theme_id",
] as const;
/** The fields that an empty text removes. */
const nullable = ["location", "note", "organization", "pronouns", "public_email"] as const;
/** The fields that are an empty text if they have no value. */
const texts = ["bio", "professional_network", "microblog", "chat_account", "code_host", "website_url"] as const;
/** The fields that null removes. */
export const erasable = [...nullable, ...texts, "commit_email"] as const;

type AccountInput = NewAccount | AccountChanges;

function settled(input: AccountInput, before: Omit<User, "id">): Partial<User> {
	const changes: { [field: string]: unknown } = {};
	for (const name of plain) if (input[name] !== undefined) changes[name] = input[name];
	for (const name of nullable) if (input[name] !== undefined) changes[name] = input[name] || null;
	for (const name of texts) if (input[name] !== undefined) changes[name] = input[name] ?? "";
	if (input.view_diffs_file_by_file !== undefined)
		changes.preferences = { ...before.preferences, view_diffs_file_by_file: input.view_diffs_file_by_file };
	// Every name is a field of a user, and the contract gives both the same types.
	return changes as Partial<User>;
}

/** Returns the validation errors of the values, including what the installation does not support. */
function check(input: AccountInput, context: Context): Faults {
	const found = faultsOf({ ...input });
	// On a plan without auditors the parameter is not read. A request to set it is refused anyway.
	if (context.settings.tier === "free" && readBoolean(context.sent("auditor")) === true)
		found.auditor = ["is not available on this plan"];
	const group = input.group_id_for_saml;
	if (group !== undefined && (context.state.groups.get(group)?.saml_provider_id ?? null) === null)
		found.group_id_for_saml = ["is not a group with single sign-on"];
	return found;
}

function throwFaults(found: Faults): void {
	if (Object.keys(found).length > 0) throw invalid(found);
}

const taken = (what: "Email" | "Username"): ApiError =>
	new ApiError(409, { message: `${what} has already been taken` });

/** Whether a name belongs to another user or a top-level group, whose paths in URLs are the same. */
const isTaken = (username: string, own: number | undefined, { state }: Context): boolean => {
	const key = username.toLowerCase();
	const user = state.users.one("username", key);
	return (user !== undefined && user.id !== own) || state.groups.one("path", key) !== undefined;
};

/** Throws 400 unless the public email and the commit email are verified addresses of the user. */
function checkAddresses(input: AccountInput, user: User, context: Context): void {
	const found: Faults = {};
	for (const name of ["public_email", "commit_email"] as const) {
		const email = input[name];
		if (!email || (name === "commit_email" && email === "_private")) continue;
		if (!isVerified(email, user, context.state)) found[name] = ["is not a verified address of the user"];
	}
	throwFaults(found);
}

/** Sets the external account that the user signs in with. */
function setIdentity(input: AccountInput, user: User, { state }: Context): void {
	const { provider, extern_uid, group_id_for_saml } = input;
	if (!provider || !extern_uid) return;
	const group = group_id_for_saml === undefined ? undefined : state.groups.get(group_id_for_saml);
	const saml_provider_id = provider === "group_saml" ? (group?.saml_provider_id ?? null) : null;
	const holder = state.identities.one("identity", identityKey(provider, extern_uid, saml_provider_id));
	if (holder && holder.user_id !== user.id) throw invalid({ "identities.extern_uid": ["has already been taken"] });
	const values = { extern_uid, saml_provider_id, updated_at: state.clock.iso() };
	const known = state.identities
		.in("user", user.id)
		.find((one) => one.provider === provider && one.saml_provider_id === saml_provider_id);
	if (known) state.identities.update(known.id, values);
	else state.identities.insert({ ...values, user_id: user.id, provider });
}

function checkPair({ provider, extern_uid }: AccountInput): void {
	if ((provider === undefined) !== (extern_uid === undefined))
		throw parameterError("extern_uid, provider provide all or none of parameters");
}

/** Applies what creating and changing have in common, after the row exists. */
function complete(input: AccountInput, user: User, context: Context): User {
	const { state } = context;
	checkAddresses(input, user, context);
	setIdentity(input, user, context);
	const changes: Partial<User> = {};
	if (input.commit_email !== undefined) Object.assign(changes, { commit_email: input.commit_email || null });
	if (input.avatar !== undefined) Object.assign(changes, { avatar: readPicture(input.avatar) });
	return Object.keys(changes).length > 0 ? state.users.update(user.id, changes) : user;
}

/** Creates an account. Throws 409 if the email or the username is taken, and 400 with all other validation errors. */
export function create(input: NewAccount, creator: User, context: Context): User {
	const { state, settings } = context;
	checkPair(input);
	const generated = input.force_random_password === true || input.reset_password === true;
	if (holderOf(input.email, state) !== undefined) throw taken("Email");
	if (isTaken(input.username, undefined, context)) throw taken("Username");
	const { password, ...rest } = input;
	// A generated password, or one that is chosen later, takes precedence. A password sent with it is not checked.
	const found = check(generated || password === undefined ? rest : input, context);
	if (!generated && !password) found.password = ["can't be blank"];
	// An address that a user added but did not confirm causes no 409, but is not available either.
	if (ownerOf(input.email, state) !== undefined) found.email = ["has already been taken"];
	throwFaults(found);
	const now = state.clock.iso();
	const values = newUser(input.username, input.email, now);
	const user = state.users.insert({
		...values,
		...settled(input, values),
		private_profile: input.private_profile ?? settings.privateProfiles,
		confirmed_at: input.skip_confirmation ? now : null,
		created_by_id: creator.id,
	});
	return complete(input, user, context);
}

function checkChanges(input: AccountChanges, user: User, context: Context): void {
	checkPair(input);
	const { username, email } = input;
	const { state } = context;
	const isNew = email !== undefined && email.toLowerCase() !== user.email.toLowerCase();
	const holder = isNew ? holderOf(email, state) : undefined;
	if (holder !== undefined && holder !== user.id) throw taken("Email");
	if (username !== undefined && isTaken(username, user.id, context)) throw taken("Username");
	const found = check(input, context);
	const owner = isNew ? ownerOf(email, state) : user.id;
	if (owner === undefined) found.email = ["is not an address that the user has added"];
	else if (owner !== user.id) found.email = ["has already been taken"];
	throwFaults(found);
}

/** Updates the paths of a user's projects, which start with the username. */
function moveProjects(from: string, user: User, { state }: Context): void {
	for (const project of state.projects.in("owner", user.id)) {
		if (!project.full_path.startsWith(`${from}/`)) continue;
		const full_path = `${user.username}${project.full_path.slice(from.length)}`;
		state.projects.update(project.id, { full_path, former_paths: [...project.former_paths, project.full_path] });
	}
}

/** Changes the given values of an account. Throws as `create` does. */
export function update(input: AccountChanges, user: User, by: User, context: Context): User {
	const { state } = context;
	checkChanges(input, user, context);
	if (Object.values(input).every((value) => value === undefined)) return user;
	const { username, email, password, private_profile } = input;
	const now = state.clock.iso();
	let changed = state.users.update(user.id, {
		...settled(input, user),
		...(username === undefined ? {} : { username }),
		...(private_profile === undefined ? {} : { private_profile: private_profile ?? context.settings.privateProfiles }),
		// A password that somebody else set expires at once.
		...(password === undefined ? {} : { password_expires_at: by.id === user.id ? null : now }),
		updated_at: now,
	});
	if (email !== undefined) changed = makePrimary(email, changed, input.skip_reconfirmation === true, state);
	if (changed.username !== user.username) moveProjects(user.username, changed, context);
	return complete(input, changed, context);
}
