import { atLeast } from "../../rule/facts";
import { type Check, check } from "../../rule/rule";
import { administratorFields, listFields, onlyAdministrators, profileFields } from "./fields";
import { mustList, nameOf, one, sample, tokenBot } from "./listed";
import { person } from "./person";

const writes = { effect: "writes" } as const;

/** Who may list users, and what they are shown. */
export const userListAccess: readonly Check[] = [
	check("USER-035", async (t) => {
		const listed = (await t.as("developer").call("listUsers", { username: t.user("owner").username })).is(200);
		listed.every("of an absolute web_url that ends in the username", ({ web_url, username }) => {
			const url = String(web_url);
			return URL.canParse(url) && url.endsWith(`/${String(username)}`);
		});
		const avatars = (await t.as("developer").call("listUsers", { per_page: 100 })).is(200);
		avatars.every("of an absolute avatar_url, or none", ({ avatar_url }) =>
			avatar_url === null ? true : URL.canParse(String(avatar_url)),
		);
	}),
	check(
		"USER-036",
		async (t) => {
			const { username } = await person(t);
			(await t.as("developer").call("listUsers", { username }))
				.is(200)
				.every("not locked", ({ locked }) => locked === false);
		},
		writes,
	),
	check("USER-037", async (t) => {
		const listed = (await t.as("developer").call("listUsers", { per_page: 100 })).is(200);
		listed.every("without what is for administrators", (item) =>
			onlyAdministrators.every((name) => !Object.hasOwn(item, name)),
		);
	}),
	check("USER-087", async (t) => {
		const listed = (await t.as("administrator").call("listUsers", { per_page: 100 })).is(200);
		listed.every("with the fields of the list and those for administrators", (item) =>
			[...listFields, ...administratorFields].every((name) => Object.hasOwn(item, name)),
		);
	}),
	check("USER-088", async (t) => {
		const listed = (await t.as("administrator").call("listUsers", { per_page: 100 })).is(200);
		listed.every("with the fields of the profile", (item) => profileFields.every((name) => Object.hasOwn(item, name)));
	}),
	check("USER-098", async (t) => {
		const { id, username } = t.user("developer");
		const listed = (await t.as("administrator").call("listUsers", { username })).is(200);
		listed.every("without plan, trial and sign_in_count", (item) =>
			["plan", "trial", "sign_in_count"].every((name) => !Object.hasOwn(item, name)),
		);
		const single = (await t.as("administrator").call("getUser", { id })).is(200).shows("sign_in_count");
		if (atLeast(t.facts.tier, "premium")) single.shows("plan", "trial");
	}),
	check("USER-185", async (t) => {
		for (const params of [{}, { search: "a" }, { pagination: "keyset" }])
			(await t.anonymous.call("listUsers", params)).refuses(403, {
				message: "403 Forbidden - Not authorized to access /api/v4/users",
			});
	}),
	check("USER-186", async (t) => {
		const { username } = t.user("developer");
		const found = (await t.anonymous.call("listUsers", { username })).is(200);
		t.same("the usernames", found.pluck("username"), [username], found);
		found.every("a regular item", (item) => onlyAdministrators.every((name) => !Object.hasOwn(item, name)));
		const none = (await t.anonymous.call("listUsers", { username: t.unique("nobody") })).is(200);
		t.same("the users of a name that nobody has", none.items, [], none);
	}),
	check("USER-227", async (t) => {
		const blocked = one(t, await sample(t), "is blocked", ({ state }) => state === "blocked");
		await mustList(t, t.as("outsider"), {}, [nameOf(blocked), t.user("developer").username]);
	}),
	check("USER-228", async (t) => {
		const users = await sample(t);
		for (const state of ["banned", "ldap_blocked"]) {
			const username = nameOf(one(t, users, `is ${state}`, (user) => user.state === state));
			await mustList(t, t.as("administrator"), {}, [username]);
			for (const caller of [t.as("outsider"), t.anonymous]) await mustList(t, caller, {}, [username], false);
		}
	}),
	check("USER-229", async (t) => {
		const users = await sample(t);
		const kinds = [...new Set(users.map(({ state }) => String(state)))];
		for (const state of ["active", "blocked"])
			if (!kinds.includes(state)) t.skip(`the server has no user who is ${state}: make one`);
		const bot = await tokenBot(t);
		await mustList(t, t.as("administrator"), {}, [bot]);
		const blocked = (await t.as("administrator").call("listUsers", { blocked: true })).is(200);
		const notActive = (await t.as("administrator").call("listUsers", { exclude_active: true })).is(200);
		for (const { username } of [...blocked.items, ...notActive.items])
			await mustList(t, t.as("administrator"), {}, [String(username)]);
	}),
	check("USER-243", async (t) => {
		const [major = 0, minor = 0] = (t.facts.version ?? "").split(".").map(Number);
		if (t.facts.version !== undefined && (major < 18 || (major === 18 && minor < 2)))
			t.skip(`release ${t.facts.version} filters by it still: it is removed from 18.2 on`);
		const told = (await t.as("developer").call("listUsers", { saml_provider_id: 1 })).is(403);
		t.holds("the message should name the group's SAML users", told.string("message").includes("saml_users"), told);
	}),
	check("USER-260", async (t) => {
		for (const order_by of ["id", "name", "username", "created_at", "updated_at"])
			for (const sort of ["asc", "desc"]) (await t.as("outsider").call("listUsers", { order_by, sort })).is(200);
	}),
	check(
		"USER-283",
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
	check("USER-284", async (t) => {
		const { username } = t.user("developer");
		await mustList(t, t.as("outsider"), { colour: "blue", state: "blocked" }, [username]);
	}),
];
