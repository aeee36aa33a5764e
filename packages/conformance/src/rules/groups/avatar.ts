import type { Answer } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import type { Rule } from "../../rule/rule";
import { HeldGroup } from "./held-group";
import { forbidden, unauthorized, unknownGroup } from "./refusals";

/** A picture of one point in letters that any text can carry, so that the text of an answer tells its bytes. */
const picture = (comment: string): string => `GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;${comment}`;

const file = (name: string, content = picture(name)): File => new File([content], name, { type: "image/gif" });

/** The leaf of the scene without a picture. */
async function bare(t: Context): Promise<HeldGroup> {
	const group = await HeldGroup.of(t, "leaf_group");
	if (group.before.avatar_url) t.skip("the scene's leaf group has an avatar: a run could not put it back");
	t.undo("avatar of the leaf group", () => group.put({ avatar: "" }));
	return group;
}

const upload = async (group: HeldGroup, avatar: File, caller?: Caller, more = {}): Promise<Answer> =>
	await group.put({ avatar, ...more }, caller, { as: "multipart" });

/** A picture that is there, for what is to become of it. */
async function pictured(group: HeldGroup): Promise<void> {
	const response = (await upload(group, file("logo.gif"))).is(200);
	if (!response.field("avatar_url")) throw response.deviation("avatar_url should be set");
}

const download = (group: HeldGroup, caller: Caller): Promise<Answer> => caller.call("getGroupAvatar", { id: group.id });

const held = (claim: string, run: (t: Context, group: HeldGroup) => Promise<void>): Rule =>
	byClaim(claim, async (t) => run(t, await bare(t)), { effect: "writes" });

/** Texts of message.avatar in a refusal. */
function faults(answer: Answer): readonly string[] {
	const texts: unknown = Object(answer.refuses(400).field("message")).avatar;
	if (!Array.isArray(texts)) throw answer.deviation("message.avatar should be a list of texts");
	return texts.map(String);
}

const noAvatar = { message: "404 Avatar Not Found" };

/** Pictures of groups: how they come and go. */
export const avatarUploads: readonly Rule[] = [
	held("GROUP-683", async (t, group) => {
		const response = (await upload(group, file("logo.gif"))).is(200);
		t.holds("avatar_url should be set", response.string("avatar_url") !== "", response);
	}),
	held("GROUP-684", async (t, group) => {
		const url = (await upload(group, file("logo.gif"))).is(200).string("avatar_url");
		t.holds(`${url} should be a whole address ending in the name`, /^https?:\/\/.+\/logo\.gif$/.test(url));
	}),
	held("GROUP-685", async (t, group) => {
		(await upload(group, file("one.gif"))).is(200);
		(await upload(group, file("two.gif", picture("another")))).is(200);
		t.same("the picture", (await download(group, t.anonymous)).is(200).text, picture("another"));
	}),
	held("GROUP-686", async (t, group) => {
		await pictured(group);
		(await group.put({ avatar: "" }, group.owner, { as: "form" })).is(200);
		const response = (await group.get()).is(200);
		t.holds("avatar_url should not be set", !response.field("avatar_url"), response);
	}),
	held("GROUP-687", async (t, group) => {
		await pictured(group);
		for (const _ of [1, 2]) {
			(await group.put({ avatar: "" }, group.owner, { as: "form" })).is(200).has({ avatar_url: null });
			(await download(group, t.anonymous)).refuses(404, noAvatar);
		}
	}),
	held("GROUP-688", async (_, group) => {
		for (const avatar of [null, ""]) {
			await pictured(group);
			(await group.put({ avatar })).is(200).has({ avatar_url: null });
		}
	}),
	held("GROUP-689", async (t, group) => {
		const of = (bytes: number) => file("large.gif", picture("").padEnd(bytes, "x"));
		(await upload(group, of(204_800))).is(200);
		const texts = faults(await upload(group, of(204_801)));
		const text = "is too big (should be at most 200 KiB)";
		t.holds(`message.avatar should have "${text}"`, texts.includes(text));
		t.same("the size of the picture", (await download(group, t.anonymous)).is(200).text.length, 204_800);
	}),
	held("GROUP-690", async (t, group) => {
		(await upload(group, file("logo.gif"))).is(200);
		const texts = faults(await upload(group, new File(["Hello."], "readme.txt", { type: "text/plain" })));
		const says = texts.some((text) => text.startsWith("file format is not supported"));
		t.holds("message.avatar should say that the format is not supported", says);
		t.same("the picture", (await download(group, t.anonymous)).is(200).text, picture("logo.gif"));
	}),
	held("GROUP-691", async (t, group) => {
		for (const extension of ["png", "jpg", "jpeg", "gif", "bmp", "tiff", "ico", "webp"]) {
			const response = (await upload(group, file(`logo.${extension}`))).is(200);
			t.holds("avatar_url should name the file", response.string("avatar_url").endsWith(`/logo.${extension}`), response);
		}
	}),
	held("GROUP-692", async (t, group) => {
		const more = { name: t.unique("name"), description: t.unique("description") };
		group.keep(more);
		const response = (await upload(group, file("logo.gif"), group.owner, more)).is(200).has(more);
		t.holds("avatar_url should be set", response.string("avatar_url") !== "", response);
	}),
	held("GROUP-693", async (t, group) => {
		await group.inVain(async () => (await upload(group, file("logo.gif"), t.as("maintainer"))).refuses(403, forbidden));
		await group.inVain(async () => (await upload(group, file("logo.gif"), t.anonymous)).refuses(401, unauthorized));
		(await upload(group, file("logo.gif"))).is(200);
		await group.inVain(async () => (await group.put({ avatar: "" }, t.as("maintainer"))).refuses(403, forbidden));
		await group.inVain(async () => (await group.put({ avatar: "" }, t.anonymous)).refuses(401, unauthorized));
	}),
];

