import { describe, expect, test } from "vitest";
import { insufficientScope, operations, type Row, reads, scene, writes } from "./scene";

/** The operations with the claims that each of them proves of a rule that all of them keep. */
const each = (claims: readonly string[]): [claims: string, id: string, row: Row][] =>
	operations.map((row, index) => [claims[index] ?? "", row.id, row]);

const rotatesPersonal = (id: string): boolean => id === "rotateGroupPersonalAccessToken";

describe("offering", () => {
	test.each(operations)("CRED-010, CRED-011 self-managed: $id is not there, whoever asks", async (row) => {
		const { ask, at, pathOf, refused } = scene({ offering: "self-managed" });
		const path = `${at}/${pathOf(row)}`;
		for (const who of [null, "nobody", "visitor", "boss", "root"]) {
			const told = await refused(who, row.method, path);
			expect(told, String(who)).toMatchObject({ status: 404, unchanged: true });
			expect(told.body).toEqual({ message: "404 Not Found" });
		}
		const hosted = scene();
		expect((await hosted.ask("boss", row.method, `${at}/${hosted.pathOf(row)}`)).status).toBe(row.status);
		expect((await ask("boss", "GET", "/user")).status).toBe(200);
	});

	test.each(operations)("CRED-010 where nothing is gated by offering, $id is there", async (row) => {
		const { ask, at, pathOf } = scene({ offering: "any" });
		expect((await ask("boss", row.method, `${at}/${pathOf(row)}`)).status).toBe(row.status);
	});
});

describe("who asks", () => {
	test.each(operations)("CRED-012, CRED-014 anonymous: 401 before the group is looked up: $id", async (row) => {
		const { at, pathOf, refused } = scene();
		const path = pathOf(row);
		for (const place of [at, "/groups/999999/manage", "/groups/corp%2Fteam/manage"]) {
			const told = await refused(null, row.method, `${place}/${path}`);
			expect(told).toMatchObject({ status: 401, unchanged: true });
			expect(told.body).toEqual({ message: "401 Unauthorized" });
		}
	});

	test.each(each(["CRED-024", "CRED-024", "CRED-024", "CRED-151", "CRED-166", "CRED-024", "ERR-016", "CRED-024"]))(
		"%s a token of the caller's that is unknown, expired or revoked: 401, and nothing happens: %s",
		async (_claims, _id, row) => {
			const { at, make, pathOf, refused } = scene();
			const user_id = make.userId("boss");
			make.token({ user_id, text: "expired-token", expires_at: "2026-01-05" });
			make.token({ user_id, text: "revoked-token", revoked: true });
			const path = `${at}/${pathOf(row)}`;
			for (const who of ["nobody", "expired", "revoked"]) {
				const told = await refused(who, row.method, path);
				expect(told, who).toMatchObject({ status: 401, unchanged: true });
				if (who === "nobody") expect(told.body).toEqual({ message: "401 Unauthorized" });
				else expect(told.body).toMatchObject({ error: "invalid_token" });
			}
		},
	);

	test.each(operations)("CRED-013, CRED-014 a group that is not there, or does not show: 404: $id", async (row) => {
		const { make, pathOf, refused } = scene();
		const secret = make.group("secret", { visibility: "private" });
		const path = pathOf(row);
		for (const place of ["999999", "nobody%2Fnothing", String(secret.id), "secret"]) {
			const told = await refused("boss", row.method, `/groups/${place}/manage/${path}`);
			expect(told, place).toMatchObject({ status: 404, unchanged: true });
			expect(told.body).toEqual({ message: "404 Group Not Found" });
		}
	});

	test.each(operations)("CRED-020 by number and by encoded path alike: $id", async (row) => {
		const answers = [];
		for (const by of ["number", "path", "upper case"]) {
			const { ask, corp, pathOf } = scene();
			const place = { number: corp.id, path: "corp", "upper case": "CORP" }[by];
			answers.push(await ask("boss", row.method, `/groups/${place}/manage/${pathOf(row)}`));
		}
		expect(answers.map(({ status }) => status)).toEqual([row.status, row.status, row.status]);
		expect(answers[1]?.body).toEqual(answers[0]?.body);
		expect(answers[2]?.body).toEqual(answers[0]?.body);
	});
});

