import type { Answer } from "../../rule/answer";
import type { Caller } from "../../rule/caller";
import { type Check, check } from "../../rule/rule";
import { person } from "./person";
import { avatar, png } from "./picture";

const most = 204_800;

const put = (caller: Caller, file: unknown): Promise<Answer> =>
	caller.call("setUserAvatar", { avatar: file }, { as: "multipart" });

export const userAvatars: readonly Check[] = [
	check("USER-583", async (t) => {
		const { caller } = await person(t);
		const avatar_url = (await put(caller, png("me.png", 192, 192))).is(200).string("avatar_url");
		(await caller.call("getCurrentUser")).is(200).has({ avatar_url });
	}),
	check("USER-584", async (t) => {
		(await put((await person(t)).caller, avatar("me.png", most))).is(200);
	}),
	check("USER-585", async (t) => {
		const { caller } = await person(t);
		const avatar_url = (await put(caller, avatar("me.png", 100))).is(200).string("avatar_url");
		(await put(caller, avatar("big.png", most + 1))).refuses(400);
		(await caller.call("getCurrentUser")).is(200).has({ avatar_url });
	}),
	check("USER-586", async (t) => {
		const told = (await put((await person(t)).caller, avatar("big.png", most + 1))).is(400);
		const message = JSON.stringify(told.field("message"));
		const expected = "Avatar is too big (should be at most 200 KiB)";
		t.holds(`message should hold "${expected}"`, message.includes(expected), told);
	}),
	check("USER-587", async (t) => {
		const { caller } = await person(t);
		const other = new FormData();
		other.append("other", "x");
		(await caller.send("PUT", "/api/v4/user/avatar", { body: other })).refuses(400, { error: "avatar is missing" });
		(await put(caller, "no file")).refuses(400, { error: "avatar is invalid" });
	}),
	check("USER-588", async (t) => {
		(await put(t.anonymous, png("me.png", 192, 192))).refuses(401);
	}),
	check("USER-589", async (t) => {
		const { caller } = await person(t);
		for (const [width, height] of [
			[1, 1],
			[3_000, 20],
		] as const)
			(await put(caller, png(`${width}.png`, width, height))).is(200);
	}),
	check("USER-590", async (t) => {
		const { caller } = await person(t);
		for (const type of ["png", "jpg", "jpeg", "gif", "bmp", "tiff", "ico", "webp"])
			(await put(caller, avatar(`face.${type}`, 100))).is(200);
		const before = (await caller.call("getCurrentUser")).is(200).field("avatar_url");
		(await put(caller, new File(["text"], "face.txt", { type: "text/plain" }))).refuses(400);
		(await caller.call("getCurrentUser")).is(200).has({ avatar_url: before });
	}),
];
