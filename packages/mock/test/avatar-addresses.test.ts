import { describe, expect, test } from "vitest";
import { type World, world } from "./support/world";

const bytes = Uint8Array.from({ length: 300 }, (_, index) => index % 256);

function picture(name: string): FormData {
	const form = new FormData();
	form.append("avatar", new File([bytes], name));
	return form;
}

/** Returns the response at a URL, for the user of a token or for an anonymous caller. */
async function at({ platform }: World, address: string, who: string | null = null, init: RequestInit = {}) {
	const headers = new Headers(init.headers);
	if (who !== null) headers.set("private-token", `${who}-token`);
	const response = await platform.fetch(address, { ...init, headers });
	return { status: response.status, headers: response.headers, body: new Uint8Array(await response.arrayBuffer()) };
}

const statuses = (made: World, address: string, callers: readonly (string | null)[]): Promise<number[]> =>
	Promise.all(callers.map(async (who) => (await at(made, address, who)).status));

describe("the URL in avatar_url", () => {
	test("USER-583 of a user gives the picture, to everyone", async () => {
		const made = world();
		const received = await made.ask("developer", "PUT", "/user/avatar", { body: picture("Face 1.png") });
		const shown = await at(made, received.body.avatar_url);
		expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);
		expect(shown.body).toEqual(bytes);
		const head = await at(made, received.body.avatar_url, null, { method: "HEAD" });
		expect([head.status, head.body.length]).toEqual([200, 0]);
	});

	test("USER-387, USER-474 of a user whom an administrator made or changed, too", async () => {
		const made = world();
		const { ask } = made;
		const form = picture("first.gif");
		for (const [name, value] of [
			["username", "fresh"],
			["name", "Fresh"],
			["email", "fresh@example.com"],
			["password", "correct horse battery"],
		] as const)
			form.append(name, value);
		const first = (await ask("root", "POST", "/users", { body: form })).body;
		expect((await at(made, first.avatar_url)).headers.get("content-type")).toBe("image/gif");
		const second = (await ask("root", "PUT", `/users/${first.id}`, { body: picture("second.webp") })).body;
		expect((await at(made, second.avatar_url)).body).toEqual(bytes);
		expect((await at(made, first.avatar_url)).status).toBe(404);
	});

	test("GROUP-683, GROUP-697 of a group gives the picture to those who see the group", async () => {
		const made = world();
		made.make.group("hidden", { visibility: "private" });
		made.make.member("guest", "hidden", "guest");
		made.make.member("owner", "hidden", "owner");
		const { avatar_url } = (await made.ask("owner", "PUT", "/groups/hidden", { body: picture("logo.png") })).body;
		expect((await at(made, avatar_url, "guest")).body).toEqual(bytes);
		expect(await statuses(made, avatar_url, ["guest", "auditor", "root", "outsider", null])).toEqual([
			200, 200, 200, 404, 404,
		]);
		expect((await at(made, `${avatar_url}?private_token=guest-token`)).status).toBe(200);
		await made.ask("owner", "PUT", "/groups/hidden", { json: { visibility: "public" } });
		expect((await at(made, avatar_url)).status).toBe(200);
		await made.ask("owner", "PUT", "/groups/hidden", { json: { avatar: "" } });
		expect((await at(made, avatar_url)).status).toBe(404);
	});

	test("GROUP-138 of a project gives the picture to those who see the project", async () => {
		const made = world();
		made.make.group("hidden");
		made.make.project("hidden/web", {
			visibility: "private",
			avatar: { name: "web.jpg", type: "image/jpeg", base64: btoa("pixels") },
		});
		made.make.member("guest", "hidden/web", "guest");
		const [project] = (await made.ask("guest", "GET", "/groups/hidden/projects")).body;
		const shown = await at(made, project.avatar_url, "guest");
		expect([shown.headers.get("content-type"), new TextDecoder().decode(shown.body)]).toEqual(["image/jpeg", "pixels"]);
		expect(await statuses(made, project.avatar_url, ["root", "outsider", null])).toEqual([200, 404, 404]);
	});

	test("leads to the picture below an installation's own path", async () => {
		const made = world({ externalUrl: "https://tenon.example/platform" });
		const response = await made.platform.fetch("https://tenon.example/platform/api/v4/groups/acme");
		const { avatar_url } = await response.json();
		expect(avatar_url).toMatch("https://tenon.example/platform/uploads/");
		expect((await at(made, avatar_url)).status).toBe(200);
	});

	test("admits no write and no other name", async () => {
		const made = world();
		const { avatar_url } = (await made.ask(null, "GET", "/groups/acme")).body;
		expect((await at(made, avatar_url)).status).toBe(200);
		const written = await at(made, avatar_url, "root", { method: "DELETE" });
		expect([written.status, written.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
		expect((await at(made, avatar_url, null, { method: "OPTIONS" })).status).toBe(204);
		for (const other of [
			avatar_url.replace("acme.png", "other.png"),
			avatar_url.replace("acme.png", "%"),
			avatar_url.replace("/group/", "/user/"),
			avatar_url.replace("/group/", "/constructor/"),
			`${avatar_url}/acme.png`,
		])
			expect((await at(made, other)).status, other).toBe(404);
		const expired = await made.platform.fetch(avatar_url, { headers: { "private-token": "nobody-has-this" } });
		expect(expired.status).toBe(401);
	});
});

test("CONV-048, CONV-050 only the operation of the picture returns its content, to all who accept one", async () => {
	const { ask } = world();
	const get = (path: string, accept: string) => ask(null, "GET", path, { headers: { accept } });
	for (const accept of ["image/png", "image/*", "application/octet-stream", "text/html, image/avif;q=0.9", "*/*"]) {
		const received = await get("/groups/acme/avatar", accept);
		expect([accept, received.status, received.headers.get("content-type")]).toEqual([accept, 200, "image/png"]);
	}
	// REST responses are JSON, unless the operation declares another type.
	expect((await get("/groups/acme/avatar", "application/json")).status).toBe(200);
	expect((await get("/groups/acme/avatar", "text/html")).status).toBe(406);
	expect((await get("/groups/acme", "image/png")).status).toBe(406);
});
