import { isDeepStrictEqual } from "node:util";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import type { ApiResponse } from "../../rule/response";
import type { Rule, rule } from "../../rule/rule";
import { ChangedGroup } from "./changed-group";
import { everyone, forbidden, isInvalid, lowerRoles, unauthorized, unknownGroup, writing } from "./lab";

/** A picture of one pixel whose bytes are all ASCII, so that the text of a response shows them. */
const picture = (comment: string): string => `GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;${comment}`;

const file = (name: string, content = picture(name)): File => new File([content], name, { type: "image/gif" });

const upload = async (group: ChangedGroup, avatar: File, caller?: Caller, more = {}): Promise<ApiResponse> =>
	await group.put({ avatar, ...more }, caller, { as: "multipart" });

/** Uploads a picture for the group, which must set avatar_url. */
async function pictured(group: ChangedGroup, more = {}): Promise<ApiResponse> {
	const response = (await upload(group, file("logo.gif"), undefined, more)).ok;
	if (!response.field("avatar_url")) throw response.deviation("avatar_url: expected a URL");
	return response;
}

const download = (group: ChangedGroup, caller: Caller): Promise<ApiResponse> => caller.call("getGroupAvatar", { id: group.id });

/** These callers must download this picture. */
async function shows(group: ChangedGroup, content: string, callers: readonly Caller[] = [group.t.anonymous, group.owner]): Promise<void> {
	for (const caller of callers) {
		const response = (await download(group, caller)).ok;
		group.t.same("the picture", response.text, content, response);
	}
}

/** A rule on the scene's leaf group, which has no picture before and after the rule. */
const onBare = (kind: typeof rule, claims: string, sentence: string, run: (group: ChangedGroup, t: Context) => Promise<void>): Rule =>
	kind(claims, sentence, ["updateGroup", "getGroupAvatar"], async (t) => {
		const group = await ChangedGroup.of(t, "leaf_group");
		if (group.before.avatar_url) t.skip("the scene's leaf group has an avatar: a run could not put it back");
		t.undo("avatar of the leaf group", () => group.put({ avatar: "" }));
		await run(group, t);
	});

/** The upload must be refused with this text for the field avatar, and the picture must stay. */
async function isRefused(group: ChangedGroup, avatar: File, text: string, more = {}): Promise<void> {
	const response = await group.inVain(async () => (await upload(group, avatar, undefined, more)).refuses(400));
	const texts: unknown = Object(response.field("message")).avatar;
	if (!Array.isArray(texts) || !texts.some((one) => String(one).startsWith(text))) response.assume(`message.avatar: expected "${text}"`);
}

const noAvatar = { message: "404 Avatar Not Found" };

