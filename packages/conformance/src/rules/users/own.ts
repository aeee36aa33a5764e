import type { Caller } from "../../rule/caller";
import type { Someone } from "../../rule/callers";
import type { Context } from "../../rule/context";
import type { ApiResponse } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import { largestPicture, picture } from "./fields";
import { bothWays, inVain, isAfter, type Person, person, writes, writing } from "./lab";

const standard = { view_diffs_file_by_file: false, show_whitespace_in_diffs: true, pass_user_identities_to_ci_jwt: false };
const flipped = Object.fromEntries(Object.entries(standard).map(([name, value]) => [name, !value]));
const preferencesOf = async (caller: Caller): Promise<ApiResponse> => (await caller.call("getUserPreferences")).ok;

const put = (caller: Caller, file: unknown): Promise<ApiResponse> => caller.call("setUserAvatar", { avatar: file }, { as: "multipart" });
const pictureOf = async (caller: Caller): Promise<unknown> => (await caller.call("getCurrentUser")).ok.field("avatar_url");
/** A request that must be refused and must keep the user's old picture. */
async function badPicture(t: Context, request: (caller: Caller) => Promise<ApiResponse>): Promise<ApiResponse> {
	const { id, caller } = await person(t);
	(await put(caller, picture("me.png"))).ok;
	return await inVain(t, id, () => request(caller));
}

/** Lists that every signed-in user may read, and operations on the current user. */
const openLists = ["listUsers", "listUserActivities", "listRunners"] as const;
const selves = [
	"getUserCounts",
	"getCurrentUser",
	"getUserAssociationsCount",
	"getCurrentUserStatus",
	"replaceCurrentUserStatus",
	"updateCurrentUserStatus",
	"getUserPreferences",
	"updateUserPreferences",
	"setUserAvatar",
] as const;

const week = 7 * 86_400_000;
const noPin = { message: "404 Support PIN not found or expired Not Found" };
const noPinToRevoke = { message: "404 Support PIN not found or already expired Not Found" };
/** A new user with a support PIN. */
async function pinned(t: Context, params = {}): Promise<{ who: Person; pin: ApiResponse }> {
	const who = await person(t, params);
	return { who, pin: (await who.caller.call("createSupportPin")).ok };
}
const readPin = (t: Context, id: number, caller = t.as("administrator")): Promise<ApiResponse> => caller.call("getUserSupportPin", { id });
const revokePin = (t: Context, id: number, caller = t.as("administrator")): Promise<ApiResponse> => caller.call("revokeUserSupportPin", { id });
/** Both the user and administrators must read this PIN. */
async function hasPin(t: Context, who: Someone, pin: ApiResponse): Promise<void> {
	for (const response of [await who.caller.call("getSupportPin"), await readPin(t, who.id)]) {
		response.ok.has({ pin: pin.field("pin") });
		t.same("expires_at", Date.parse(response.string("expires_at")), Date.parse(pin.string("expires_at")), response);
	}
}
async function hasNone(t: Context, who: Someone): Promise<void> {
	for (const response of [await who.caller.call("getSupportPin"), await readPin(t, who.id)]) response.refuses(404);
}

/** A user whose PIN has just expired. One millisecond earlier it was still valid. */
async function outlived(t: Context): Promise<{ who: Person }> {
	await t.given.setClock("2026-01-05T10:00:00.000Z");
	const { who, pin } = await pinned(t);
	await t.given.advance(week - 1);
	await hasPin(t, who, pin);
	await t.given.advance(1);
	return { who };
}

