import { describe, expect, test } from "vitest";
import { groupScene, lowerRoles } from "./record-scene";

/** Bytes of all values, so that nothing can have read them as a text. */
const bytes = (length: number, from = 0): Uint8Array<ArrayBuffer> =>
	Uint8Array.from({ length }, (_, index) => (index + from) % 256);

/** A multipart body with a picture, and other fields. */
function upload(
	content: Uint8Array<ArrayBuffer> | string,
	name = "logo.png",
	fields: { [name: string]: string } = {},
): FormData {
	const data = new FormData();
	for (const [key, value] of Object.entries(fields)) data.append(key, value);
	data.append("avatar", new File([content], name, { type: "image/png" }));
	return data;
}

/** A scene whose group has a picture, which can be fetched byte by byte. */
async function withPicture(given: Parameters<typeof groupScene>[0] = {}, name = "logo.png") {
	const made = groupScene(given);
	const { ask, at, platform } = made;
	const first = bytes(1000);
	expect((await ask("owner", "PUT", at, { body: upload(first, name) })).status).toBe(200);
	return {
		...made,
		first,
		async fetched(path = at) {
			const response = await platform.fetch(`http://tenon.test/api/v4${path}/avatar`, {
				headers: { "PRIVATE-TOKEN": "owner-token" },
			});
			expect(response.status).toBe(200);
			return new Uint8Array(await response.arrayBuffer());
		},
	};
}

describe("uploads", () => {
	test("GROUP-683, GROUP-684 the address of the picture is told", async () => {
		const { ask, at, read } = groupScene();
		expect((await read()).avatar_url).toBeNull();
		const told = await ask("owner", "PUT", at, { body: upload(bytes(10), "my-logo.png") });
		expect([told.status, URL.canParse(told.body.avatar_url)]).toEqual([200, true]);
		expect(told.body.avatar_url).toMatch(/^http:\/\/tenon\.test\/.*\/my-logo\.png$/);
		expect((await read(null)).avatar_url).toBe(told.body.avatar_url);
	});

	test("GROUP-685, GROUP-695 the bytes are those of the last upload", async () => {
		const { ask, at, fetched, first } = await withPicture();
		expect(await fetched()).toEqual(first);
		const second = bytes(70_000, 128);
		expect((await ask("owner", "PUT", at, { body: upload(second, "other.gif") })).body.avatar_url).toMatch(
			/other\.gif$/,
		);
		expect(await fetched()).toEqual(second);
	});

	test("GROUP-689 up to 204,800 bytes", async () => {
		const { ask, at, fetched, first, inVain } = await withPicture();
		const told = await inVain("owner", "PUT", at, { body: upload(bytes(204_801)) });
		expect([told.status, told.body]).toEqual([
			400,
			{ message: { avatar: ["is too big (should be at most 200 KiB)"] } },
		]);
		expect(await fetched()).toEqual(first);
		expect((await ask("owner", "PUT", at, { body: upload(bytes(204_800)) })).status).toBe(200);
		expect((await fetched()).length).toBe(204_800);
	});

	test.each(["notes.txt", "picture", "vector.svg", "png", "logo.png.exe"])("GROUP-690 no picture: %s", async (name) => {
		const { at, fetched, first, inVain } = await withPicture();
		const told = await inVain("owner", "PUT", at, { body: upload(bytes(10), name) });
		expect(told.status).toBe(400);
		expect(told.body).toEqual({ message: { avatar: [expect.stringMatching(/^file format is not supported/)] } });
		expect(await fetched()).toEqual(first);
	});

	test.each(["png", "jpg", "jpeg", "gif", "bmp", "tiff", "ico", "webp", "PNG"])(
		"GROUP-691 a .%s",
		async (extension) => {
			const { ask, at } = groupScene();
			const told = await ask("owner", "PUT", at, { body: upload(bytes(10), `logo.${extension}`) });
			expect([told.status, told.body.avatar_url]).toEqual([200, expect.stringMatching(`/logo\\.${extension}$`)]);
		},
	);

	test("GROUP-692 with other attributes beside it", async () => {
		const { ask, at, read } = groupScene();
		const told = await ask("owner", "PUT", at, {
			body: upload(bytes(10), "a.png", { name: "New", description: "Text" }),
		});
		expect(told.body).toMatchObject({ name: "New", description: "Text", avatar_url: expect.stringMatching(/a\.png$/) });
		expect(await read()).toEqual(told.body);
	});

	test("GROUP-692 a picture that is refused takes the others with it", async () => {
		const { at, inVain } = groupScene();
		expect((await inVain("owner", "PUT", at, { body: upload("text", "a.txt", { name: "New" }) })).status).toBe(400);
	});

	test.each([
		...lowerRoles.map((who) => [who, 403, "403 Forbidden"] as const),
		["outsider", 403, "403 Forbidden"] as const,
		[null, 401, "401 Unauthorized"] as const,
	])("GROUP-693 neither uploaded nor removed by %s: %i", async (who, status, message) => {
		const { at, inVain } = await withPicture();
		for (const asked of [{ body: upload(bytes(10)) }, { json: { avatar: "" } }]) {
			const told = await inVain(who, "PUT", at, asked);
			expect([told.status, told.body]).toEqual([status, { message }]);
		}
	});

	test("an uploaded name becomes no path and no header", async () => {
		const { ask, at } = await withPicture({}, '../..\\evil".png');
		const told = await ask("owner", "GET", `${at}/avatar`);
		expect(told.headers.get("content-disposition")).toBe(
			`attachment; filename="evil_.png"; filename*=UTF-8''evil_.png`,
		);
	});
});

