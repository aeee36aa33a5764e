import { isDeepStrictEqual } from "node:util";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import type { ApiResponse } from "../../rule/response";
import type { Rule, rule } from "../../rule/rule";
import { ChangedGroup } from "./changed-group";
import { everyone, forbidden, isInvalid, lowerRoles, unauthorized, unknownGroup, writing } from "./lab";

/** A picture of one point in letters that any text can hold, so that the text of a response shows its bytes. */
const picture = (comment: string): string => `GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;${comment}`;

const file = (name: string, content = picture(name)): File => new File([content], name, { type: "image/gif" });

const upload = async (group: ChangedGroup, avatar: File, caller?: Caller, more = {}): Promise<ApiResponse> =>
	await group.put({ avatar, ...more }, caller, { as: "multipart" });

/** The group has a picture of its own name. */
async function pictured(group: ChangedGroup, more = {}): Promise<ApiResponse> {
	const response = (await upload(group, file("logo.gif"), undefined, more)).ok;
	if (!response.field("avatar_url")) throw response.deviation("avatar_url: expected an address");
	return response;
}

const download = (group: ChangedGroup, caller: Caller): Promise<ApiResponse> => caller.call("getGroupAvatar", { id: group.id });

/** The picture must be this one, for everybody who may see the group. */
async function shows(group: ChangedGroup, content: string, callers: readonly Caller[] = [group.t.anonymous, group.owner]): Promise<void> {
	for (const caller of callers) {
		const response = (await download(group, caller)).ok;
		group.t.same("the picture", response.text, content, response);
	}
}

/** A rule on the leaf of the scene, which has no picture before and after. */
const onBare = (kind: typeof rule, claims: string, sentence: string, run: (group: ChangedGroup, t: Context) => Promise<void>): Rule =>
	kind(claims, sentence, ["updateGroup", "getGroupAvatar"], async (t) => {
		const group = await ChangedGroup.of(t, "leaf_group");
		if (group.before.avatar_url) t.skip("the scene's leaf group has an avatar: a run could not put it back");
		t.undo("avatar of the leaf group", () => group.put({ avatar: "" }));
		await run(group, t);
	});

/** Refused with such a text for the field avatar, and the picture stays. */
async function isRefused(group: ChangedGroup, avatar: File, text: string, more = {}): Promise<void> {
	const response = await group.inVain(async () => (await upload(group, avatar, undefined, more)).refuses(400));
	const texts: unknown = Object(response.field("message")).avatar;
	if (!Array.isArray(texts) || !texts.some((one) => String(one).startsWith(text))) response.assume(`message.avatar: expected "${text}"`);
}

const noAvatar = { message: "404 Avatar Not Found" };

