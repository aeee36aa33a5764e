import { expect, test } from "vitest";
import { lab } from "../support/lab";
import { addressOf, restOperations } from "../support/operations";
import { world } from "../support/world";

const scoped = restOperations.filter(({ access }) => access.scopes.length > 0);
const insufficient = (scopes: readonly string[]) => ({
	error: "insufficient_scope",
	error_description: "The request requires higher privileges than provided by the access token.",
	scope: scopes.join(" "),
});

/** The answer to an administrator with a token of these scopes, and whether it changed anything. */
async function withScopes(scopes: string[], row: (typeof scoped)[number]) {
	const { ask, make, state } = world();
	make.token({ user_id: make.userId("root"), text: "some-token", scopes });
	const before = state();
	const told = await ask("some", row.verb, addressOf(row));
	return { ...told, unchanged: state() === before };
}

test.each(scoped)("AUTH-046 scope api suffices for $id", async (row) => {
	const { body } = await withScopes(["api"], row);
	expect(body?.error).not.toBe("insufficient_scope");
	// While no scope at all does not.
	expect((await withScopes([], row)).body).toEqual(insufficient(row.access.scopes));
});

test.each(scoped.filter(({ verb }) => verb !== "GET"))("AUTH-047, AUTH-053 read_api does not for $id", async (row) => {
	const { status, body, unchanged } = await withScopes(["read_api"], row);
	expect([status, body, unchanged]).toEqual([403, insufficient(row.access.scopes), true]);
	expect(row.access.scopes).toContain("api");
	expect(row.access.scopes).not.toContain("read_api");
});

test.each(
	scoped.filter(({ domain }) => domain === "pipelines" || domain === "notes").filter(({ verb }) => verb === "GET"),
)("AUTH-047 read_api suffices for $id, by GET and by HEAD", async (row) => {
	const { ask, make } = world();
	make.token({ user_id: make.userId("root"), text: "some-token", scopes: ["read_api"] });
	for (const verb of ["GET", "HEAD"]) expect([200, 404]).toContain((await ask("some", verb, addressOf(row))).status);
});

test("AUTH-047 the scopes that would do are told, with a blank between", async () => {
	const { ask, at, make, project } = lab();
	make.token({ user_id: make.userId("owner"), text: "user-token", scopes: ["read_user"] });
	const reading = await ask("user", "GET", at);
	expect([reading.status, reading.body]).toEqual([403, insufficient(["api", "read_api"])]);
	const writing = await ask("user", "POST", `/projects/${project.id}/pipeline?ref=main`);
	expect([writing.status, writing.body]).toEqual([403, insufficient(["api"])]);
});

test.each(scoped)("AUTH-048 read_user is for reading /user and /users: $id", async (row) => {
	const { status, body } = await withScopes(["read_user"], row);
	const fits = row.verb === "GET" && row.path.startsWith("/user");
	if (fits) expect(body?.error).not.toBe("insufficient_scope");
	else expect([status, body]).toEqual([403, insufficient(row.access.scopes)]);
});

test("AUTH-053 the answer in full", async () => {
	const { at, pipeline, refused } = lab();
	const { id } = pipeline();
	expect(await refused("owner-read", "DELETE", `${at}/${id}`)).toMatchObject({
		status: 403,
		body: {
			error: "insufficient_scope",
			error_description: "The request requires higher privileges than provided by the access token.",
			scope: "api",
		},
		unchanged: true,
	});
});
