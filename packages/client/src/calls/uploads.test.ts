import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { clientOn, failure, json, script } from "../../test/support/script";
import type { Upload } from "../index";
import { fileFrom } from "../upload";

const bytes = new Uint8Array([1, 2, 3]);
const streamOf = (...parts: Uint8Array[]): ReadableStream<Uint8Array> =>
	new ReadableStream({
		start(controller) {
			for (const part of parts) controller.enqueue(part);
			controller.close();
		},
	});

/** What the server gets for an avatar: the part's name, type and bytes. */
async function sent(avatar: Upload): Promise<[string, string, string]> {
	const { fetch, requests } = script(json({ avatar_url: "https://platform.test/a.png" }));
	await clientOn(fetch).users.setAvatar({ avatar });
	const form = requests[0]?.body as FormData; // the client sends a form as soon as one parameter is a file
	const file = form.get("avatar") as File; // the file of that form
	expect(requests[0]?.headers.has("content-type")).toBe(false);
	return [file.name, file.type, Buffer.from(await file.arrayBuffer()).toString("hex")];
}

describe("a file", () => {
	test.each<[string, () => Upload, string, string]>([
		["a File", () => new File([bytes], "me.png", { type: "image/png" }), "me.png", "image/png"],
		["a File without a type", () => new File([bytes], "ME.JPG"), "ME.JPG", "image/jpeg"],
		["a Blob", () => new Blob([bytes], { type: "image/webp" }), "avatar.webp", "image/webp"],
		["bytes with a name", () => ({ data: bytes, name: "me.gif" }), "me.gif", "image/gif"],
		[
			"a Buffer with name and type",
			() => ({ data: Buffer.from(bytes), name: "x", type: "image/bmp" }),
			"x",
			"image/bmp",
		],
		["an ArrayBuffer", () => ({ data: bytes.buffer, type: "image/png" }), "avatar.png", "image/png"],
		["bytes alone", () => bytes, "avatar", ""],
		["a stream", () => ({ data: streamOf(bytes), name: "me.ico" }), "me.ico", "image/x-icon"],
		["a stream in parts", () => streamOf(bytes.slice(0, 1), bytes.slice(1)), "avatar", ""],
	])("SDK-245 may be %s", async (_, make, name, type) => {
		expect(await sent(make())).toEqual([name, type, "010203"]);
	});

	test("SDK-245 may lie on the disk, by path or address", async () => {
		const folder = mkdtempSync(join(tmpdir(), "tenon-"));
		try {
			const path = join(folder, "my face.png");
			writeFileSync(path, bytes);
			expect(await sent(await fileFrom(path))).toEqual(["my face.png", "image/png", "010203"]);
			expect(await sent(await fileFrom(pathToFileURL(path), { name: "b.gif" }))).toEqual([
				"b.gif",
				"image/gif",
				"010203",
			]);
			expect(await failure(fileFrom(join(folder, "none.png")))).toMatchObject({ code: "ENOENT" });
		} finally {
			rmSync(folder, { recursive: true });
		}
	});

	test("refuses a value that is not a file before it sends a request", async () => {
		const { fetch } = script();
		const avatar = { data: "a text" } as never; // what a caller without types may pass
		expect(await failure(clientOn(fetch).users.setAvatar({ avatar }))).toMatchObject({
			name: "UsageError",
			message: "setUserAvatar: avatar must be a Blob, bytes or a stream",
		});
	});
});

describe("an avatar above 204,800 bytes", () => {
	const large = new Blob([new Uint8Array(204_801)], { type: "image/png" });

	test("SDK-247 is refused before sending; one of exactly that is sent", async () => {
		const { fetch, requests } = script(json({}));
		const tenon = clientOn(fetch);
		const error = await failure(tenon.users.setAvatar({ avatar: large }));
		expect(error.message).toBe("setUserAvatar: avatar has more than 204800 bytes, the platform's limit");
		expect(requests).toEqual([]);
		await tenon.users.setAvatar({ avatar: large.slice(0, 204_800) });
		expect(requests).toHaveLength(1);
	});

	test("SDK-247 the check can be switched off, for a call and for a client", async () => {
		const { fetch, requests } = script(json({}), json({}));
		await clientOn(fetch).users.setAvatar({ avatar: large }, { validate: "off" });
		await clientOn(fetch, { validate: "off" }).users.setAvatar({ avatar: large });
		expect(requests).toHaveLength(2);
	});

	test("SDK-247 an endless stream is not read to its end", async () => {
		let pulled = 0;
		let cancelled = false;
		const endless = new ReadableStream<Uint8Array>({
			pull: (controller) => {
				pulled++;
				controller.enqueue(new Uint8Array(50_000));
			},
			cancel: () => {
				cancelled = true;
			},
		});
		const { fetch } = script();
		expect(await failure(clientOn(fetch).groups.update({ id: 7, avatar: endless }))).toMatchObject({
			parameter: "avatar",
		});
		expect(pulled).toBeLessThan(8);
		expect(cancelled).toBe(true);
	});
});

test("SDK-204 an upload is sent again with its bytes, also where they came as a stream", async () => {
	const sizes: number[] = [];
	const sizeOf = (form: FormData): number => (form.get("avatar") as File).size; // the file that was passed
	const { fetch } = script(
		({ body }) => {
			sizes.push(sizeOf(body as FormData));
			return json({}, { status: 503 });
		},
		({ body }) => {
			sizes.push(sizeOf(body as FormData));
			return json({});
		},
	);
	await clientOn(fetch).users.setAvatar({ avatar: streamOf(bytes) });
	expect(sizes).toEqual([3, 3]);
});
