import { describe, expect, test } from "vitest";
import { cast, form, scene } from "./scene";

const flags = ["view_diffs_file_by_file", "show_whitespace_in_diffs", "pass_user_identities_to_ci_jwt"] as const;
const standard = {
	view_diffs_file_by_file: false,
	show_whitespace_in_diffs: true,
	pass_user_identities_to_ci_jwt: false,
};

describe("preferences", () => {
	test("USER-132, USER-134, USER-567 one's own, with the usual values at first", async () => {
		const { ask, user } = cast({ username: "ben" });
		for (const who of ["anna", "ben"]) {
			const { status, body } = await ask(who, "GET", "/user/preferences");
			expect(status).toBe(200);
			expect(body).toMatchObject({ user_id: user(who).id, ...standard });
			expect(Number.isInteger(body.id)).toBe(true);
		}
	});

	test("USER-568, USER-579 without credentials: 401", async () => {
		const { refused } = cast();
		for (const method of ["GET", "PUT"])
			expect(
				await refused(null, method, "/user/preferences", method === "PUT" ? { json: standard } : {}),
			).toMatchObject({
				status: 401,
				unchanged: true,
			});
	});

	test.each([
		["USER-570", "view_diffs_file_by_file"],
		["USER-573", "show_whitespace_in_diffs"],
		["USER-576", "pass_user_identities_to_ci_jwt"],
	])("%s without %s: 400", async (_claim, name) => {
		const { refused } = cast();
		const json = { ...standard, view_diffs_file_by_file: true, [name]: undefined };
		const told = await refused("anna", "PUT", "/user/preferences", { json });
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body).toEqual({ error: `${name} is missing` });
	});

	test.each([
		["USER-571", "view_diffs_file_by_file"],
		["USER-574", "show_whitespace_in_diffs"],
		["USER-577", "pass_user_identities_to_ci_jwt"],
	] as const)("%s %s is changed, and USER-580 nobody else's", async (_claim, name) => {
		const { ask, user } = cast({ username: "ben" });
		const json = { ...standard, [name]: !standard[name] };
		const { status, body } = await ask("anna", "PUT", "/user/preferences", { json });
		expect(status).toBe(200);
		expect(body).toMatchObject({ ...json, user_id: user("anna").id });
		expect((await ask("anna", "GET", "/user/preferences")).body).toEqual(body);
		expect((await ask("ben", "GET", "/user/preferences")).body).toMatchObject(standard);
	});

	test.each(flags)("USER-578 %s no truth value: 400", async (name) => {
		const { refused } = cast();
		const told = await refused("anna", "PUT", "/user/preferences", { json: { ...standard, [name]: "perhaps" } });
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body).toEqual({ error: `${name} is invalid` });
	});

	test("USER-580 one's own alone are changed", async () => {
		const { ask } = cast({ username: "ben" });
		await ask("anna", "PUT", "/user/preferences", { json: { ...standard, show_whitespace_in_diffs: false } });
		expect((await ask("ben", "GET", "/user/preferences")).body.show_whitespace_in_diffs).toBe(true);
	});
});

describe("picture", () => {
	const put = "/user/avatar";

	test("USER-583, USER-584, CONV-114, ERR-009 200 KiB are taken, and shown", async () => {
		const { ask } = cast();
		const { status, body } = await ask("anna", "PUT", put, { body: form("anna.png", 204_800) });
		expect(status).toBe(200);
		expect(body.avatar_url).toMatch(/^http:\/\/tenon\.test\/.+\/anna\.png$/);
		expect((await ask("anna", "GET", "/user")).body.avatar_url).toBe(body.avatar_url);
		expect((await ask("root", "GET", "/user")).body.avatar_url).toBeNull();
	});

	test("USER-585, USER-586, CONV-114, ERR-009 a byte more is not", async () => {
		const { ask, refused } = cast();
		await ask("anna", "PUT", put, { body: form("anna.png", 10) });
		const told = await refused("anna", "PUT", put, { body: form("big.png", 204_801) });
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(JSON.stringify(told.body.message)).toContain("Avatar is too big (should be at most 200 KiB)");
		expect((await ask("anna", "GET", "/user")).body.avatar_url).toMatch(/anna\.png$/);
	});

	test("USER-587 none, or no file: 400", async () => {
		const { refused } = cast();
		const empty = new FormData();
		empty.set("other", "x");
		const text = new FormData();
		text.set("avatar", "no file");
		const blank = new FormData();
		blank.set("avatar", "");
		for (const [body, error] of [
			[empty, "avatar is missing"],
			[text, "avatar is invalid"],
			[blank, "avatar is invalid"],
		] as const) {
			const told = await refused("anna", "PUT", put, { body });
			expect(told).toMatchObject({ status: 400, unchanged: true });
			expect(told.body).toEqual({ error });
		}
	});

	test("USER-588 without credentials: 401", async () => {
		const { refused } = cast();
		expect(await refused(null, "PUT", put, { body: form("a.png", 10) })).toMatchObject({
			status: 401,
			unchanged: true,
		});
	});

	test("USER-589, CONV-115 whatever its size in pixels", async () => {
		const { ask } = cast();
		// The head of a PNG file tells width and height.
		const png = (width: number, height: number) => {
			const bytes = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, ...new Array(16).fill(0)]);
			new DataView(bytes.buffer).setUint32(16, width);
			new DataView(bytes.buffer).setUint32(20, height);
			return bytes;
		};
		for (const [width, height] of [
			[192, 192],
			[1, 1],
			[3000, 20],
		] as const) {
			const body = new FormData();
			body.set("avatar", new File([png(width, height)], "sized.png"));
			expect((await ask("anna", "PUT", put, { body })).status).toBe(200);
		}
	});

	test.each(["png", "jpg", "jpeg", "gif", "bmp", "tiff", "ico", "webp", "PNG"])("USER-590 .%s", async (type) => {
		const { ask } = cast();
		expect((await ask("anna", "PUT", put, { body: form(`face.${type}`, 10) })).status).toBe(200);
	});

	test.each(["face.txt", "face", "png", "face.png.txt"])("USER-590 not %s", async (name) => {
		const { refused } = cast();
		expect(await refused("anna", "PUT", put, { body: form(name, 10) })).toMatchObject({ status: 400, unchanged: true });
	});

	test("USER-583 a file's name brings no path with it", async () => {
		const { ask } = cast();
		const { body } = await ask("anna", "PUT", put, { body: form("../../etc/a b.png", 10) });
		expect(body.avatar_url).toMatch(/\/uploads\/user\/avatar\/\d+\/a_b\.png$/);
	});
});

