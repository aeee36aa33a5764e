import { describe, expect, test } from "vitest";
import { scene } from "./scene";

const [early, middle, late] = ["2025-11-01T10:00:00.000Z", "2025-11-02T10:00:00.000Z", "2025-11-03T10:00:00.000Z"];

describe("the list", () => {
	test("CRED-126, CRED-044 the keys of enterprise users, without the key itself", async () => {
		const { employee, get, key } = scene();
		const made = key({
			title: "Laptop",
			key: "ssh-ed25519 VERYSECRET",
			created_at: early,
			updated_at: middle,
			expires_at: late,
			last_used_at: middle,
			usage_type: "auth",
		});
		const { body, status } = await get("ssh_keys");
		expect(status).toBe(200);
		expect(body).toEqual([
			{
				id: made.id,
				title: "Laptop",
				created_at: early,
				expires_at: late,
				last_used_at: middle,
				usage_type: "auth",
				user_id: employee.id,
			},
		]);
	});

	test("CRED-127, CRED-128 not those of ordinary members, nor deploy keys; those of service accounts", async () => {
		const { employee, ids, key, make, robot } = scene();
		for (const username of ["boss", "coder", "rivalboss"]) make.sshKey({ user_id: make.userId(username) });
		key({ deploy: true });
		expect(await ids("ssh_keys")).toEqual([]);
		const service = make.sshKey({ user_id: robot.id });
		const own = make.sshKey({ user_id: employee.id, last_used_at: early });
		expect(await ids("ssh_keys")).toEqual([own.id, service.id]);
	});

	test.each([
		["CRED-130, CRED-134", "created_after", middle, "bc"],
		["CRED-130", "created_after", "2025-11-02T10:00:00.001Z", "c"],
		["CRED-131, CRED-134", "created_before", middle, "ab"],
		["CRED-131", "created_before", "2025-11-02T09:59:59Z", "a"],
		["CRED-132, CRED-134", "expires_before", middle, "ab"],
		["CRED-132", "expires_before", "2025-11-02T09:59:59Z", "a"],
		["CRED-133, CRED-134", "expires_after", middle, "bc"],
		["CRED-133", "expires_after", "2025-11-02T10:00:00.001Z", "c"],
		["CRED-135", "expires_after", "1990-01-01", "abc"],
		["CRED-135", "expires_before", "2190-01-01", "abc"],
	])("%s %s=%s", async (_claims, name, value, expected) => {
		const { ids, key } = scene();
		const made = [middle, late, early].map((at) => key({ created_at: at, expires_at: at }).id);
		const [b, c, a] = made;
		const endless = key({
			created_at: name.startsWith("created") ? "2000-01-01T00:00:00.000Z" : middle,
			expires_at: null,
		});
		const letters = new Map([
			[a, "a"],
			[b, "b"],
			[c, "c"],
		]);
		const listed = await ids(`ssh_keys?${name}=${value}`);
		expect(listed.includes(endless.id)).toBe(name === "created_before");
		expect(
			listed
				.filter((id) => id !== endless.id)
				.map((id) => letters.get(id))
				.sort()
				.join(""),
		).toBe(expected);
	});

	test("CRED-136 a time that cannot be read: 400", async () => {
		const { get } = scene();
		for (const name of ["created_after", "created_before", "expires_after", "expires_before"]) {
			const { body, status } = await get(`ssh_keys?${name}=soon`);
			expect([status, body]).toEqual([400, { error: `${name} is invalid` }]);
		}
	});

	test("CRED-137 the one used last comes first, those never used last", async () => {
		const { ids, key } = scene();
		const [never, first, third, second] = [null, late, early, middle].map((last_used_at) => key({ last_used_at }).id);
		expect(await ids("ssh_keys")).toEqual([first, second, third, never]);
	});

	test("CRED-138 twenty on a page, a hundred at most, with the paging headers", async () => {
		const { at, get, ids, key } = scene();
		const all = Array.from({ length: 101 }, () => key().id).reverse();
		expect(await ids("ssh_keys")).toEqual(all.slice(0, 20));
		expect(await ids("ssh_keys?page=6")).toEqual(all.slice(100));
		expect(await ids("ssh_keys?per_page=101")).toHaveLength(100);
		const { headers } = await get("ssh_keys?per_page=50&page=3");
		const names = ["x-page", "x-per-page", "x-total", "x-total-pages", "x-next-page", "x-prev-page"];
		expect(names.map((name) => headers.get(name))).toEqual(["3", "50", "101", "3", "", "2"]);
		expect(headers.get("link")).toContain(`${at}/ssh_keys?page=2&per_page=50>; rel="prev"`);
	});
});

