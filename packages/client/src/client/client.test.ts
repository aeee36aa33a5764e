import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { operations as contract } from "../../../contract/src/generated/operations";
import { always, baseUrl, clientOn, failure, json, refusal, script, token } from "../../test/support/script";
import { version } from "../connection/version";
import { UsageError } from "../errors/errors";
import { createClient, type Fetch, type Tenon } from "../index";
import * as standalone from "../operations";
import { createRest } from "../rest";

const ok = () => json({ id: 7 });
const rows = Object.values(contract);

/** The client's methods, as `resource.action`. */
function methods(tenon: Tenon): string[] {
	return Object.entries(tenon).flatMap(([resource, actions]) =>
		Object.entries(actions).flatMap(([action, run]) => (typeof run === "function" ? [`${resource}.${action}`] : [])),
	);
}

describe("the surface", () => {
	test("SDK-113, SDK-117, NOTE-273, PIPE-251, USER-725, RUNNER-505 one method for each of the 112 operations, and no other", () => {
		expect(rows).toHaveLength(112);
		const all = methods(createClient({ baseUrl })).sort();
		// `waitFor` is a helper without an operation, written by hand.
		expect(all.filter((name) => name !== "pipelines.waitFor")).toEqual(rows.map(({ method }) => method).sort());
	});

	test("USER-725, RUNNER-505 and one function by operationId", () => {
		const { connect, adoptToken, waitForPipeline, ...functions } = standalone;
		for (const helper of [connect, adoptToken, waitForPipeline]) expect(helper).toBeTypeOf("function");
		expect(Object.keys(functions).sort()).toEqual(rows.map(({ id }) => id).sort());
	});

	type Run = (...args: unknown[]) => PromiseLike<unknown>;
	// The name at run time is the one in the table, which TypeScript cannot follow.
	const functionOf = (id: string) => (standalone as unknown as { [id: string]: Run })[id] as Run;
	const methodOf = (tenon: Tenon, method: string) => {
		const [resource = "", action = ""] = method.split(".");
		return (tenon as unknown as { [resource: string]: { [action: string]: Run } })[resource]?.[action] as Run;
	};

	/** Values for the required parameters of an operation. */
	function needed({ parameters, body }: (typeof rows)[number]): { [name: string]: unknown } {
		const values: { [name: string]: unknown } = {};
		for (const one of body?.fields ?? []) if (one.required) values[one.name] = "x";
		for (const one of parameters) if (one.in === "path" || one.required) values[one.name] = "a/b";
		return values;
	}

	test.each(rows.filter(({ id }) => id !== "sendAlert"))(
		"SDK-001..056, SDK-057..111, SDK-117, SDK-141, CRED-238 $id: method and function ask for what the contract says, with the call's options",
		async (row) => {
			const input = needed(row);
			const { verb, path, parameters, pagination } = row;
			const seen = await Promise.all(
				[
					(tenon: Tenon) => methodOf(tenon, row.method)(input, { headers: { "x-mark": "1" } }),
					(tenon: Tenon) => functionOf(row.id)(tenon, input, { headers: { "x-mark": "1" } }),
				].map(async (run) => {
					const { fetch, requests } = script(json([]));
					const result = run(clientOn(fetch));
					// A list can be iterated, and nothing else can.
					expect(Symbol.asyncIterator in result).toBe(pagination !== undefined);
					await result;
					return requests.map((one) => [one.method, one.url, one.body ?? null, one.headers.get("x-mark")]);
				}),
			);
			const inAddress = new Set(parameters.map(({ name }) => name));
			const fields = Object.entries(input).filter(([name]) => !inAddress.has(name));
			const body = fields.length > 0 ? JSON.stringify(Object.fromEntries(fields)) : null;
			const search = parameters.filter((one) => one.in === "query" && one.required).map(({ name }) => `${name}=a%2Fb`);
			const url = `${baseUrl}/api/v4${path.replace(/\{\w+\}/g, "a%2Fb")}${search.length > 0 ? `?${search.join("&")}` : ""}`;
			expect(seen).toEqual(Array(2).fill([[verb, url, body, "1"]]));
		},
	);

	test.each(rows.filter(({ id }) => id !== "sendAlert"))(
		"SDK-001..056, SDK-057..111, SDK-192, SDK-194 $id is retried as $retry",
		async (row) => {
			const count = async (status: number) => {
				const { fetch, requests } = always(() => refusal(status));
				await failure(functionOf(row.id)(clientOn(fetch), needed(row)));
				return requests.length;
			};
			const times = { safe: [3, 3], idempotent: [1, 3], "non-idempotent": [1, 1] };
			expect([await count(500), await count(502)]).toEqual(times[row.retry]);
		},
	);
});

