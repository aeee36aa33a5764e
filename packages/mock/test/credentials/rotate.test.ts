import type { Token } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import { insufficientScope, type Scene, scene } from "./scene";

interface Kind {
	path: string;
	make: (scene: Scene, name: string, given?: Partial<Token>) => Token;
	claims: { [rule: string]: string };
}

const kinds: Kind[] = [
	{
		path: "personal_access_tokens",
		make: (scene, name, given) => scene.personal(name, given),
		claims: {
			record: "CRED-183, CRED-184, CRED-187, ERR-015",
			texts: "CRED-185, CRED-186",
			week: "CRED-189",
			year: "CRED-190, CRED-191, CRED-192, CRED-195, ERR-015",
			invalid: "CRED-193",
			failed: "CRED-195, ERR-015",
			unknown: "CRED-200, CRED-201, CRED-209, ERR-019",
			self: "CRED-202, CRED-204, ERR-017",
		},
	},
	{
		path: "resource_access_tokens",
		make: (scene, name, given) => scene.resource(name, "corp/app", given),
		claims: {
			record: "CRED-210, CRED-211, CRED-212, CRED-214",
			texts: "CRED-212, CRED-213",
			week: "CRED-217",
			year: "CRED-218, CRED-219, CRED-220",
			invalid: "CRED-221",
			failed: "CRED-210 (active alone is not enough)",
			unknown: "CRED-229, CRED-230, ERR-019",
			self: "CRED-226, ERR-018",
		},
	},
];
const each = (rule: string): [claims: string, path: string, kind: Kind][] =>
	kinds.map((kind) => [kind.claims[rule] ?? "", kind.path, kind]);

const rotate = ({ ask, at }: Scene, kind: Kind, id: number | string, json: unknown = {}, who = "boss") =>
	ask(who, "POST", `${at}/${kind.path}/${id}/rotate`, { json });

describe("a rotated token", () => {
	test.each(each("record"))(
		"%s, CRED-048, CRED-049, CRED-030 200 with the successor's record: %s",
		async (...[, path, kind]) => {
			const made = scene();
			const old = kind.make(made, "old", {
				name: "Laptop",
				description: "For deployments",
				scopes: ["api", "read_user"],
				created_at: "2025-12-01T00:00:00.000Z",
				expires_at: "2026-02-01",
				last_used_at: "2026-01-01T00:00:00.000Z",
			});
			const { body, status } = await rotate(made, kind, old.id);
			expect(status).toBe(200);
			const { token, ...record } = body;
			expect(record.id).not.toBe(old.id);
			expect(record).toMatchObject({
				name: "Laptop",
				description: "For deployments",
				scopes: ["api", "read_user"],
				user_id: old.user_id,
				revoked: false,
				active: true,
				last_used_at: null,
				created_at: "2026-01-05T09:30:00.000Z",
			});
			expect(token).not.toBe("old-token");
			// The list shows the same record without the text, and the old token as revoked.
			expect(await made.listed(path, record.id)).toEqual(record);
			expect(await made.listed(path, old.id)).toMatchObject({ revoked: true, active: false });
			expect(JSON.stringify((await made.get(path)).body)).not.toContain(token);
		},
	);

	test.each(each("texts"))(
		"%s, AUTH-019 its text signs in as the same user, the old one no more: %s",
		async (...[, , kind]) => {
			const made = scene();
			const old = kind.make(made, "old");
			const { body } = await rotate(made, kind, old.id);
			const asNew = await made.ask(null, "GET", "/user", { headers: { "private-token": body.token } });
			expect([asNew.status, asNew.body.id]).toEqual([200, old.user_id]);
			const asOld = await made.ask("old", "GET", "/user");
			expect([asOld.status, asOld.body.error]).toEqual([401, "invalid_token"]);
		},
	);

	test.each(kinds)(
		"CRED-049, AUTH-073 every text is new, and begins with the prefix of the settings: $path",
		async (kind) => {
			const made = scene({ accessTokenPrefix: "acc-" });
			const texts = new Set<string>();
			let { id } = kind.make(made, "first");
			for (let turn = 0; turn < 5; turn++) {
				const { body } = await rotate(made, kind, id);
				id = body.id;
				texts.add(body.token);
			}
			expect(texts.size).toBe(5);
			for (const text of texts) expect(text).toMatch(/^acc-[\da-f]{32}$/);
			const again = scene({ accessTokenPrefix: "acc-" });
			expect((await rotate(again, kind, kind.make(again, "first").id)).body.token).toBe([...texts][0]);
		},
	);

	test.each(kinds)(
		"CRED-052 revoked is final: neither rotation nor revocation brings one back: $path",
		async (kind) => {
			const made = scene();
			const { id } = kind.make(made, "old", { expires_at: "2026-12-01" });
			await made.ask("boss", "DELETE", `${made.at}/${kind.path}/${id}`);
			const listed = await made.listed(kind.path, id);
			expect(listed).toMatchObject({ revoked: true, active: false });
			await rotate(made, kind, id, { expires_at: "2026-06-30" });
			await made.ask("boss", "DELETE", `${made.at}/${kind.path}/${id}`);
			expect(await made.listed(kind.path, id)).toEqual(listed);
			expect((await made.ask("old", "GET", "/user")).status).toBe(401);
		},
	);
});

