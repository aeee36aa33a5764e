import { expect, test } from "vitest";
import { controlled } from "../support/control";

/** A picture of one pixel. */
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const picture = { file: 'me "1".png', type: "image/png", base64: pixel };

test("a file is sent as a part of a form, and the platform has its bytes", async () => {
	const { control, platform } = controlled();
	const sent = await control("POST", "/send", { operation: "setUserAvatar", params: { avatar: picture }, as: "guest" });
	expect([sent.status, sent.body.status]).toEqual([200, 200]);
	const { body: entry } = await control("GET", `/journal/${sent.body.id}`);
	expect(entry.requestHeaders["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
	expect(entry.requestBody).toMatch(/^\[multipart, \d+ bytes\]$/);
	expect(JSON.stringify(entry.params)).not.toContain('"0":');
	const { avatar_url } = entry.responseBody;
	const stored = await platform.fetch(avatar_url.replace(/^https?:\/\/[^/]*/, "http://127.0.0.1:4010"));
	expect(Buffer.from(await stored.arrayBuffer()).toString("base64")).toBe(pixel);
});

test("other fields go into the form with the file, lists and objects part by part", async () => {
	const { control, platform } = controlled();
	const params = {
		id: "acme",
		avatar: picture,
		name: "Acme & Söhne",
		unique_project_download_limit_allowlist: ["guest", "owner"],
		default_branch_protection_defaults: { developer_can_initial_push: true },
	};
	const sent = await control("POST", "/send", { operation: "updateGroup", params, as: "owner" });
	const { body: entry } = await control("GET", `/journal/${sent.body.id}`);
	expect([sent.body.status, entry.responseBody.name]).toEqual([200, "Acme & Söhne"]);
	expect(entry.responseBody.avatar_url).toContain("1");
	const group = platform.state.group("acme");
	expect(group?.name).toBe("Acme & Söhne");
	expect(entry.params).toMatchObject({ avatar: expect.stringMatching(/^\[file me .*, \d+ bytes\]$/) });
	// Without a file, the operation accepts JSON.
	const { avatar: _, ...others } = params;
	const plain = await control("POST", "/send", { operation: "updateGroup", params: others, as: "owner" });
	const { body: second } = await control("GET", `/journal/${plain.body.id}`);
	expect(second.requestHeaders["content-type"]).toBe("application/json");
});

test("an operation that only accepts forms gets one, even with a string instead of a file", async () => {
	const { control } = controlled();
	const sent = await control("POST", "/send", { operation: "setUserAvatar", params: { avatar: "me" }, as: "guest" });
	const { body: entry } = await control("GET", `/journal/${sent.body.id}`);
	expect([entry.status, entry.requestHeaders["content-type"]]).toEqual([
		400,
		expect.stringMatching(/^multipart\/form-data/),
	]);
	const tried = await control("POST", "/coverage/setUserAvatar/try", { status: 401 });
	expect(tried.body.status).toBe(401);
});

test("what is not a file, and a file where none is taken, is refused at its field", async () => {
	const { control } = controlled();
	const wrong = await control("POST", "/send", {
		operation: "setUserAvatar",
		params: { avatar: { ...picture, base64: "%%", size: 3 } },
		as: "guest",
	});
	expect([wrong.status, wrong.body.faults]).toEqual([
		400,
		[
			{ pointer: "/params/avatar/base64", message: 'expected bytes in base64, found "%%"' },
			{ pointer: "/params/avatar/size", message: expect.stringContaining('there is no field "size"') },
		],
	]);
	// The last characters of a base64 string are padded to a multiple of four.
	const cut = await control("POST", "/send", {
		operation: "setUserAvatar",
		params: { avatar: { ...picture, base64: "AAAAA" } },
		as: "guest",
	});
	expect([cut.status, cut.body.faults]).toEqual([
		400,
		[{ pointer: "/params/avatar/base64", message: 'expected bytes in base64, found "AAAAA"' }],
	]);
	const elsewhere = await control("POST", "/send", {
		operation: "getUser",
		params: { id: picture },
		as: "owner",
	});
	expect(elsewhere.body.faults).toEqual([{ pointer: "/params/id", message: "getUser takes no files" }]);
});

test("the code reads the file from the disk", async () => {
	const { control } = controlled();
	const params = { id: "acme", name: "@home", avatar: { ...picture, file: "me.png" } };
	const { body } = await control("POST", "/contract/updateGroup/code", { params });
	expect(body.code.curl).toBe(
		[
			"curl -X PUT 'http://127.0.0.1:4010/api/v4/groups/acme'",
			'-H "PRIVATE-TOKEN: $TENON_TOKEN"',
			"--form-string 'name=@home'",
			"-F 'avatar=@me.png;type=image/png'",
		].join(" \\\n  "),
	);
	for (const code of [body.code.client, body.code.function]) {
		expect(code).toContain('import { fileFrom } from "@tenon/client/upload";');
		expect(code).toContain('\tavatar: await fileFrom("me.png")\n');
	}
	expect(body.code.vitest).toContain('new File([await readFile("me.png")], "me.png", { type: "image/png" })');
	expect(body.code.vitest).toContain("body: form,");
	for (const code of Object.values(body.code)) expect(code).not.toContain(pixel.slice(0, 20));
	// The journal shows the same for the request, with secrets hidden.
	const user = { username: "ada", name: "Ada", email: "ada@example.com", password: "Tr0ub4dor&3x", avatar: picture };
	const sent = await control("POST", "/send", { operation: "createUser", params: user, as: "root" });
	expect(sent.body.status).toBe(201);
	const { body: code } = await control("GET", `/journal/${sent.body.id}/code`);
	expect(code.curl).toContain("--form-string 'password=[hidden]'");
	expect(code.curl).toContain("-F 'avatar=@me \"1\".png;type=image/png'");
	expect(JSON.stringify(code)).not.toContain("Tr0ub4dor");
});