describe("a client", () => {
	test("SDK-124 needs an address, and throws at once for an invalid one", () => {
		expect(createClient({ baseUrl })).toBeDefined();
		for (const bad of [
			"",
			"platform.test",
			"/api",
			"ftp://platform.test",
			"javascript:1",
			"https://",
			"https://p.test/?a=b",
			"https://p.test/#x",
		])
			expect(() => createClient({ baseUrl: bad })).toThrow(UsageError);
	});

	test.each([
		["https://p.test", "https://p.test/api/v4/runners/7"],
		["https://p.test/", "https://p.test/api/v4/runners/7"],
		["https://p.test/prefix", "https://p.test/prefix/api/v4/runners/7"],
		["https://p.test:8443/a/b//", "https://p.test:8443/a/b/api/v4/runners/7"],
		["HTTP://P.TEST:80", "http://p.test/api/v4/runners/7"],
	])("SDK-125 under %s a runner is at %s", async (address, url) => {
		const { fetch, requests } = script(ok());
		await clientOn(fetch, { baseUrl: address }).runners.get({ id: 7 });
		expect(requests[0]?.url).toBe(url);
	});

	test("SDK-126 derived clients share nothing that can change", async () => {
		const { fetch, requests } = always(ok);
		const headers: { [name: string]: string } = { "x-one": "1" };
		const auth = { token: "first-token" };
		const parent = createClient({ baseUrl, auth, headers, fetch });
		const child = parent.withOptions({ auth: { token: "child-token" }, headers: { "x-two": "2" } });
		headers["x-one"] = "changed";
		auth.token = "changed-token";
		const patient = parent.withOptions({ timeout: 5 }).sudo("owner");
		for (const tenon of [parent, child, patient]) await tenon.runners.get({ id: 7 });
		expect(
			requests.map(({ headers: sent }) => ["private-token", "x-one", "x-two", "sudo"].map((name) => sent.get(name))),
		).toEqual([
			["first-token", "1", null, null],
			["child-token", null, "2", null],
			["first-token", "1", null, "owner"],
		]);
		expect(parent.runners).not.toBe(child.runners);
	});

	test("what it was given may be taken out of it", async () => {
		const { fetch, requests } = always(ok);
		await clientOn(fetch).withOptions({ auth: undefined }).runners.get({ id: 7 });
		expect(requests[0]?.headers.has("private-token")).toBe(false);
	});

	test("its methods work without it", async () => {
		const { get } = clientOn(script(ok()).fetch).runners;
		expect(await get({ id: 7 })).toEqual({ id: 7 });
	});

	test("SDK-308 says what it accepts and who it is; in a browser only what it accepts", async () => {
		const { fetch, requests } = always(ok);
		await clientOn(fetch).runners.get({ id: 7 });
		vi.stubGlobal("document", {});
		try {
			await clientOn(fetch).runners.get({ id: 7 });
		} finally {
			vi.unstubAllGlobals();
		}
		expect(requests.map(({ headers }) => [headers.get("accept"), headers.get("user-agent")])).toEqual([
			["application/json", `tenon-client/${version}`],
			["application/json", null],
		]);
		const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));
		expect(version).toBe(manifest.version);
	});

	test("SDK-304 a custom fetch is given an address and a standard init", async () => {
		const args: unknown[] = [];
		const fetch: Fetch = async (input, init) => {
			args.push(input, init?.method, new Headers(init?.headers).get("private-token"), init?.body);
			// A standard Request accepts it.
			expect(await new Request(input, init).json()).toEqual({ ref: "main" });
			return ok();
		};
		await clientOn(fetch).pipelines.create({ id: 7, ref: "main" });
		expect(args).toEqual([`${baseUrl}/api/v4/projects/7/pipeline`, "POST", token, '{"ref":"main"}']);
	});
});