describe("removal", () => {
	const blankFile = new FormData();
	blankFile.append("avatar", new File([], ""));
	const blankText = new FormData();
	blankText.append("avatar", "");

	test.each([
		["GROUP-686", "blank in a multipart form", { body: blankText }],
		["GROUP-686", "an empty file", { body: blankFile }],
		["GROUP-686", "blank in a form", { form: { avatar: "" } }],
		["GROUP-688", "JSON null", { json: { avatar: null } }],
		["GROUP-688", "an empty JSON text", { json: { avatar: "" } }],
	])("%s, GROUP-687 %s", async (_claim, _how, asked) => {
		const { ask, at, read } = await withPicture();
		for (let turn = 0; turn < 2; turn++) {
			const told = await ask("owner", "PUT", at, asked);
			expect([told.status, told.body.avatar_url]).toEqual([200, null]);
		}
		expect((await read()).avatar_url).toBeNull();
		expect(await ask("owner", "GET", `${at}/avatar`)).toMatchObject({
			status: 404,
			body: { message: "404 Avatar Not Found" },
		});
	});

	test("any other text is no picture", async () => {
		const { at, inVain } = await withPicture();
		expect(await inVain("owner", "PUT", at, { json: { avatar: "logo.png" } })).toMatchObject({
			status: 400,
			body: { error: "avatar is invalid" },
		});
	});
});

describe("downloads", () => {
	test("GROUP-694, GROUP-696, AUTH-023 of a public group by everyone", async () => {
		const { ask, at } = await withPicture();
		const told = await ask(null, "GET", `${at}/avatar`);
		expect(told.status).toBe(200);
		expect(told.headers.get("content-type")).toBe("image/png");
		expect(told.headers.get("content-disposition")).toBe(`attachment; filename="logo.png"; filename*=UTF-8''logo.png`);
	});

	test("GROUP-697, GROUP-698, AUTH-023 of a private one by its members alone", async () => {
		const { ask, at, inVain } = await withPicture({ visibility: "private" });
		for (const who of [null, "outsider"]) {
			const told = await inVain(who, "GET", `${at}/avatar`);
			expect([told.status, told.body]).toEqual([404, { message: "404 Group Not Found" }]);
		}
		for (const who of ["guest", "owner", "root"]) expect((await ask(who, "GET", `${at}/avatar`)).status).toBe(200);
	});

	test("GROUP-699 without a picture", async () => {
		const { ask, at } = groupScene();
		for (const who of [null, "owner"]) {
			const told = await ask(who, "GET", `${at}/avatar`);
			expect([told.status, told.body]).toEqual([404, { message: "404 Avatar Not Found" }]);
		}
	});

	test("GROUP-700 of a subgroup by its path", async () => {
		const { ask, fetched, sub } = await withPicture();
		const child = sub("child");
		expect((await ask("owner", "GET", "/groups/lab%2Fchild/avatar")).status).toBe(404);
		const picture = bytes(33, 7);
		await ask("owner", "PUT", `/groups/${child.id}`, { body: upload(picture) });
		expect(await fetched("/groups/lab%2Fchild")).toEqual(picture);
	});
});
