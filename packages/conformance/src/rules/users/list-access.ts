import { distinct, sortsOfUsers } from "../../laws/every-state";
import type { Params } from "../../rule/address";
import { account } from "../../rule/callers";
import { atLeast } from "../../rule/facts";
import type { Fields } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import { administratorFields, listFields, paidFields, profileFields, singleFields } from "./fields";
import {
	changeUser,
	crowd,
	everyone,
	findsOpenly,
	forbidden,
	found,
	inState,
	inStates,
	inVain,
	isListed,
	listUsers,
	mustList,
	person,
	recordOf,
	sample,
	takesOrder,
	tokenBots,
	writes,
	writing,
} from "./lab";

/** The only fields that callers who are not administrators see. */
const basics: readonly string[] = [...listFields, "public_email"];
const isBasic = (item: Fields): boolean => listFields.every((name) => Object.hasOwn(item, name)) && Object.keys(item).every((name) => basics.includes(name));
const has =
	(names: readonly string[]) =>
	(item: Fields): boolean =>
		names.every((name) => Object.hasOwn(item, name));

const orders: readonly Params[] = [{}, ...["id", "name", "username", "created_at", "updated_at"].map((order_by) => ({ order_by }))];

/** Who can list users, which users they see, and which fields. */
export const userListAccess: readonly Rule[] = [
	assumed("USER-185, AUTH-029", "Listing users without credentials returns 403 unless username is sent.", "listUsers", async (t) => {
		for (const params of [
			{},
			{ search: "a" },
			{ search: t.user("developer").username },
			{ public_email: "a@example.com" },
			{ humans: true },
			{ pagination: "keyset" },
		])
			(await t.anonymous.call("listUsers", params)).refuses(403, { message: "403 Forbidden - Not authorized to access /api/v4/users" });
	}),
	assumed("USER-186, AUTH-029", "Without credentials, username returns only that user with the basic fields, or an empty list.", "listUsers", async (t) => {
		const { username } = t.user("developer");
		const listed = await listUsers(t.anonymous, { username });
		t.same("the usernames", listed.pluck("username"), [username], listed);
		listed.every("with only the basic fields", isBasic);
		const none = await listUsers(t.anonymous, { username: t.unique("nobody") });
		t.same("the users of a name that nobody has", none.items, [], none);
		const empty = await t.anonymous.call("listUsers", { username: "" });
		t.holds("an empty name should list nobody", empty.refused || empty.items.length === 0, empty);
	}),
	assumed("USER-037", "Callers who are not administrators see only the basic fields of users in the list.", "listUsers", async (t) => {
		for (const who of ["developer", "owner", "outsider"] as const)
			for (const params of [{}, { pagination: "keyset" }, { search: t.user("owner").username }, { username: t.user(who).username }])
				(await listUsers(t.as(who), params)).every("with only the basic fields", isBasic);
	}),
	rule(
		"USER-087, USER-088, USER-098",
		"An administrator's list shows each user's profile and administrator fields with the values of the single record, without plan, trial and sign_in_count.",
		"listUsers",
		async (t) => {
			const administrator = t.as("administrator");
			const paid = atLeast(t.facts.tier, "premium") ? paidFields : [];
			const filters = [
				{ blocked: true },
				{ exclude_active: true, order_by: "name" },
				{ humans: true, sort: "asc" },
				{ exclude_humans: true },
				{ external: true },
			];
			for (const params of [{}, { pagination: "keyset" }, { search: t.user("owner").username }, ...filters]) {
				const listed = (await listUsers(administrator, params)).every("complete", has([...listFields, ...administratorFields, ...paid]));
				t.assume("every listed user should have the profile fields", listed.items.every(has(profileFields)), listed);
				const isShort = listed.items.every((item) => !singleFields.some((name) => Object.hasOwn(item, name)));
				t.assume(`no listed user should have ${singleFields.join(", ")}`, isShort, listed);
			}
			for (const who of ["outsider", "guest", "administrator"] as const) {
				const [item] = (await listUsers(administrator, { username: t.user(who).username })).items;
				const single = await recordOf(t, t.user(who).id);
				for (const name of ["id", "username", "state", "email", "is_admin", "created_by", "namespace_id", "external", "confirmed_at"])
					t.same(`${name} in the list`, item?.[name], single.field(name), single);
			}
		},
	),
	assumed("USER-035", "web_url is an absolute URL that ends with the username. avatar_url is an absolute URL or null.", "listUsers", async (t) => {
		for (const who of everyone)
			(await listUsers(t.as(who))).every("with absolute URLs", ({ web_url, username, avatar_url }) => {
				const isPicture = avatar_url === null || URL.canParse(String(avatar_url));
				return URL.canParse(String(web_url)) && String(web_url).endsWith(`/${String(username)}`) && isPicture;
			});
		if (!t.given.hasControl) return;
		const { username } = await account(t, { avatar: { name: "o.png", type: "image/png", base64: "" } });
		for (const base of ["", "https://tenon.example.com"]) {
			if (base !== "") await t.given.settings({ externalUrl: base });
			const [item] = (await listUsers(t.as("guest"), { username })).items;
			const [web, avatar] = [String(item?.web_url), String(item?.avatar_url)];
			const at = web.slice(0, -username.length - 1);
			if (base !== "") t.same("the address of the platform", at, base);
			t.holds(`the picture's address below ${at}`, avatar.startsWith(`${at}/`) && avatar.endsWith("/o.png"));
		}
	}),
	writing.assumed(
		"USER-036",
		"locked is true only for accounts that are locked after failed sign-ins, wherever they are shown.",
		["listUsers", "getUser"],
		async (t) => {
			const people = [{ ...(await person(t)), locked: false }];
			for (const state of t.given.hasControl ? ["active", "blocked", "deactivated"] : [])
				for (const locked of [false, true]) people.push({ ...(await person(t)), ...(await account(t, { state, locked, admin: state === "active" })), locked });
			for (const { id, username, locked: expected } of people) {
				for (const who of ["administrator", "auditor", "outsider"] as const) {
					for (const params of [{ username }, { search: username }, { username, pagination: "keyset" }]) {
						const listed = await listUsers(t.as(who), params);
						t.same(`locked of ${username}`, listed.items.find((one) => one.id === id)?.locked, expected, listed);
					}
					(await t.as(who).call("getUser", { id })).is(200).has({ locked: expected });
				}
				const open = (await findsOpenly(t, username)) ? await listUsers(t.anonymous, { username }) : undefined;
				open?.every(expected ? "locked" : "not locked", ({ locked }) => locked === expected);
				// No other change locks or unlocks an account.
				(await changeUser(t, id, { note: t.unique("note"), bio: "Words." })).ok.has({ locked: expected });
			}
		},
	),
	rule("USER-227", "Every caller's list includes blocked users. search finds a listed user of any state and kind by username.", "listUsers", async (t) => {
		const { username: blocked } = await inState(t, "blocked");
		for (const who of everyone) await mustList(t, t.as(who), {}, [blocked, t.user("developer").username]);
		const caller = t.as("outsider");
		for (const { username: search } of distinct(await sample(t), sortsOfUsers))
			for (const more of [{}, { order_by: "id" }, { pagination: "keyset" }]) {
				if (!(await takesOrder(t, caller, more))) continue;
				const response = await listUsers(caller, { search, ...more });
				// Not everyone's list has the user, or another rule has removed them.
				if (response.pluck("username").includes(search) || !(await isListed(caller, String(search)))) continue;
				t.holds(`${String(search)} found with ${JSON.stringify(more)}`, false, response);
			}
	}),
	assumed("USER-228", "Only administrators and auditors find banned and LDAP-blocked users in the list.", "listUsers", async (t) => {
		for (const { username } of await inStates(t, "banned", "ldap_blocked")) {
			for (const who of ["administrator", "auditor"] as const) await mustList(t, t.as(who), {}, [username]);
			for (const caller of [t.as("outsider"), t.as("owner"), t.anonymous]) await mustList(t, caller, {}, [username], false);
			for (const params of [{ blocked: true }, { exclude_active: true }]) await mustList(t, t.as("outsider"), params, [username], false);
			const { name, public_email } = (await listUsers(t.as("administrator"), { username })).items[0] ?? {};
			const found = [{ username }, { search: username }, { search: name }, ...(public_email ? [{ public_email }, { search: public_email }] : [])];
			for (const params of found)
				for (const more of [...orders, { pagination: "keyset" }, { sort: "asc" }, { exclude_active: true }, { blocked: true }]) {
					const seen = await listUsers(t.as("outsider"), { ...params, ...more });
					t.holds(`${username} should not be found by ${JSON.stringify({ ...params, ...more })}`, !seen.pluck("username").includes(username), seen);
				}
		}
	}),
	assumed("USER-229", "An administrator's list includes users who are not active, bots and the platform's own accounts.", "listUsers", async (t) => {
		const administrator = t.as("administrator");
		const { username } = await inState(t, "blocked");
		await mustList(t, administrator, {}, [username, ...(await tokenBots(t))]);
		for (const params of [{ blocked: true }, { exclude_active: true }])
			for (const item of (await listUsers(administrator, params)).items.slice(0, 20))
				t.holds(`${String(item.username)} in the whole list`, await isListed(administrator, String(item.username)));
		// Every account that can be read by its id is in the list, including the platform's own accounts.
		const listed = (await administrator.list("listUsers")).is(200).ids.map(Number);
		const between = Array.from({ length: Math.min(Math.max(...listed), 50) }, (_, index) => index + 1).filter((id) => !listed.includes(id));
		for (const id of between) (await administrator.call("getUser", { id })).is(404);
	}),
	assumed("USER-243, CONV-128, CONV-129", "Since release 18.2, saml_provider_id returns 403 and names its replacement, saml_users.", "listUsers", async (t) => {
		const [major = 0, minor = 0] = (t.facts.version ?? "").split(".").map(Number);
		if (t.facts.version !== undefined && (major < 18 || (major === 18 && minor < 2)))
			t.skip(`release ${t.facts.version} still supports saml_provider_id: release 18.2 removes it`);
		for (const who of ["developer", "administrator"] as const)
			for (const sent of [{}, { username: "x" }, { search: "x" }, { order_by: "id" }, { saml_provider_id: "" }]) {
				const response = (await t.as(who).call("listUsers", { saml_provider_id: 1, ...sent })).is(403);
				t.assume("the message should name saml_users", JSON.stringify(response.json).includes("saml_users"), response);
			}
	}),
	assumed(
		"USER-243",
		"Before release 18.2, saml_provider_id lists the users of that provider.",
		"listUsers",
		async (t) => {
			const { word, people } = await crowd(t, [{}, {}, {}]);
			for (const [index, saml_provider_id] of [71, 72].entries())
				await t.given.record("identities", { user: people[index]?.username, provider: "group_saml", extern_uid: `s${index}`, saml_provider_id });
			await t.given.settings({ release: "18.1" });
			t.same("the users of a provider", await found(t, "outsider", word, { saml_provider_id: 71 }), [people[0]?.username]);
			t.same("the users of no provider", await found(t, "outsider", word, { saml_provider_id: 73 }), []);
		},
		{ id: "USER-243/before" },
	),
	assumed(
		"USER-283",
		"An auditor's list of users shows the same users and fields as an administrator's. An auditor cannot update users (403).",
		"listUsers",
		async (t) => {
			const { id, username } = await person(t);
			for (const more of [{}, { pagination: "keyset" }, { two_factor: "disabled" }, { two_factor: "enabled" }, { admins: true }, { without_projects: true }]) {
				const params = { search: username, ...more };
				const [seen, full] = [await listUsers(t.as("auditor"), params), await listUsers(t.as("administrator"), params)];
				t.same("the users that the auditor sees", seen.items, full.items, seen);
			}
			(await inVain(t, id, () => t.as("auditor").call("updateUser", { id, name: t.unique("else") }))).refuses(403, forbidden);
		},
		writes,
	),
];