describe("the raw client", () => {
	test("SDK-130 goes the same way: token, sudo, headers, retry", async () => {
		const { fetch, requests } = script(refusal(503), ok());
		const rest = createRest(clientOn(fetch, { sudo: "owner", headers: { "x-one": "1" } }));
		const { data, response } = await rest.GET("/runners/{id}", { params: { path: { id: 7 } } });
		expect([data, response.status]).toEqual([{ id: 7 }, 200]);
		expect(requests).toHaveLength(2);
		for (const { headers, url } of requests) {
			expect(url).toBe(`${baseUrl}/api/v4/runners/7`);
			expect([headers.get("private-token"), headers.get("sudo"), headers.get("x-one")]).toEqual([token, "owner", "1"]);
		}
	});

	test("SDK-130 a refusal is returned with its parsed body; a broken connection rejects with the typed error", async () => {
		const body = { message: "404 Runner Not Found" };
		const { fetch } = script(refusal(404, body), () => Promise.reject(new TypeError("fetch failed")));
		const rest = createRest(clientOn(fetch, { retries: 0 }));
		const { error, response } = await rest.GET("/runners/{id}", { params: { path: { id: 7 } } });
		expect([error, response.status]).toEqual([body, 404]);
		const broken = await failure(rest.GET("/runners/{id}", { params: { path: { id: 7 } } }));
		expect(broken.message).toBe("GET /api/v4/runners/7: the connection failed");
	});

	test("SDK-130 arrays and bodies are serialised as the methods do", async () => {
		const { fetch, requests } = script(json([]), ok());
		const rest = createRest(clientOn(fetch));
		await rest.GET("/groups", { params: { query: { skip_groups: [1, 2] } } });
		await rest.POST("/projects/{id}/pipeline", { params: { path: { id: 7 } }, body: { ref: "main" } });
		expect(requests[0]?.query).toBe("skip_groups[]=1&skip_groups[]=2");
		expect(requests[1]?.method).toBe("POST");
	});

	test("SDK-234 an address outside the client's own is refused, and nothing is sent", async () => {
		const { fetch, requests } = script();
		const rest = createRest(clientOn(fetch));
		for (const address of [
			"https://elsewhere.test",
			"https://platform.test.evil.test",
			"https://platform.test/other",
		]) {
			const error = await failure(rest.GET("/user", { baseUrl: address }));
			expect(error).toBeInstanceOf(UsageError);
		}
		expect(requests).toEqual([]);
	});
});

test("SDK-156 getCurrentUser takes sudo as a user's number, and sends it as stated", async () => {
	const { fetch, requests } = script(ok, ok);
	const tenon = createClient({ baseUrl, fetch, auth: { token } });
	await tenon.users.getCurrent({ sudo: 42 });
	await tenon.users.getCurrent({}, { sudo: 42 });
	expect(requests.map(({ path, query, headers }) => [path, query, headers.get("sudo")])).toEqual([
		["/api/v4/user", "sudo=42", null],
		["/api/v4/user", "", "42"],
	]);
});

test("SDK-140, USER-742 createUserRunner takes tags as text or array, and sends them as one text; updateRunner sends an array", async () => {
	const { fetch, requests } = script(ok, ok, ok);
	const tenon = createClient({ baseUrl, fetch });
	await tenon.runners.create({ runner_type: "instance_type", tag_list: ["linux", "arm"] });
	await tenon.runners.create({ runner_type: "instance_type", tag_list: "linux,arm" });
	await tenon.runners.update({ id: 7, tag_list: ["linux", "arm"] });
	expect(requests.map(({ body }) => JSON.parse(String(body)).tag_list)).toEqual([
		"linux,arm",
		"linux,arm",
		["linux", "arm"],
	]);
});

test("SDK-309 no source but the entry for files on the disk imports a node: module", () => {
	const root = join(import.meta.dirname, "..");
	const sources = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
		(file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && file !== "upload.ts",
	);
	expect(sources.length).toBeGreaterThan(20);
	for (const file of sources) {
		expect([file, /from "node:|import\("node:|require\(/.test(readFileSync(join(root, file), "utf8"))]).toEqual([
			file,
			false,
		]);
	}
});
