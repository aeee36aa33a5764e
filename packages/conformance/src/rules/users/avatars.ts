import type { Answer } from "../../rule/answer";
import type { Caller } from "../../rule/caller";
import { assumed, type Rule, rule } from "../../rule/rule";
import { person } from "./person";
import { avatar, png } from "./picture";

const most = 204_800;

const put = (caller: Caller, file: unknown): Promise<Answer> => caller.call("setUserAvatar", { avatar: file }, { as: "multipart" });

export const userAvatars: readonly Rule[] = [
	rule("USER-583", "After 200, avatar_url of GET /user equals the returned avatar_url.", "setUserAvatar", async (t) => {
		const { caller } = await person(t);
		const avatar_url = (await put(caller, png("me.png", 192, 192))).is(200).string("avatar_url");
		(await caller.call("getCurrentUser")).is(200).has({ avatar_url });
	}),
	rule("USER-584", "A file of exactly 200 KiB (204,800 bytes) is accepted with 200.", "setUserAvatar", async (t) => {
		(await put((await person(t)).caller, avatar("me.png", most))).is(200);
	}),
	rule("USER-585", "A file of 204,801 bytes answers 400 and the old avatar stays.", "setUserAvatar", async (t) => {
		const { caller } = await person(t);
		const avatar_url = (await put(caller, avatar("me.png", 100))).is(200).string("avatar_url");
		(await put(caller, avatar("big.png", most + 1))).refuses(400);
		(await caller.call("getCurrentUser")).is(200).has({ avatar_url });
	}),
	assumed("USER-586", 'The oversize 400 carries a `message` holding "Avatar is too big (should be at most 200 KiB)".', "setUserAvatar", async (t) => {
		const response = (await put((await person(t)).caller, avatar("big.png", most + 1))).is(400);
		const message = JSON.stringify(response.field("message"));
		const expected = "Avatar is too big (should be at most 200 KiB)";
		t.holds(`message should hold "${expected}"`, message.includes(expected), response);
	}),
	assumed(
		"USER-587",
		'Missing avatar field answers 400 {"error":"avatar is missing"}; a non-file value answers 400 {"error":"avatar is invalid"}.',
		"setUserAvatar",
		async (t) => {
			const { caller } = await person(t);
			const other = new FormData();
			other.append("other", "x");
			(await caller.send("PUT", "/api/v4/user/avatar", { body: other })).refuses(400, { error: "avatar is missing" });
			(await put(caller, "no file")).refuses(400, { error: "avatar is invalid" });
		},
	),
	assumed("USER-588", "PUT /user/avatar without credentials answers 401.", "setUserAvatar", async (t) => {
		(await put(t.anonymous, png("me.png", 192, 192))).refuses(401);
	}),
	rule("USER-589", "192 x 192 pixels is only a recommendation: an image of another size up to 200 KiB is accepted.", "setUserAvatar", async (t) => {
		const { caller } = await person(t);
		for (const [width, height] of [
			[1, 1],
			[3_000, 20],
		] as const)
			(await put(caller, png(`${width}.png`, width, height))).is(200);
	}),
	assumed("USER-590", "File types png, jpg, jpeg, gif, bmp, tiff, ico, webp are accepted; a .txt file answers 400.", "setUserAvatar", async (t) => {
		const { caller } = await person(t);
		for (const type of ["png", "jpg", "jpeg", "gif", "bmp", "tiff", "ico", "webp"]) (await put(caller, avatar(`face.${type}`, 100))).is(200);
		const before = (await caller.call("getCurrentUser")).is(200).field("avatar_url");
		(await put(caller, new File(["text"], "face.txt", { type: "text/plain" }))).refuses(400);
		(await caller.call("getCurrentUser")).is(200).has({ avatar_url: before });
	}),
];