describe("expiry", () => {
	test.each(each("week"))("%s, CRED-050, CONV-118 a week from today unless given: %s", async (...[, , kind]) => {
		const made = scene();
		const { body } = await rotate(made, kind, kind.make(made, "old", { expires_at: "2026-12-31" }).id);
		expect(body.expires_at).toBe("2026-01-12");
		made.platform.clock.advance("6 days");
		const asked = { headers: { "private-token": body.token } };
		expect((await made.ask(null, "GET", "/user", asked)).status).toBe(200);
		made.platform.clock.advance("1 day");
		expect((await made.ask(null, "GET", "/user", asked)).status).toBe(401);
	});

	test.each(each("year"))(
		"%s, CRED-051, CONV-119 as given, up to a year from today, and no later: %s",
		async (...[, path, kind]) => {
			const made = scene();
			for (const expires_at of ["2026-01-06", "2026-06-30", "2027-01-05"]) {
				const { body, status } = await rotate(made, kind, kind.make(made, expires_at).id, { expires_at });
				expect([status, body.expires_at]).toEqual([200, expires_at]);
			}
			const old = kind.make(made, "old");
			for (const expires_at of ["2027-01-06", "2028-01-05", "9999-12-31"]) {
				const told = await made.refused("boss", "POST", `${made.at}/${path}/${old.id}/rotate`, {
					json: { expires_at },
				});
				expect(told, expires_at).toMatchObject({ status: 400, unchanged: true });
				expect(told.body).toEqual({ message: "400 Bad request - Expires at must be before 2027-01-05" });
			}
			expect(await made.listed(path, old.id)).toMatchObject({ active: true });
			expect((await made.ask("old", "GET", "/user")).status).toBe(200);
		},
	);

	test("CRED-191 a year from 29 February ends with February", async () => {
		const made = scene({ clock: "2028-02-29T12:00:00Z" });
		const path = `${made.at}/personal_access_tokens/${made.personal("old").id}/rotate`;
		const late = await made.refused("boss", "POST", path, { json: { expires_at: "2029-03-01" } });
		expect(late).toMatchObject({ status: 400, unchanged: true });
		const { body } = await made.ask("boss", "POST", path, { json: { expires_at: "2029-02-28" } });
		expect(body.expires_at).toBe("2029-02-28");
	});

	test.each(kinds)("a day that is not to come: 400, and the old token stays: $path", async (kind) => {
		const made = scene();
		const { id } = kind.make(made, "old");
		for (const expires_at of ["2026-01-05", "2020-01-01"]) {
			const path = `${made.at}/${kind.path}/${id}/rotate`;
			const told = await made.refused("boss", "POST", path, { json: { expires_at } });
			expect(told).toMatchObject({ status: 400, unchanged: true });
			expect(told.body).toEqual({ message: "400 Bad request - Expires at must be after 2026-01-05" });
		}
	});

	test.each(each("invalid"))(
		"%s what is no date: 400, and the old token stays active: %s",
		async (...[, path, kind]) => {
			const made = scene();
			const { id } = kind.make(made, "old");
			for (const expires_at of ["soon", "2026-02-30", "2026-06-30T00:00:00Z", ""]) {
				const told = await made.refused("boss", "POST", `${made.at}/${path}/${id}/rotate`, { form: { expires_at } });
				expect(told, expires_at).toMatchObject({ status: 400, unchanged: true });
				expect(told.body).toEqual({ error: "expires_at is invalid" });
			}
			expect(await made.listed(path, id)).toMatchObject({ active: true });
		},
	);
});

describe("refusals of both", () => {
	test.each(each("failed"))("%s one that cannot be rotated: 400, and it stays: %s", async (...[, path, kind]) => {
		const made = scene();
		const { id } = kind.make(made, "held", { hold: "Failed to rotate the token" });
		const told = await made.refused("boss", "POST", `${made.at}/${path}/${id}/rotate`);
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body).toEqual({ message: "400 Bad request - Failed to rotate the token" });
	});

	test.each(each("unknown"))("%s a number that no token has, asked by an owner: 404: %s", async (...[, path]) => {
		const { at, refused } = scene();
		for (const who of ["boss", "root"]) {
			const told = await refused(who, "POST", `${at}/${path}/999999/rotate`);
			expect(told).toMatchObject({ status: 404, unchanged: true });
			expect(told.body).toEqual({ message: "404 Not found" });
		}
	});

	test.each(each("self"))(
		"%s the token of the request, without the scope for it: 403, and it stays: %s",
		async (...[, path, kind]) => {
			const made = scene();
			made.make.member("employee", "corp", "owner");
			const isPersonal = path === "personal_access_tokens";
			const used = isPersonal
				? kind.make(made, "used", { scopes: ["read_api"] })
				: made.make.resourceToken("corp", "owner", { text: "used-token", scopes: ["read_api"] });
			for (const id of ["self", used.id]) {
				const told = await made.refused("used", "POST", `${made.at}/${path}/${id}/rotate`);
				expect(told).toMatchObject({ status: 403, unchanged: true });
				expect(told.body).toEqual(insufficientScope);
			}
			expect(await made.listed(path, used.id)).toMatchObject({ active: true });
		},
	);
});
