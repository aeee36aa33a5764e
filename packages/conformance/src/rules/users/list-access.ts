import { atLeast } from "../../rule/facts";
import { assumed, type Rule, rule } from "../../rule/rule";
import { administratorFields, listFields, onlyAdministrators, profileFields } from "./fields";
import { mustList, nameOf, one, sample, tokenBot } from "./listed";
import { person } from "./person";

const writes = { effect: "writes" } as const;

/** Who may list users, and what they are shown. */
export const userListAccess: readonly Rule[] = [
	assumed("USER-035", "`avatar_url` and `web_url` are absolute URLs; `web_url` is {base_url}/{username}.", "listUsers", async (t) => {
		const listed = (await t.as("developer").call("listUsers", { username: t.user("owner").username })).is(200);
		listed.every("of an absolute web_url that ends in the username", ({ web_url, username }) => {
			const url = String(web_url);
			return URL.canParse(url) && url.endsWith(`/${String(username)}`);
		});
		const avatars = (await t.as("developer").call("listUsers", { per_page: 100 })).is(200);
		avatars.every("of an absolute avatar_url, or none", ({ avatar_url }) => (avatar_url === null ? true : URL.canParse(String(avatar_url))));
	}),
	assumed(
		"USER-036",
		"`locked` is true only for an account locked after failed sign-ins; a fresh user has locked false.",
		"listUsers",
		async (t) => {
			const { username } = await person(t);
			(await t.as("developer").call("listUsers", { username })).is(200).every("not locked", ({ locked }) => locked === false);
		},
		writes,
	),
	assumed(
		"USER-037",
		"For a regular caller no list item carries email, is_admin, note, namespace_id, created_by, last_sign_in_ip, current_sign_in_ip, two_factor_enabled or identities.",
		"listUsers",
		async (t) => {
			const listed = (await t.as("developer").call("listUsers", { per_page: 100 })).is(200);
			listed.every("without what is for administrators", (item) => onlyAdministrators.every((name) => !Object.hasOwn(item, name)));
		},
	),
	rule(
		"USER-087",
		"GET /users by an administrator answers the administrator view: each item has the list fields plus the administrator fields.",
		"listUsers",
		async (t) => {
			const listed = (await t.as("administrator").call("listUsers", { per_page: 100 })).is(200);
			listed.every("with the fields of the list and those for administrators", (item) =>
				[...listFields, ...administratorFields].every((name) => Object.hasOwn(item, name)),
			);
		},
	),
	assumed(
		"USER-088",
		"Administrator list items also carry the profile fields created_at, bio, location, website_url, organization, job_title and the social fields.",
		"listUsers",
		async (t) => {
			const listed = (await t.as("administrator").call("listUsers", { per_page: 100 })).is(200);
			listed.every("with the fields of the profile", (item) => profileFields.every((name) => Object.hasOwn(item, name)));
		},
	),
	assumed("USER-098", "plan, trial and sign_in_count do not appear in administrator list items, only in the single-user record.", "listUsers", async (t) => {
		const { id, username } = t.user("developer");
		const listed = (await t.as("administrator").call("listUsers", { username })).is(200);
		listed.every("without plan, trial and sign_in_count", (item) => ["plan", "trial", "sign_in_count"].every((name) => !Object.hasOwn(item, name)));
		const single = (await t.as("administrator").call("getUser", { id })).is(200).shows("sign_in_count");
		if (atLeast(t.facts.tier, "premium")) single.shows("plan", "trial");
	}),
	assumed(
		"USER-185",
		'Anonymous GET /users without username answers 403 {"message":"403 Forbidden - Not authorized to access /api/v4/users"}.',
		"listUsers",
		async (t) => {
			for (const params of [{}, { search: "a" }, { pagination: "keyset" }])
				(await t.anonymous.call("listUsers", params)).refuses(403, {
					message: "403 Forbidden - Not authorized to access /api/v4/users",
				});
		},
	),
	assumed("USER-186", "Anonymous GET /users?username=x answers 200 with 0 or 1 regular list item.", "listUsers", async (t) => {
		const { username } = t.user("developer");
		const found = (await t.anonymous.call("listUsers", { username })).is(200);
		t.same("the usernames", found.pluck("username"), [username], found);
		found.every("a regular item", (item) => onlyAdministrators.every((name) => !Object.hasOwn(item, name)));
		const none = (await t.anonymous.call("listUsers", { username: t.unique("nobody") })).is(200);
		t.same("the users of a name that nobody has", none.items, [], none);
	}),
	rule(
		"USER-227",
		"Without filters a regular caller's list also holds users in state blocked (the document's regular list item shows active and blocked).",
		"listUsers",
		async (t) => {
			const blocked = one(t, await sample(t), "is blocked", ({ state }) => state === "blocked");
			await mustList(t, t.as("outsider"), {}, [nameOf(blocked), t.user("developer").username]);
		},
	),
	assumed("USER-228", "banned and ldap_blocked users never appear in a regular or anonymous caller's list.", "listUsers", async (t) => {
		const users = await sample(t);
		for (const state of ["banned", "ldap_blocked"]) {
			const username = nameOf(one(t, users, `is ${state}`, (user) => user.state === state));
			await mustList(t, t.as("administrator"), {}, [username]);
			for (const caller of [t.as("outsider"), t.anonymous]) await mustList(t, caller, {}, [username], false);
		}
	}),
	assumed("USER-229", "An administrator without filters sees users of every state, bots and internal users included.", "listUsers", async (t) => {
		const users = await sample(t);
		const kinds = [...new Set(users.map(({ state }) => String(state)))];
		for (const state of ["active", "blocked"]) if (!kinds.includes(state)) t.skip(`the server has no user who is ${state}: make one`);
		const bot = await tokenBot(t);
		await mustList(t, t.as("administrator"), {}, [bot]);
		const blocked = (await t.as("administrator").call("listUsers", { blocked: true })).is(200);
		const notActive = (await t.as("administrator").call("listUsers", { exclude_active: true })).is(200);
		for (const { username } of [...blocked.items, ...notActive.items]) await mustList(t, t.as("administrator"), {}, [String(username)]);
	}),
	assumed(
		"USER-243",
		"GET /users?saml_provider_id=1 answers 403 with a message that names the group SAML users endpoint as the replacement.",
		"listUsers",
		async (t) => {
			const [major = 0, minor = 0] = (t.facts.version ?? "").split(".").map(Number);
			if (t.facts.version !== undefined && (major < 18 || (major === 18 && minor < 2)))
				t.skip(`release ${t.facts.version} filters by it still: it is removed from 18.2 on`);
			const response = (await t.as("developer").call("listUsers", { saml_provider_id: 1 })).is(403);
			t.holds("the message should name the group's SAML users", response.string("message").includes("saml_users"), response);
		},
	),
	assumed("USER-260", "order_by and sort with valid values from a regular caller never give an error (200).", "listUsers", async (t) => {
		for (const order_by of ["id", "name", "username", "created_at", "updated_at"])
			for (const sort of ["asc", "desc"]) (await t.as("outsider").call("listUsers", { order_by, sort })).is(200);
	}),
	assumed(
		"USER-283",
		"An auditor (not administrator) gets the administrator view of the list, read only.",
		"listUsers",
		async (t) => {
			const { id, username } = t.user("guest");
			const seen = (await t.as("auditor").call("listUsers", { username })).is(200);
			const full = (await t.as("administrator").call("listUsers", { username })).is(200);
			t.same("the fields", Object.keys(seen.items[0] ?? {}).sort(), Object.keys(full.items[0] ?? {}).sort(), seen);
			t.holds("the user should be listed", full.items.length === 1, full);
			const name = String(full.items[0]?.name);
			t.undo("the guest's name", () => t.as("administrator").call("updateUser", { id, name }));
			(await t.as("auditor").call("updateUser", { id, name: t.unique("else") })).refuses(403);
			(await t.as("administrator").call("getUser", { id })).is(200).has({ name });
		},
		writes,
	),
	assumed("USER-284", "Unknown query params on GET /users are ignored (200).", "listUsers", async (t) => {
		const { username } = t.user("developer");
		await mustList(t, t.as("outsider"), { colour: "blue", state: "blocked" }, [username]);
	}),
];
