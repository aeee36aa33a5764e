import { newUser } from "../../state/new-user";
import type { User } from "../../state/records";
import type { State } from "../../state/state";
import type { Builder } from "../builder";
import { ago } from "./times";

/** The day some days before the platform's now. */
const day = (state: State, days: number): string => ago(state, 24 * days).slice(0, 10);

/** The platform's own accounts, which nobody signs in to. */
function internal(make: Builder): void {
	const { state } = make;
	const bots = [
		["alert-bot", "Alert Bot", "alert_bot"],
		["support-bot", "Support Bot", "support_bot"],
	] as const;
	for (const [username, name, kind] of bots)
		state.users.insert({ ...newUser(username, `${username}@example.com`, ago(state, 24 * 390)), name, kind });
}

/** People in every state, and such with something special about them. */
const others: readonly (Partial<User> & Pick<User, "username" | "name">)[] = [
	{
		username: "contractor",
		name: "Casey Contractor",
		external: true,
		organization: "Helping Hands",
		location: "Lisbon",
	},
	{ username: "recluse", name: "Rosa Recluse", private_profile: true },
	{
		username: "careful",
		name: "Carl Careful",
		two_factor_enabled: true,
		time_zone: "Europe/Berlin",
		pronouns: "he/him",
	},
	{ username: "leaver", name: "Lee Leaver", state: "blocked", note: "Left the company." },
	{ username: "sleeper", name: "Sam Sleeper", state: "deactivated" },
	{ username: "spammer", name: "Spam Spammer", state: "banned" },
	{ username: "gone-from-ldap", name: "Gil Gone", state: "ldap_blocked" },
	{ username: "applicant", name: "Ada Applicant", state: "blocked_pending_approval", confirmed_at: null },
];

/** What stands in a project of the developer's own: work for others, and what they are asked to look at. */
function notebook(make: Builder): void {
	const { state } = make;
	const developer = make.userId("developer");
	const maintainer = make.userId("maintainer");
	const project = make.project("developer/notebook", { description: "Sketches.", visibility: "private" });
	make.member("maintainer", "developer/notebook", "maintainer");
	make.issue(project, { title: "Tidy up", author_id: maintainer, assignee_ids: [developer] });
	make.issue(project, { title: "Bind it anew", author_id: developer, assignee_ids: [developer], state: "closed" });
	make.mergeRequest(project, { title: "A new page", author_id: developer, reviewer_ids: [maintainer] });
	make.mergeRequest(project, { title: "A torn page", author_id: maintainer, assignee_ids: [developer] });
	for (const one of ["pending", "pending", "done"] as const) state.todos.insert({ user_id: developer, state: one });
}

/** Accounts of every kind and state, with addresses, identities, attributes, a status, a support PIN and days of activity. */
export function users(make: Builder): void {
	const { state } = make;
	internal(make);
	for (const given of others) make.user({ ...given, created_at: ago(state, 24 * 200) });
	const developer = make.userId("developer");
	state.users.update(developer, {
		status: { emoji: "coffee", message: "Away until three :clock3:", availability: "busy", clear_status_at: null },
		custom_attributes: [
			{ key: "region", value: "emea" },
			{ key: "floor", value: "3" },
		],
		sign_in_count: 41,
		current_sign_in_at: ago(state, 2),
		last_sign_in_at: ago(state, 26),
		current_sign_in_ip: "192.0.2.10",
		last_sign_in_ip: "192.0.2.11",
	});
	const now = state.clock.iso();
	state.secondaryEmails.insert({ user_id: developer, email: "dana@home.example.com", confirmed_at: now });
	state.secondaryEmails.insert({ user_id: developer, email: "dana@new.example.com", confirmed_at: null });
	const careful = make.userId("careful");
	const identity = { user_id: careful, saml_provider_id: null, updated_at: ago(state, 24 * 100) };
	state.identities.insert({ ...identity, provider: "ldapmain", extern_uid: "uid=carl,dc=example,dc=com" });
	state.identities.insert({ ...identity, provider: "code_forge", extern_uid: "4711" });
	const acme = state.group("acme");
	if (acme) state.scimIdentities.insert({ user_id: careful, group_id: acme.id, extern_uid: "carl", active: true });
	state.supportPins.insert({ user_id: make.userId("reporter"), pin: "248163", expires_at: ago(state, -24 * 5) });
	const active = { root: 0, owner: 1, maintainer: 3, developer: 0, reporter: 18, guest: 90, recluse: 2, leaver: 250 };
	for (const [username, days] of Object.entries(active))
		state.users.update(make.userId(username), { last_activity_on: day(state, days) });
	notebook(make);
}