describe("roles", () => {
	const below = ["chief", "coder", "tester", "visitor", "outsider", "auditor", "rivalboss"];

	const refusals = [
		"CRED-015, CRED-087, CRED-088",
		"CRED-015, CRED-123, CRED-124",
		"CRED-015, CRED-139",
		"CRED-015, CRED-152, CRED-153",
		"CRED-015, CRED-167",
		"CRED-015, CRED-178, CRED-179",
		"CRED-015, CRED-198",
		"CRED-015, CRED-228",
	];

	test.each(each(refusals))("%s only owners: %s", async (_claims, _id, row) => {
		const { ask, at, pathOf, refused } = scene();
		const path = `${at}/${pathOf(row)}`;
		for (const who of below) {
			const told = await refused(who, row.method, path);
			const [status, message] = rotatesPersonal(row.id) ? [401, "401 Unauthorized"] : [403, "403 Forbidden"];
			expect(told, who).toMatchObject({ status, unchanged: true });
			// Nothing but the refusal: no token data.
			expect(told.body).toEqual({ message });
		}
		expect((await ask("boss", row.method, path)).status).toBe(row.status);
	});

	test.each(each(operations.map(({ id }) => (rotatesPersonal(id) ? "CRED-208, CRED-016" : "CRED-016"))))(
		"%s an administrator needs no membership: %s",
		async (_claims, _id, row) => {
			const { ask, at, pathOf } = scene();
			expect((await ask("root", row.method, `${at}/${pathOf(row)}`)).status).toBe(row.status);
		},
	);

	test.each(operations)("CRED-017 owning a subgroup is not owning the group: $id", async (row) => {
		const { at, make, pathOf, refused } = scene();
		make.member("chief", "corp/team", "owner");
		const told = await refused("chief", row.method, `${at}/${pathOf(row)}`);
		expect(told).toMatchObject({ status: rotatesPersonal(row.id) ? 401 : 403, unchanged: true });
	});

	test.each(operations)("CRED-018, CRED-019 a subgroup: 400: $id", async (row) => {
		const { make, pathOf, refused } = scene();
		make.member("chief", "corp/team", "owner");
		const path = pathOf(row);
		for (const who of ["boss", "chief", "root"]) {
			const told = await refused(who, row.method, `/groups/corp%2Fteam/manage/${path}`);
			expect(told, who).toMatchObject({ status: 400, unchanged: true });
			expect(told.body).toEqual({ message: "400 Bad request - Must be a top-level group" });
		}
	});

	test("CRED-014 the role is looked at before the token is: an unknown number does not show to others", async () => {
		const { at, refused } = scene();
		for (const path of ["personal_access_tokens/999999", "resource_access_tokens/999999", "keys/999999"]) {
			const told = await refused("chief", "DELETE", `${at}/${path}`);
			expect(told).toMatchObject({ status: 403, unchanged: true });
		}
	});
});

describe("scopes", () => {
	test.each(reads)("CRED-023 a token for reading may list: $id", async (row) => {
		const { ask, at, pathOf } = scene();
		expect((await ask("boss-read", row.method, `${at}/${pathOf(row)}`)).status).toBe(200);
	});

	test.each(writes)("CRED-023, CRED-153 a token for reading may not change anything: $id", async (row) => {
		const { at, pathOf, refused } = scene();
		const told = await refused("boss-read", row.method, `${at}/${pathOf(row)}`);
		expect(told).toMatchObject({ status: 403, unchanged: true });
		expect(told.body).toEqual(insufficientScope);
	});

	test.each(reads)("CRED-023 a token that reads only users lists nothing: $id", async (row) => {
		const { at, make, refused } = scene();
		make.token({ user_id: make.userId("boss"), text: "users-token", scopes: ["read_user"] });
		const told = await refused("users", row.method, `${at}/${row.path}`);
		expect(told.status).toBe(403);
		expect(told.body).toEqual({ ...insufficientScope, scope: "api read_api" });
	});
});
