import { describe, expect, test } from "vitest";
import { broken, clientOn, failure, json, refusal, script, token } from "../../test/support/script";
import { createGraphQL } from "../graphql";
import { type DebugOptions, debug } from "../index";
import { createRest } from "../rest";

function logging(options: DebugOptions, ...steps: Parameters<typeof script>) {
	const lines: string[] = [];
	const { fetch } = script(...steps);
	const log = (line: string) => lines.push(line.replace(/in \d+ ms/, "in N ms"));
	return { lines, fetch, tenon: clientOn(fetch, { middleware: [debug({ log, ...options })], retries: 1 }) };
}

describe("the log", () => {
	test("one line per request and one per response", async () => {
		const { lines, tenon } = logging({}, refusal(503), json({}, { headers: { "x-request-id": "r-1" } }));
		await tenon.pipelines.get({ id: "acme/web", pipeline_id: 7 });
		expect(lines).toEqual([
			"→ getPipeline #1 GET https://platform.test/api/v4/projects/acme%2Fweb/pipelines/7",
			"← getPipeline #1 503 in N ms",
			"→ getPipeline #2 GET https://platform.test/api/v4/projects/acme%2Fweb/pipelines/7",
			"← getPipeline #2 200 in N ms (r-1)",
		]);
	});

	test("SDK-237 headers by an allow-list; those of credentials as a fixed mask", async () => {
		const { lines, tenon } = logging(
			{ headers: true },
			json({}, { headers: { "set-cookie": "a=secret", etag: '"1"' } }),
		);
		await tenon.sudo("owner").groups.get({ id: 7 }, { headers: { "x-api-key": "of-the-gateway" } });
		expect(lines[0]).toContain('"private-token":"[redacted]"');
		expect(lines[0]).toContain('"x-api-key":"[redacted]"');
		expect(lines[0]).toContain('"accept":"application/json"');
		expect(lines[1]).toContain('"etag":"\\"1\\""');
		expect(lines.join("\n")).not.toMatch(new RegExp(`${token}|of-the-gateway|a=secret`));
	});

	test.each(["private_token", "access_token", "token", "password", "key"])(
		"SDK-238 %s is masked in addresses, forms and JSON",
		async (name) => {
			const form = new Response(`a=1&${name}=sesame-7&b=2`, {
				headers: { "content-type": "application/x-www-form-urlencoded" },
			});
			const { lines, tenon } = logging({ bodies: true }, form, json({}));
			await failure(createRest(tenon).GET(`/groups?x=1&${name}=sesame-1&y=2` as "/groups"));
			await createRest(tenon).POST("/users", { body: { nested: [{ [name]: "sesame-2" }], kept: "shown" } as never });
			const text = lines.join("\n");
			expect(text).not.toContain("sesame");
			for (const kept of ["x=1", "y=2", "a=1", "b=2", "shown"]) expect(text).toContain(kept);
		},
	);

	test("SDK-239 credentials of an address are gone", async () => {
		const { lines, tenon } = logging({}, broken(), new Error("https://user:sesame@platform.test is down"));
		await failure(tenon.groups.get({ id: 7 }));
		expect(lines.at(-1)).toBe("✗ getGroup #2 in N ms: https://platform.test is down");
	});

	test.each([
		["a runner's token", { id: 7, token: "sesame", token_expires_at: null }, ["token_expires_at"]],
		["a registration token", { runners_token: "sesame", full_path: "acme" }, ["acme"]],
		["a PIN", { pin: "sesame", expires_at: "2026-01-01" }, ["2026-01-01"]],
		["variables", [{ key: "sesame", value: "sesame", variable_type: "env_var" }], ["env_var"]],
	])("SDK-240 masks the secrets of responses: %s", async (_, body, kept) => {
		const { lines, tenon } = logging({ bodies: true }, json(body));
		await createRest(tenon).GET("/user");
		expect(lines[1]).not.toContain("sesame");
		for (const one of kept) expect(lines[1]).toContain(one);
	});

	test("CRED-236 a rotated token is the result's token property, and in no log", async () => {
		const { lines, tenon } = logging(
			{ bodies: true, headers: true },
			json({ id: 8, name: "Laptop", token: "sesame-1234" }),
		);
		const { token: fresh, ...rest } = await tenon.groups.rotatePersonalAccessToken({ id: "acme", token_id: 7 });
		expect([fresh, JSON.stringify(rest).includes(fresh)]).toEqual(["sesame-1234", false]);
		expect(lines.join()).not.toContain("sesame");
		expect(lines[1]).toContain("Laptop");
	});

	test("SDK-241 a GraphQL request's variables are not shown", async () => {
		const { lines, tenon } = logging({ bodies: true }, json({ data: { a: 1 } }));
		await createGraphQL(tenon).request("query Q($a: Int) { a(a: $a) }", { a: "sesame" });
		expect(lines[0]).toContain("query Q");
		expect(lines.join()).not.toContain("sesame");
	});

	test.each(["glpat-abcdefgh12345678", "tat-0123456789abcdef", "trt-0123456789abcdef", "glrt-t1_abcdefghijk"])(
		"SDK-242 %s is masked everywhere",
		async (secret) => {
			const { lines, tenon } = logging({ bodies: true }, refusal(400, { message: `no such thing: ${secret}!` }));
			await failure(tenon.groups.list({ search: secret }));
			expect(lines.join("\n")).not.toContain(secret);
			expect(lines[1]).toContain("no such thing: [redacted]!");
		},
	);

	test("does not read bodies that are not text, and shortens long ones", async () => {
		const picture = new Response(new Uint8Array([1, 2]), { headers: { "content-type": "image/png" } });
		const { lines, tenon } = logging({ bodies: true }, picture, json({ long: "x".repeat(5_000) }));
		expect((await tenon.groups.getAvatar({ id: 7 })).blob.size).toBe(2);
		await tenon.groups.get({ id: 7 });
		expect(lines[1]).toBe("← getGroupAvatar #1 200 in N ms");
		expect(lines[3]?.length).toBeLessThan(2_100);
	});
});