/** Pictures of groups: how they come and go. */
export const avatarUploads: readonly Rule[] = [
	// One rule: where a blank avatar removes nothing, the group would keep the picture, and another rule would be skipped for it.
	onBare(
		writing.rule,
		"GROUP-683, GROUP-686, GROUP-694",
		"An image in the field avatar of a multipart form sets avatar_url, and everybody may download it; a blank one removes it.",
		async (group, t) => {
			for (const as of ["form", "multipart"] as const) {
				// Alone, and beside another field.
				const url = (await pictured(group, as === "form" ? {} : { lfs_enabled: group.before.lfs_enabled })).field("avatar_url");
				for (const caller of [group.owner, t.as("outsider"), t.anonymous]) {
					(await group.read(caller)).has({ avatar_url: url });
					(await download(group, caller)).is(200);
				}
				(await group.put({ avatar: "" }, group.owner, { as })).ok;
				const response = await group.read();
				t.holds("there is no avatar_url", !response.field("avatar_url"), response);
			}
		},
	),
	onBare(writing.assumed, "GROUP-684", "avatar_url is an absolute URL that ends in the name of the file.", async (group, t) => {
		for (const name of ["logo.gif", "my-logo_2.PNG"]) {
			const url = (await upload(group, file(name))).ok.string("avatar_url");
			t.holds(`${url} is an absolute URL that ends in the name`, /^https?:\/\/./.test(url) && url.endsWith(`/${name}`));
		}
	}),
	onBare(writing.assumed, "GROUP-685", "A second upload replaces the picture.", async (group) => {
		for (const [name, content] of [
			["one.gif", "one"],
			["two.gif", "another"],
			["two.gif", "the same name"],
		] as const) {
			(await upload(group, file(name, picture(content)))).ok;
			await shows(group, picture(content));
		}
	}),
	onBare(writing.assumed, "GROUP-687", "Without a picture avatar_url is null and the download 404; removing none succeeds.", async (group, t) => {
		for (const remove of [
			() => group.put({ avatar: "" }, group.owner, { as: "form" }),
			() => group.put({ avatar: "" }, group.owner, { as: "multipart" }),
			() => upload(group, new File([], "")),
		]) {
			await pictured(group);
			for (const _ of [1, 2]) {
				(await remove()).ok.has({ avatar_url: null });
				for (const caller of [t.anonymous, group.owner]) (await download(group, caller)).refuses(404, noAvatar);
			}
		}
	}),
	onBare(writing.assumed, "GROUP-688", "null or an empty text in JSON removes the picture; no other text is one.", async (group) => {
		for (const avatar of [null, ""]) {
			await pictured(group);
			await group.refuses({ avatar: "logo.png" }, isInvalid("avatar"));
			(await group.put({ description: "kept" })).ok.has({ avatar_url: (await group.read()).field("avatar_url") });
			(await group.put({ avatar })).ok.has({ avatar_url: null });
		}
		await group.change({ description: group.before.description ?? "" });
	}),
	onBare(writing.assumed, "GROUP-689", "A picture has 204,800 bytes at most.", async (group) => {
		const of = (bytes: number) => picture("").padEnd(bytes, "x");
		(await upload(group, file("large.gif", of(204_800)))).ok;
		await isRefused(group, file("larger.gif", of(204_801)), "is too big (should be at most 200 KiB)");
		await shows(group, of(204_800), [group.owner]);
	}),
	onBare(writing.assumed, "GROUP-690", "A file that is not an image is refused, and the picture stays.", async (group) => {
		await pictured(group);
		for (const name of ["readme.txt", "picture", "vector.svg", "png", "logo.png.exe"]) await isRefused(group, file(name), "file format is not supported");
		await shows(group, picture("logo.gif"));
	}),
	onBare(writing.assumed, "GROUP-691", "A picture is a png, jpg, jpeg, gif, bmp, tiff, ico or webp, in upper or lower case.", async (group, t) => {
		for (const extension of ["png", "jpg", "jpeg", "gif", "bmp", "tiff", "ico", "webp", "PNG"]) {
			// Without a type of its own: the name says what it is.
			const response = (await upload(group, new File([picture("")], `logo.${extension}`))).ok;
			t.holds("avatar_url names the file", response.string("avatar_url").endsWith(`/logo.${extension}`), response);
		}
	}),
	onBare(writing.assumed, "GROUP-692", "A picture and other attributes are changed together, or not at all.", async (group, t) => {
		const more = { name: t.unique("name"), description: t.unique("description") };
		group.keep(more);
		const response = (await upload(group, file("logo.gif"), group.owner, more)).ok.has(more);
		t.holds("avatar_url is set", response.string("avatar_url") !== "", response);
		await isRefused(group, file("readme.txt"), "file format is not supported", { name: t.unique("other"), description: t.unique("other") });
		const fault = { path: "not fine" };
		group.keep(fault);
		await group.inVain(async () => (await upload(group, file("other.gif"), group.owner, fault)).refuses(400));
		await shows(group, picture("logo.gif"));
	}),
	onBare(writing.assumed, "GROUP-693", "Only who may change the group uploads and removes its picture.", async (group, t) => {
		for (const isThere of [false, true]) {
			if (isThere) await pictured(group);
			for (const [caller, status, body] of [
				...[...lowerRoles, "outsider" as const].map((who) => [t.as(who), 403, forbidden] as const),
				[t.anonymous, 401, unauthorized] as const,
			]) {
				await group.inVain(async () => (await upload(group, file("theirs.gif"), caller)).refuses(status, body));
				await group.inVain(async () => (await group.put({ avatar: "" }, caller)).refuses(status, body));
			}
		}
		await shows(group, picture("logo.gif"));
	}),
];

/** Pictures of groups: who gets them. */
export const avatarDownloads: readonly Rule[] = [
	onBare(writing.assumed, "GROUP-695", "The picture has the bytes that were uploaded.", async (group) => {
		for (const content of [picture("logo.gif"), picture(`${"ab\n\r\0".repeat(5_000)}`)]) {
			(await upload(group, file("logo.gif", content))).ok;
			await shows(group, content);
		}
	}),
	onBare(writing.assumed, "GROUP-696", "The picture comes as an attachment of the file's name.", async (group, t) => {
		for (const name of ["logo.gif", "other-logo.png"]) {
			(await upload(group, file(name))).ok;
			const response = (await download(group, t.anonymous)).ok;
			t.same("Content-Disposition", response.header("content-disposition"), `attachment; filename="${name}"; filename*=UTF-8''${name}`, response);
		}
	}),
	onBare(writing.rule, "GROUP-697, GROUP-698", "Without credentials nobody gets the picture of a private or internal group; members do.", async (group, t) => {
		await pictured(group);
		for (const [visibility, strangers] of [
			["private", ["anonymous", "outsider"]],
			["internal", ["anonymous"]],
		] as const) {
			await group.change({ visibility });
			for (const [who, caller] of everyone(t)) {
				const response = await download(group, caller);
				const isServed = response.succeeded && response.text === picture("logo.gif");
				if (who === "anonymous") t.holds("the picture is not served", response.status >= 400 && !response.text.startsWith("GIF"), response);
				if (strangers.some((one) => one === who))
					t.assume("the group should be unknown", !isServed && isDeepStrictEqual(response.json, unknownGroup), response);
				else t.assume(`${who} should get the picture`, isServed, response);
			}
		}
	}),
	onBare(writing.assumed, "GROUP-699", "A group without a picture has no download.", async (group, t) => {
		for (const [, caller] of everyone(t)) (await download(group, caller)).refuses(404, noAvatar);
	}),
	onBare(writing.assumed, "GROUP-700", "The picture of a subgroup is addressed by its URL-encoded full path as well.", async (group, t) => {
		await pictured(group);
		const response = (await t.anonymous.call("getGroupAvatar", { id: t.scene("leaf_group") })).ok;
		t.same("the picture", response.text, picture("logo.gif"), response);
	}),
];