describe.each(["keys", "ssh_keys"])("deletion by /%s/:key_id", (path) => {
	test("CRED-171, CRED-172, CRED-174, CRED-181, ERR-014 204 without a body, and the key is gone: again 401", async () => {
		const { ask, at, ids, key, refused } = scene();
		const [gone, stays] = [key(), key()];
		const told = await ask("boss", "DELETE", `${at}/${path}/${gone.id}`);
		expect([told.status, told.body]).toEqual([204, undefined]);
		expect(await ids("ssh_keys")).toEqual([stays.id]);
		const again = await refused("boss", "DELETE", `${at}/${path}/${gone.id}`);
		expect(again).toMatchObject({ status: 401, unchanged: true });
		expect(again.body).toEqual({ message: "401 Unauthorized" });
	});

	test("CRED-177, CRED-180, CRED-174, ERR-014 a key that is unknown, or of none of its enterprise users: 401", async () => {
		const { at, key, make, refused } = scene();
		make.user({ username: "stranger" });
		make.enterpriseUser("stranger", "rival");
		const foreign = ["coder", "outsider", "stranger"].map((name) => make.sshKey({ user_id: make.userId(name) }).id);
		for (const id of [999_999, 0, key({ deploy: true }).id, ...foreign]) {
			const told = await refused("boss", "DELETE", `${at}/${path}/${id}`);
			expect(told, String(id)).toMatchObject({ status: 401, unchanged: true });
			expect(told.body).toEqual({ message: "401 Unauthorized" });
		}
	});

	test("CRED-178, CRED-179, CRED-174, ERR-014 who is no owner: 403", async () => {
		const { at, ids, key, refused } = scene();
		const { id } = key();
		for (const who of ["chief", "coder", "visitor", "rivalboss", "outsider"]) {
			const told = await refused(who, "DELETE", `${at}/${path}/${id}`);
			expect(told, who).toMatchObject({ status: 403, unchanged: true });
			expect(told.body).toEqual({ message: "403 Forbidden" });
		}
		expect(await ids("ssh_keys")).toEqual([id]);
	});

	test("CRED-176, CRED-174, ERR-014 a key that cannot be deleted: 400", async () => {
		const { at, key, refused } = scene();
		const { id } = key({ hold: "Failed to delete the key" });
		const told = await refused("boss", "DELETE", `${at}/${path}/${id}`);
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body).toEqual({ message: "400 Bad request - Failed to delete the key" });
	});

	test("CRED-182, CRED-174 If-Unmodified-Since before the last change: 412", async () => {
		const { ask, at, ids, key, refused } = scene();
		const { id } = key({ created_at: early, updated_at: "2025-11-02T10:00:00.700Z" });
		const since = (value: string) => ({ headers: { "if-unmodified-since": value } });
		const told = await refused("boss", "DELETE", `${at}/${path}/${id}`, since("Sun, 02 Nov 2025 09:59:59 GMT"));
		expect(told).toMatchObject({ status: 412, unchanged: true });
		expect(told.body).toEqual({ message: "412 Precondition Failed" });
		const { status } = await ask("boss", "DELETE", `${at}/${path}/${id}`, since("Sun, 02 Nov 2025 10:00:00 GMT"));
		expect(status).toBe(204);
		expect(await ids("ssh_keys")).toEqual([]);
	});

	test("a number that is none: 400", async () => {
		const { at, refused } = scene();
		const told = await refused("boss", "DELETE", `${at}/${path}/laptop`);
		expect([told.status, told.body]).toEqual([400, { error: "key_id is invalid" }]);
	});
});
