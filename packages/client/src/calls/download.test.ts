import { describe, expect, test } from "vitest";
import { clientOn, failure, refusal, script } from "../../test/support/script";
import { NotFoundError } from "../errors/errors";
import { fileNameOf } from "./download";

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 255]);
const download = (headers: HeadersInit) => new Response(png, { headers });

describe("a download", () => {
	test("SDK-248, GROUP-745 gives the bytes, their content type and the file name", async () => {
		const { fetch, requests } = script(
			download({
				"content-type": "image/png",
				"content-disposition": `attachment; filename="dk.png"; filename*=UTF-8''d%C3%A5k.png`,
			}),
		);
		const { blob, fileName, contentType } = await clientOn(fetch).groups.getAvatar({ id: "acme" });
		expect(new Uint8Array(await blob.arrayBuffer())).toEqual(png);
		expect([fileName, contentType]).toEqual(["dåk.png", "image/png"]);
		// A picture is not JSON, so JSON must not be all that the client accepts.
		expect(requests[0]?.headers.get("accept")).toBe("*/*");
	});

	test("SDK-248 without a file name there is none", async () => {
		const file = await clientOn(script(download({ "content-type": "image/png" })).fetch).groups.getAvatar({
			id: "acme",
		});
		expect("fileName" in file).toBe(false);
	});

	test("SDK-212 a refusal is parsed as any other", async () => {
		const { fetch } = script(refusal(404, { message: "404 Avatar Not Found" }));
		const error = await failure(clientOn(fetch).groups.getAvatar({ id: "acme" }));
		expect(error).toBeInstanceOf(NotFoundError);
		expect(error).toMatchObject({ reason: "404 Avatar Not Found" });
	});

	test("SDK-248 the bare response streams", async () => {
		const { fetch } = script(download({ "content-type": "image/png" }));
		const response = await clientOn(fetch).groups.getAvatar({ id: "acme" }).asResponse();
		expect(response.bodyUsed).toBe(false);
		expect(new Uint8Array(await response.arrayBuffer())).toEqual(png);
	});
});

test.each([
	[null, undefined],
	["attachment", undefined],
	["attachment; filename=plain.png", "plain.png"],
	['attachment; filename="a b.png"', "a b.png"],
	['attachment; filename="a\\"b.png"', 'a"b.png'],
	["attachment; filename*=UTF-8''%E2%82%AC.png; filename=euro.png", "€.png"],
	["attachment; filename=\"x.png\"; filename*=utf-8'en'y%20z.png", "y z.png"],
	["attachment; filename*=UTF-8''%E2%82; filename=euro.png", "euro.png"],
	['attachment; filename="../../etc/passwd"', "passwd"],
	["attachment; filename*=UTF-8''..%2F..%2Fevil.png", "evil.png"],
	['attachment; filename=""', undefined],
])("SDK-248 of %j the file name is %j", (header, name) => {
	expect(fileNameOf(header)).toBe(name);
});