/** Pictures of groups: who gets them. */
export const avatarDownloads: readonly Rule[] = [
	held("GROUP-694", async (t, group) => {
		(await upload(group, file("logo.gif"))).is(200);
		const response = (await download(group, t.anonymous)).is(200);
		t.holds("it should be an image", (response.header("content-type") ?? "").startsWith("image/"), response);
	}),
	held("GROUP-695", async (t, group) => {
		(await upload(group, file("logo.gif"))).is(200);
		const response = (await download(group, t.anonymous)).is(200);
		t.same("the picture", response.text, picture("logo.gif"), response);
	}),
	held("GROUP-696", async (t, group) => {
		(await upload(group, file("logo.gif"))).is(200);
		const response = (await download(group, t.anonymous)).is(200);
		const expected = `attachment; filename="logo.gif"; filename*=UTF-8''logo.gif`;
		t.same("Content-Disposition", response.header("content-disposition"), expected, response);
	}),
	held("GROUP-697", async (t, group) => {
		(await upload(group, file("logo.gif"))).is(200);
		(await download(group, t.anonymous)).is(200);
		await group.change({ visibility: "private" });
		const response = await download(group, t.anonymous);
		t.holds("the picture should not be served", response.status >= 400 && !response.text.startsWith("GIF"), response);
	}),
	held("GROUP-698", async (t, group) => {
		(await upload(group, file("logo.gif"))).is(200);
		await group.change({ visibility: "private" });
		for (const caller of [t.anonymous, t.as("outsider")]) (await download(group, caller)).refuses(404, unknownGroup);
		for (const who of ["guest", "owner"] as const) (await download(group, t.as(who))).is(200);
	}),
	held("GROUP-699", async (t, group) => {
		(await download(group, t.as("owner"))).refuses(404, noAvatar);
	}),
	held("GROUP-700", async (t, group) => {
		(await upload(group, file("logo.gif"))).is(200);
		const response = (await t.anonymous.call("getGroupAvatar", { id: t.scene("leaf_group") })).is(200);
		t.same("the picture", response.text, picture("logo.gif"), response);
	}),
];