/** Uploading and removing the avatar of a group. */
export const avatarUploads: readonly Rule[] = [
	// One rule: if a blank avatar removes nothing, the group keeps the picture, and a second rule would be skipped.
	onBare(
		writing.rule,
		"GROUP-683, GROUP-686, GROUP-694, GROUP-700",
		"Uploading an image in the multipart field avatar sets avatar_url, and anyone can download a public group's image, by its id or path. A blank avatar removes it.",
		async (group, t) => {
			for (const as of ["form", "multipart"] as const) {
				// Once by itself, and once together with another field.
				const beside = as === "form" ? {} : { lfs_enabled: group.before.lfs_enabled };
				const url = (await pictured(group, beside)).field("avatar_url");
				for (const caller of [group.owner, t.as("outsider"), t.anonymous]) {
					(await group.read(caller)).has({ avatar_url: url });
					for (const id of [group.id, t.scene("leaf_group")]) (await caller.call("getGroupAvatar", { id })).is(200);
				}
				(await group.put({ avatar: "", ...beside }, group.owner, { as })).ok;
				const response = await group.read();
				t.holds("there is no avatar_url", !response.field("avatar_url"), response);
			}
		},
	),
	onBare(writing.assumed, "GROUP-684", "avatar_url is an absolute URL that ends with the name of the uploaded file.", async (group, t) => {
		for (const name of ["logo.gif", "my-logo_2.PNG"]) {
			const url = (await upload(group, file(name))).ok.string("avatar_url");
			t.holds(`${url} is an absolute URL that ends in the name`, /^https?:\/\/./.test(url) && url.endsWith(`/${name}`));
		}
	}),
	onBare(writing.assumed, "GROUP-685", "A second upload replaces a group's avatar, even if the file has the same name.", async (group) => {
		for (const [name, content] of [
			["one.gif", "one"],
			["two.gif", "another"],
			["two.gif", "the same name"],
		] as const) {
			(await upload(group, file(name, picture(content)))).ok;
			await shows(group, picture(content));
		}
	}),
	onBare(
		writing.assumed,
		"GROUP-687",
		"Without an avatar, avatar_url is null and downloading it returns 404. Removing an avatar that does not exist succeeds.",
		async (group, t) => {
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
		},
	),
	onBare(writing.assumed, "GROUP-688", "In JSON, null or an empty text as avatar removes a group's avatar. Any other text is refused.", async (group) => {
		for (const avatar of [null, ""]) {
			await pictured(group);
			await group.refuses({ avatar: "logo.png" }, isInvalid("avatar"));
			(await group.put({ description: "kept" })).ok.has({ avatar_url: (await group.read()).field("avatar_url") });
			(await group.put({ avatar })).ok.has({ avatar_url: null });
		}
		await group.change({ description: group.before.description ?? "" });
	}),
	onBare(writing.assumed, "GROUP-689", "An avatar has at most 204,800 bytes. A larger file is refused.", async (group) => {
		const of = (bytes: number) => picture("").padEnd(bytes, "x");
		(await upload(group, file("large.gif", of(204_800)))).ok;
		await isRefused(group, file("larger.gif", of(204_801)), "is too big (should be at most 200 KiB)");
		await shows(group, of(204_800), [group.owner]);
	}),
	onBare(
		writing.assumed,
		"GROUP-690",
		"A file whose name does not end with an image extension is refused as an avatar, and the former avatar stays.",
		async (group) => {
			await pictured(group);
			for (const name of ["readme.txt", "picture", "vector.svg", "png", "logo.png.exe"]) await isRefused(group, file(name), "file format is not supported");
			await isRefused(group, new File(["Read me."], "readme.txt", { type: "text/plain" }), "file format is not supported");
			await shows(group, picture("logo.gif"));
		},
	),
	onBare(
		writing.assumed,
		"GROUP-691",
		"An avatar's file extension is png, jpg, jpeg, gif, bmp, tiff, ico or webp, in upper or lower case.",
		async (group, t) => {
			for (const extension of ["png", "jpg", "jpeg", "gif", "bmp", "tiff", "ico", "webp", "PNG"]) {
				// Without a content type: only the name shows the type.
				const response = (await upload(group, new File([picture("")], `logo.${extension}`))).ok;
				t.holds("avatar_url names the file", response.string("avatar_url").endsWith(`/logo.${extension}`), response);
			}
		},
	),
	onBare(writing.assumed, "GROUP-692", "An avatar and other fields in one request are changed together, or not at all.", async (group, t) => {
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
	onBare(writing.assumed, "GROUP-693", "Only callers who may update a group can upload or remove its avatar.", async (group, t) => {
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

/** Downloading the avatar of a group. */
export const avatarDownloads: readonly Rule[] = [
	onBare(writing.assumed, "GROUP-695", "Downloading an avatar returns exactly the bytes that were uploaded.", async (group) => {
		for (const content of [picture("logo.gif"), picture(`${"ab\n\r\0".repeat(5_000)}`)]) {
			(await upload(group, file("logo.gif", content))).ok;
			await shows(group, content);
		}
	}),
	onBare(writing.assumed, "GROUP-696", "An avatar is downloaded as an attachment with the name of the uploaded file.", async (group, t) => {
		for (const name of ["logo.gif", "other-logo.png"]) {
			(await upload(group, file(name))).ok;
			const response = (await download(group, t.anonymous)).ok;
			t.same("Content-Disposition", response.header("content-disposition"), `attachment; filename="${name}"; filename*=UTF-8''${name}`, response);
		}
	}),
	onBare(
		writing.rule,
		"GROUP-697, GROUP-698",
		"Anonymous callers cannot download the avatar of a private or internal group. Members can; other signed-in users can if the group is internal.",
		async (group, t) => {
			await pictured(group);
			for (const [visibility, strangers] of [
				["private", ["anonymous", "outsider"]],
				["internal", ["anonymous"]],
			] as const) {
				await group.change({ visibility });
				for (const [who, caller] of everyone(t))
					for (const id of [group.id, t.scene("leaf_group")]) {
						const response = await caller.call("getGroupAvatar", { id });
						const isServed = response.succeeded && response.text === picture("logo.gif");
						if (who === "anonymous") t.holds("the picture is not served", response.status >= 400 && !response.text.startsWith("GIF"), response);
						if (strangers.some((one) => one === who))
							t.assume(`the group should be unknown to ${who}`, !isServed && isDeepStrictEqual(response.json, unknownGroup), response);
						else t.assume(`${who} should get the picture`, isServed, response);
					}
			}
		},
	),
	onBare(writing.assumed, "GROUP-699", "Downloading the avatar of a group without one returns 404.", async (group, t) => {
		for (const [, caller] of everyone(t)) (await download(group, caller)).refuses(404, noAvatar);
	}),
];