describe("support PIN", () => {
	const path = "/user/support_pin";
	const later = "404 Support PIN not found or expired Not Found";

	test("USER-163, USER-164, USER-693, USER-695, USER-696 anyone makes one, for seven days", async () => {
		const { ask, platform } = cast();
		const { status, body } = await ask("anna", "POST", path);
		expect(status).toBe(201);
		expect(body.pin).toMatch(/^[1-9]\d{5}$/);
		expect(body.expires_at).toBe(new Date(platform.clock.now() + 7 * 86_400_000).toISOString());
		const shown = await ask("anna", "GET", path);
		expect([shown.status, shown.body]).toEqual([200, body]);
	});

	test("USER-166 a new one takes its place", async () => {
		const { ask, platform } = cast();
		const first = (await ask("anna", "POST", path)).body;
		platform.clock.advance("1 day");
		const second = (await ask("anna", "POST", path)).body;
		expect(second.pin).not.toBe(first.pin);
		expect(second.expires_at > first.expires_at).toBe(true);
		expect((await ask("anna", "GET", path)).body).toEqual(second);
	});

	test("USER-167, CONV-117 gone from the moment on that it names", async () => {
		const { ask, platform } = cast();
		await ask("anna", "POST", path);
		platform.clock.advance(7 * 86_400_000 - 1);
		expect((await ask("anna", "GET", path)).status).toBe(200);
		platform.clock.advance(1);
		const { status, body } = await ask("anna", "GET", path);
		expect([status, body]).toEqual([404, { message: later }]);
	});

	test("USER-694, USER-697 without credentials: 401", async () => {
		const { refused } = cast();
		for (const method of ["POST", "GET"])
			expect(await refused(null, method, path)).toMatchObject({ status: 401, unchanged: true });
	});

	test("USER-698 none: 404", async () => {
		const { status, body } = await cast().ask("anna", "GET", path);
		expect([status, body]).toEqual([404, { message: later }]);
	});

	test("USER-699 reading changes nothing", async () => {
		const { ask, state } = cast();
		await ask("anna", "POST", path);
		const before = state();
		const [first, second] = [await ask("anna", "GET", path), await ask("anna", "GET", path)];
		expect(second.body).toEqual(first.body);
		expect(state()).toBe(before);
	});
});

describe("counts", () => {
	test("USER-591, USER-592 one's own, with credentials", async () => {
		const { ask } = scene();
		expect((await ask(null, "GET", "/user_counts")).status).toBe(401);
		const { status, body } = await ask("developer", "GET", "/user_counts");
		expect(status).toBe(200);
		expect(Object.keys(body).sort()).toEqual([
			"assigned_issues",
			"assigned_merge_requests",
			"merge_requests",
			"review_requested_merge_requests",
			"todos",
		]);
	});

	test("USER-147..151, USER-593 what is open, and the caller's", async () => {
		const { ask, make, platform, user } = cast({ username: "ben" });
		const { issues, mergeRequests, todos } = platform.state;
		const project = make.project("anna/things");
		const [anna, ben] = [user("anna").id, user("ben").id];
		const issue = make.issue(project, { assignee_ids: [ben, anna] });
		make.issue(project, { assignee_ids: [anna] });
		make.issue(project, { assignee_ids: [anna], state: "closed" });
		const merge = make.mergeRequest(project, { assignee_ids: [anna], reviewer_ids: [ben] });
		for (const state of ["closed", "merged"] as const)
			make.mergeRequest(project, { assignee_ids: [anna], reviewer_ids: [ben], state });
		for (const state of ["pending", "done", "pending"] as const) todos.insert({ user_id: anna, state });
		const counts = async (who: string) => {
			const { body } = await ask(who, "GET", "/user_counts");
			expect(body.merge_requests).toBe(body.assigned_merge_requests);
			return [body.assigned_issues, body.assigned_merge_requests, body.review_requested_merge_requests, body.todos];
		};
		expect([await counts("anna"), await counts("ben")]).toEqual([
			[2, 1, 0, 2],
			[1, 0, 1, 0],
		]);
		issues.update(issue.id, { state: "closed" });
		mergeRequests.update(merge.id, { state: "merged" });
		expect([await counts("anna"), await counts("ben")]).toEqual([
			[1, 0, 0, 2],
			[0, 0, 0, 0],
		]);
	});
});