/** Preferences, picture and support PIN of the current user. */
export const ownSettings: readonly Rule[] = [
	writing.rule(
		"USER-132, USER-134, USER-567",
		"Each user has their own preferences, which start with the default values. Updating them does not change another user's.",
		"getUserPreferences",
		async (t) => {
			const [people, other] = [await bothWays(t), await person(t)];
			const before = await preferencesOf(other.caller);
			const isUsual = Object.entries({ ...standard, user_id: other.id }).every(([name, value]) => before.field(name) === value);
			t.assume("the preferences should start with the default values", isUsual && Number.isInteger(before.field("id")), before);
			for (const one of people)
				for (const sent of [flipped, standard]) {
					(await one.caller.call("updateUserPreferences", sent)).ok.has({ ...sent, user_id: one.id });
					t.same("another's preferences", (await preferencesOf(other.caller)).fields, before.fields);
					(await preferencesOf(one.caller)).has({ ...sent, user_id: one.id });
				}
		},
	),
	rule("USER-583", "After an upload, every caller sees the avatar_url that the response returned.", ["setUserAvatar", "listUsers", "getUser"], async (t) => {
		const [people, other] = [await bothWays(t), await person(t)];
		const before = await pictureOf(other.caller);
		for (const { caller, id, username } of people)
			for (const name of ["me.png", "else.png"]) {
				const avatar_url = (await put(caller, picture(name))).ok.string("avatar_url");
				t.same("avatar_url of the current user", await pictureOf(caller), avatar_url);
				t.assume(`avatar_url ending in ${name}`, avatar_url.endsWith(`/${name}`));
				for (const reader of [t.as("outsider"), t.as("administrator")]) {
					const found = [(await reader.call("listUsers", { username })).is(200).items[0], (await reader.call("getUser", { id })).is(200).fields];
					for (const one of found) t.same(`avatar_url of the user for ${reader.actor}`, one?.avatar_url, avatar_url);
				}
			}
		t.same("another's picture", await pictureOf(other.caller), before);
	}),
	rule("USER-584, USER-589, CONV-115", "An avatar of exactly 200 KiB is accepted, with any width and height in pixels.", "setUserAvatar", async (t) => {
		const { caller } = await person(t);
		(await put(caller, picture("me.png", largestPicture))).ok;
		for (const size of [
			[192, 192],
			[1, 1],
			[3_000, 20],
		] as const)
			(await put(caller, picture(`${size[0]}.png`, 33, size))).ok;
	}),
	rule("USER-585, USER-586, CONV-114, ERR-009", "An avatar over 200 KiB returns 400 with the reason and keeps the old one.", "setUserAvatar", async (t) => {
		const reason = "Avatar is too big (should be at most 200 KiB)";
		for (const [name, more] of [
			["big.png", 1],
			["bigger.JPG", largestPicture],
		] as const) {
			const response = await badPicture(t, (caller) => put(caller, picture(name, largestPicture + more)));
			t.assume(`the refusal should say: ${reason}`, response.is(400).text.includes(reason), response);
		}
	}),
	rule("USER-581, USER-587", "avatar is required and must be a file. Anything else returns 400, and the old picture is kept.", "setUserAvatar", async (t) => {
		for (const [name, value, error] of [
			["other", "x", "avatar is missing"],
			["avatar", "no file", "avatar is invalid"],
			["avatar", "", "avatar is invalid"],
		] as const) {
			const body = new FormData();
			body.append(name, value);
			const response = await badPicture(t, (caller) => caller.send("PUT", "/api/v4/user/avatar", { body }));
			if (name !== "avatar") t.holds("a request without a picture should be refused", response.refused, response);
			response.refuses(400, { error });
		}
	}),
	assumed("USER-590", "An avatar's file name must end in .png, .jpg, .jpeg, .gif, .bmp, .tiff, .ico or .webp, in any case.", "setUserAvatar", async (t) => {
		const { caller } = await person(t);
		for (const type of ["png", "jpg", "jpeg", "gif", "bmp", "tiff", "ico", "webp", "PNG"]) (await put(caller, picture(`face.${type}`))).is(200);
		for (const name of ["face.txt", "face", "png", "face.png.txt"]) (await badPicture(t, (one) => put(one, new File(["text"], name)))).is(400);
	}),
	assumed(
		"",
		"An avatar's format is detected from its content: text, SVG and WebP return 400 under any file name. Its URL is below /uploads/-/system.",
		"setUserAvatar",
		async (t) => {
			const formats = "image/png, image/jpeg, image/gif, image/bmp, image/tiff, image/vnd.microsoft.icon";
			const error = `file format is not supported. Please try one of the following supported formats: ${formats}`;
			for (const content of ["text", "RIFF\x24\0\0\0WEBPVP8 ", "<svg/>", ""])
				for (const name of ["face.png", "face.webp"]) {
					const response = (await badPicture(t, (one) => put(one, new File([content], name, { type: "image/png" })))).is(400);
					if (content !== "") t.holds(`the refusal should be: ${error}`, response.compact.includes(error), response);
				}
			const { caller, id } = await person(t);
			for (const [content, name] of [
				["GIF89a", "face.png"],
				["BM", "face.gif"],
				["II*\0", "face.tiff"],
			] as const) {
				const response = (await put(caller, new File([content], name))).is(200);
				t.holds("the address", response.string("avatar_url").endsWith(`/uploads/-/system/user/avatar/${id}/${name}`), response);
			}
		},
		{ id: "rules/avatars/content" },
	),
	rule(
		"USER-164, USER-693, USER-695, USER-696, USER-700",
		"Every user can create a support PIN, which expires after seven days. The user and administrators can read it.",
		["createSupportPin", "getSupportPin", "getUserSupportPin"],
		async (t) => {
			// The PIN of one user does not give the next user one.
			const administrator = await person(t, { admin: true });
			for (const who of [...(await bothWays(t)), administrator]) {
				await hasNone(t, who);
				const pin = (await who.caller.call("createSupportPin")).ok;
				// Administrators may also read their own PIN by their id.
				if (who === administrator) (await who.caller.call("getUserSupportPin", { id: who.id })).ok.has({ pin: pin.field("pin") });
				isAfter(t, pin, "expires_at", week);
				await hasPin(t, who, pin);
				// A second PIN may replace it. Administrators must read the same PIN as the user.
				await who.caller.call("createSupportPin");
				await hasPin(t, who, (await who.caller.call("getSupportPin")).ok);
			}
		},
	),
	assumed("USER-163", "A support PIN has six digits, and the first is not 0.", "createSupportPin", async (t) => {
		const pins = new Set<string>();
		for (let count = 0; count < 5; count++) {
			const { pin } = await pinned(t);
			pins.add(pin.string("pin"));
			t.holds("six digits from 100000 on", /^[1-9]\d{5}$/.test(pin.string("pin")), pin);
		}
		t.holds("different PINs", pins.size > 1);
	}),
	assumed(
		"USER-166, USER-698, USER-699, USER-702, USER-706, USER-708",
		"Without a support PIN, reading and revoking return 404. A new PIN replaces the old one, and another can be created after a revocation.",
		["createSupportPin", "getSupportPin", "getUserSupportPin", "revokeUserSupportPin"],
		async (t) => {
			const who = await person(t);
			const create = async () => (await who.caller.call("createSupportPin")).is(201);
			for (const _turn of [1, 2]) {
				for (const response of [await who.caller.call("getSupportPin"), await readPin(t, who.id)]) response.refuses(404, noPin);
				(await revokePin(t, who.id)).refuses(404, noPinToRevoke);
				const pin = await create();
				await t.given.nextSecond();
				const newer = await create();
				t.holds("another PIN", newer.field("pin") !== pin.field("pin"), newer);
				const later = Date.parse(newer.string("expires_at")) - Date.parse(pin.string("expires_at"));
				t.holds("expires_at later than before", later >= 1000, newer);
				for (const _time of [1, 2]) await hasPin(t, who, newer);
				(await revokePin(t, who.id)).is(202);
			}
		},
		writes,
	),
	rule(
		"CONV-117, USER-695",
		"A support PIN is valid until its expires_at, seven days after it was created. From then on, reading it returns 404.",
		["createSupportPin", "getSupportPin", "getUserSupportPin"],
		async (t) => {
			const { who } = await outlived(t);
			await hasNone(t, who);
			// Each new PIN is valid for seven days, also if there is one.
			for (const day of ["2026-01-19", "2026-01-20"]) {
				const pin = (await who.caller.call("createSupportPin")).ok;
				t.same("expires_at", Date.parse(pin.string("expires_at")), Date.parse(`${day}T10:00:00Z`), pin);
				await hasPin(t, who, pin);
				await t.given.advance("1 day");
			}
		},
		{ ...writes, domain: "users" },
	),
	assumed(
		"USER-167",
		"Reading or revoking an expired support PIN returns 404, as if there were none.",
		["getSupportPin", "getUserSupportPin", "revokeUserSupportPin"],
		async (t) => {
			const { who } = await outlived(t);
			for (const response of [await who.caller.call("getSupportPin"), await readPin(t, who.id)]) response.refuses(404, noPin);
			(await revokePin(t, who.id)).refuses(404, noPinToRevoke);
		},
		writes,
	),
	rule("USER-165, USER-703, ERR-010", "Revoking a support PIN returns 202 and removes only that PIN, at once.", "revokeUserSupportPin", async (t) => {
		const kept = await pinned(t);
		// Administrators revoke the PINs of other users and their own.
		for (const [admin, isOwn] of [
			[false, false],
			[true, false],
			[true, true],
		]) {
			const { who, pin } = await pinned(t, { admin });
			await hasPin(t, who, pin);
			(await revokePin(t, who.id, isOwn ? who.caller : undefined)).is(202);
			await hasNone(t, who);
		}
		await hasPin(t, kept.who, kept.pin);
	}),
	rule(
		"",
		"External users, administrators, auditors and users with a private profile can use the operations on the current user and the lists that are open to all.",
		["createSupportPin", "getSupportPin", "getUserSupportPin", "updateUser", "deleteUser", ...selves, ...openLists],
		async (t) => {
			const kinds = [{ external: true }, { admin: true }, { private_profile: true }, ...(t.facts.tier === "free" ? [] : [{ auditor: true }])];
			for (const kind of kinds) {
				const who = await person(t, kind);
				for (const operation of openLists) {
					const response = await who.caller.call(operation);
					// Assumed: a user without runners gets an empty list and is not refused.
					if (operation === "listRunners") t.assume("the user should list runners", response.succeeded, response);
					else response.ok;
				}
				(await who.caller.call("getUserCounts")).ok.has({ assigned_issues: 0, assigned_merge_requests: 0, review_requested_merge_requests: 0, todos: 0 });
				(await who.caller.call("getCurrentUser")).ok.has({ id: who.id });
				(await who.caller.call("getUserAssociationsCount", { id: who.id })).ok;
				(await who.caller.call("replaceCurrentUserStatus", { message: "Hi", availability: "busy" })).ok;
				(await who.caller.call("updateCurrentUserStatus", { emoji: "tea" })).ok;
				(await who.caller.call("getCurrentUserStatus")).ok.has({ message: "Hi", emoji: "tea", availability: "busy" });
				(await who.caller.call("updateUserPreferences", flipped)).ok;
				(await preferencesOf(who.caller)).has({ user_id: who.id, ...flipped });
				const avatar_url = (await put(who.caller, picture("kind.png"))).ok.string("avatar_url");
				t.same("the picture", await pictureOf(who.caller), avatar_url);
				await hasPin(t, who, (await who.caller.call("createSupportPin")).ok);
				const own = await who.caller.call("updateUser", { id: who.id, note: t.unique("own") });
				t.holds("only administrators should be able to update their own record", own.succeeded === Object.hasOwn(kind, "admin"), own);
				(await t.as("administrator").call("deleteUser", { id: who.id, hard_delete: true })).ok;
			}
		},
		{ id: "rules/users/kinds", domain: "users", ...writes },
	),
];
