import { createPlatform, createWorlds, demo } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import scene from "../../packages/conformance/scenes/tenon-mock.json" with { type: "json" };
import { conforms, type Report, type RunEvent, run, Unreachable } from "../../packages/conformance/src/index";
import { changesStatus, records, withBody } from "../mutants/breaks";
import { mutant, mutated } from "../mutants/mutant";
import { stateText } from "../support/state-text";
import { againstMock } from "./against-mock";

const baseUrl = "http://platform.test";
const platform = () => createPlatform({ seed: demo });

/** A server that responds with `to` instead of `from`. */
const saying = (operation: "getLatestPipeline" | "listPipelines" | "createPipeline", from: number, to: number) =>
	mutated(mutant("another status", operation, changesStatus(from, to)), platform());

const verdictOf = (report: Report, id: string) => report.results.find(({ check }) => check.id === id)?.verdict;

describe("levels", () => {
	test("another status than the one that the specification gives is a failure, and so is a field that is missing", async () => {
		const status = saying("getLatestPipeline", 403, 404);
		const refused = await againstMock({}, { fetch: status, include: ["id:PIPE-145"] });
		expect(refused.results.map(({ check }) => check.level)).toEqual(["MUST"]);
		expect(conforms(refused)).toBe(false);

		const todos = mutated(
			mutant(
				"no todos",
				"getUserCounts",
				records(({ todos: _, ...rest }) => rest),
			),
			platform(),
		);
		const shape = await againstMock({}, { fetch: todos, include: ["USER-147", "wire/getUserCounts/*"] });
		const wire = shape.results.find(({ check }) => check.id === "wire/getUserCounts/shape");
		expect([wire?.verdict, wire?.check.level]).toEqual(["fail", "MUST"]);
	});

	test("a reason shows no secret of the response", async () => {
		const body = { user_id: 1, token: "s3cret" };
		const shown = mutant("a secret", "getUserPreferences", async (request, pass) =>
			withBody(await pass(request), body),
		);
		const fetch = mutated(shown, platform());
		const { results } = await againstMock({}, { fetch, include: ["operation:getUserPreferences"] });
		const reasons = results.map(({ reason }) => reason ?? "").join("\n");
		expect(reasons).toContain("user_id");
		expect(reasons).not.toContain("s3cret");
	});

	test("a token in a list is a failure, another unknown field a warning", async () => {
		for (const [field, level] of [
			["token", "MUST"],
			["shard", "SHOULD"],
		] as const) {
			const more = mutant(
				field,
				"listGroupSshKeys",
				records((key) => ({ ...key, [field]: "x" })),
			);
			const { results } = await againstMock(
				{},
				{ fetch: mutated(more, platform()), include: ["operation:listGroupSshKeys"] },
			);
			const wire = results.find(({ check }) => check.id === "wire/listGroupSshKeys/extra");
			expect([wire?.verdict, wire?.check.level]).toEqual(["fail", level]);
		}
	});
});

test("an operation that never responds gets a few requests, and then no more", async () => {
	const server = platform();
	let asked = 0;
	const silent: typeof fetch = (input, init) => {
		if (!new URL(String(input)).pathname.endsWith("/runners/all")) return server.fetch(input, init);
		asked += 1;
		return new Promise(() => {});
	};
	const report = await againstMock(
		{},
		{ fetch: silent, timeout: 500, repeat: false, offering: "any", include: ["operation:listAllRunners"] },
	);
	const unreachable = report.results.filter(({ verdict }) => verdict === "unreachable");
	expect(unreachable.length).toBeGreaterThan(20);
	expect(unreachable.at(-1)?.reason).toMatch(
		/was not sent: \d+ requests of listAllRunners in a row got no response within 500 ms/,
	);
	// Without this limit each rule would have sent its own request.
	expect(asked).toBeLessThan(unreachable.length / 2);
});

test("a server below a path is checked like any other", async () => {
	const server = platform();
	const below: typeof fetch = async (input, init) => {
		const request = new Request(input, init);
		if (!request.url.startsWith(`${baseUrl}/gitlab/`)) return new Response("nothing here", { status: 404 });
		const response = await server.fetch(new Request(request.url.replace("/gitlab/", "/"), request));
		const there = (text: string) => text.replaceAll(`${baseUrl}/`, `${baseUrl}/gitlab/`);
		const headers = [...response.headers].map(([name, value]): [string, string] => [name, there(value)]);
		const isEmpty = response.status === 204 || response.status === 304;
		return new Response(isEmpty ? null : there(await response.text()), { status: response.status, headers });
	};
	const include = ["ALERT-0*", "LINK-0*", "id:laws/listPipelines/links"];
	const report = await againstMock({}, { baseUrl: `${baseUrl}/gitlab`, fetch: below, include });
	expect(report.results.filter(({ verdict }) => verdict === "fail" || verdict === "unreachable")).toEqual([]);
});

describe("what a check does to the server", () => {
	test("a read-only run sends nothing that writes, and says of each check that does why it was skipped", async () => {
		const server = platform();
		const before = stateText(server);
		const report = await run({
			baseUrl,
			fetch: server.fetch,
			mode: "read-only",
			...scene,
			include: ["domain:pipelines"],
		});
		expect(stateText(server)).toBe(before);
		const writing = report.results.filter(({ check }) => check.effect !== "reads");
		expect(writing.length).toBeGreaterThan(10);
		for (const { verdict, reason } of writing)
			expect([verdict, reason]).toEqual(["skipped", expect.stringContaining("--mode")]);
	});

	test("a sandbox run takes back what it made", async () => {
		const server = platform();
		const count = async () => {
			const headers = { "private-token": "root-token" };
			const response = await server.fetch(`${baseUrl}/api/v4/projects/acme%2Fweb/pipelines?per_page=1`, { headers });
			return response.headers.get("x-total");
		};
		const before = await count();
		const report = await run({ baseUrl, fetch: server.fetch, ...scene, include: ["PIPE-232"] });
		expect(verdictOf(report, "PIPE-232")).toBe("pass");
		expect(report.leftovers).toEqual([]);
		expect(await count()).toBe(before);
	});

	test("reports what cannot be undone", async () => {
		const fetch = mutated(
			mutant("nothing can be deleted", "deletePipeline", async () =>
				Response.json({ message: "403 Forbidden" }, { status: 403 }),
			),
			platform(),
		);
		const report = await againstMock({}, { fetch, include: ["PIPE-232"] });
		expect(report.leftovers).toEqual([expect.stringMatching(/^PIPE-232: pipeline \d+: status 403$/)]);
	});

	test("an ended run takes back what was made, and skips the rest", async () => {
		const controller = new AbortController();
		const report = await againstMock(
			{},
			{
				include: ["domain:pipelines"],
				signal: controller.signal,
				onEvent: (event) => event.type === "result" && controller.abort(),
			},
		);
		expect(report.results.filter(({ reason }) => reason === "the run was stopped").length).toBeGreaterThan(10);
		expect(report.leftovers).toEqual([]);
	});
});

describe("what the API cannot arrange", () => {
	/** A rule that needs the control API, one that has more cases with it, one for a lower tier, and one that cannot be undone. */
	const include = ["PIPE-205/statuses", "id:USER-204", "GROUP-353", "CONV-132/releases"];

	/** Returns the mock with worlds, and the requests to its control API. */
	function mock() {
		const control: string[] = [];
		const worlds = createWorlds({ seed: demo });
		const fetch: typeof globalThis.fetch = async (input, init) => {
			const request = new Request(input, init);
			const { pathname } = new URL(request.url);
			if (pathname.startsWith("/_mock")) control.push(`${request.method} ${pathname}`);
			return await worlds.fetch(request);
		};
		return { worlds, fetch, control };
	}

	test("is arranged in worlds of their own on the mock, which are gone afterwards", async () => {
		const { worlds, fetch, control } = mock();
		const before = stateText(worlds.get());
		const report = await run({ baseUrl, fetch, ...scene, include });
		expect(report.results.map(({ verdict, reason }) => [verdict, reason])).toEqual(
			include.map(() => ["pass", undefined]),
		);
		expect(report.leftovers).toEqual([]);
		expect(stateText(worlds.get())).toBe(before);
		expect(control.filter((one) => one.startsWith("DELETE /_mock/worlds/"))).toHaveLength(2 + include.length);
		expect(await (await worlds.fetch(`${baseUrl}/_mock/worlds`)).json()).toEqual({ worlds: ["default"] });
	});

	test("is skipped where a new world lacks the scene, which requests made; the control bench does not begin", async () => {
		const { worlds, fetch } = mock();
		const token = { "PRIVATE-TOKEN": scene.tokens.owner };
		const url = `${baseUrl}/api/v4/projects/acme%2Fweb/pipeline?ref=main`;
		const { id } = await (await fetch(url, { method: "POST", headers: token })).json();
		const options = { baseUrl, fetch, ...scene, scene: { ...scene.scene, pipeline_id: id }, include };
		const notes: string[] = [];
		const report = await run({
			...options,
			onEvent: (event) => void (event.type === "ready" && notes.push(...event.notes)),
		});
		expect(verdictOf(report, "PIPE-205/statuses")).toBe("skipped");
		expect(verdictOf(report, "USER-204")).toBe("pass");
		const message = `A new world starts from the server's seed, and lacks records of the scene. The server does not have scene.pipeline_id (${id}).`;
		expect(notes).toContain(`Rules that need a world of their own are skipped. ${message}`);
		await expect(run({ ...options, bench: "control" })).rejects.toThrow(message);
		expect(worlds.names).toEqual(["default"]);
	});

	test("fails where the server breaks it", async () => {
		const { worlds, fetch } = mock();
		const broken = mutated(mutant("no retry", "retryPipeline", changesStatus(201, 409)), worlds.get(), fetch);
		const report = await run({ baseUrl, fetch: broken, ...scene, include: ["PIPE-205/statuses"] });
		expect(verdictOf(report, "PIPE-205/statuses")).toBe("fail");
	});

	test.each([
		["that asks for the public bench", { bench: "public" }],
		["that only reads", { mode: "read-only" }],
		["with tokens that are not the mock's own", { tokens: { administrator: scene.tokens.administrator } }],
	] as const)("is skipped in a run %s, and the control API gets no request", async (_, options) => {
		const { fetch, control } = mock();
		const report = await run({ baseUrl, fetch, ...scene, include, ...options });
		expect(control).toEqual([]);
		expect(verdictOf(report, "PIPE-205/statuses")).toBe("skipped");
	});

	test.each([
		["is not there", (request: Request) => (request.url.includes("/_mock/") ? undefined : request)],
		["breaks off", (request: Request) => (request.url.includes("/_mock/records") ? undefined : request)],
		[
			"is behind a proxy that drops the world's name",
			(request: Request) => {
				const headers = new Headers(request.headers);
				headers.delete("x-mock-world");
				return new Request(request, { headers });
			},
		],
	])("is skipped where the control API %s", async (_, forwarded) => {
		const { worlds } = mock();
		const before = stateText(worlds.get());
		const fetch: typeof globalThis.fetch = async (input, init) => {
			const request = forwarded(new Request(input, init));
			return request ? await worlds.fetch(request) : new Response("Bad gateway", { status: 502 });
		};
		const report = await run({ baseUrl, fetch, ...scene, include: ["PIPE-205/statuses", "id:USER-204"] });
		expect(report.results.map(({ check, verdict }) => [check.id, verdict])).toEqual([
			["USER-204", "pass"],
			["PIPE-205/statuses", "skipped"],
		]);
		expect(stateText(worlds.get())).toBe(before);
	});
});

describe("preflight", () => {
	test("reports tier, offering, release and the users of the tokens", async () => {
		for (const tier of ["free", "premium", "ultimate"] as const) {
			const { tokens, scene: places } = scene;
			const { facts } = await run({
				baseUrl,
				fetch: createPlatform({ seed: demo, tier }).fetch,
				tokens,
				scene: places,
				include: ["PIPE-093"],
			});
			expect(facts.tier).toBe(tier);
			expect(facts.offering).toBe("any");
			expect(facts.version).toMatch(/^\d+\.\d+/);
			expect(facts.users.guest?.username).toBe("guest");
		}
		const { fetch } = createPlatform({ seed: demo, offering: "self-managed" });
		expect((await run({ baseUrl, fetch, ...scene, include: ["PIPE-093"] })).facts.offering).toBe("self-managed");
	});

	test("finds that an installation is hosted, with 403 or 404 for the list of all runners", async () => {
		const hosted = createPlatform({ seed: demo, offering: "hosted" });
		const { administrator: _, ...others } = scene.tokens;
		const offeringOf = async (status: number, administrator: string) => {
			const fetch = mutated(mutant("another status", "listAllRunners", changesStatus(404, status)), hosted);
			const tokens = { ...others, administrator };
			return (await run({ baseUrl, fetch, scene: scene.scene, tokens, include: ["PIPE-093"] })).facts.offering;
		};
		for (const status of [403, 404]) expect(await offeringOf(status, scene.tokens.administrator)).toBe("hosted");
		expect(await offeringOf(403, scene.tokens.owner)).toBeUndefined();
	});

	test("finds a scene of its own", async () => {
		const events: RunEvent[] = [];
		const { fetch } = platform();
		const report = await run({
			baseUrl,
			fetch,
			tokens: scene.tokens,
			include: ["PIPE-093", "PIPE-060"],
			onEvent: (event) => events.push(event),
		});
		expect(verdictOf(report, "PIPE-093")).toBe("pass");
		// The tag of the newest release is deleted, so the scene has the tag of another release.
		expect(verdictOf(report, "PIPE-060")).toBe("pass");
		const [ready] = events;
		expect(ready?.type === "ready" && ready.scene).toMatchObject({
			group: "acme",
			issue_iid: expect.any(Number),
			ref: "main",
		});
	});

	test("finds groups that the owner's token owns", async () => {
		const { administrator, owner } = scene.tokens;
		const { fetch } = platform();
		const report = await run({
			baseUrl,
			fetch,
			mode: "sandbox",
			tokens: { administrator, owner },
			include: ["id:laws/updateGroup/round-trip-top-level"],
		});
		expect(verdictOf(report, "laws/updateGroup/round-trip-top-level")).toBe("pass");
	});

	test("reports tokens whose users have another role in the scene's group", async () => {
		const { developer, guest, outsider, ...others } = scene.tokens;
		const tokens = { ...others, developer: guest, guest: outsider };
		const notes: string[] = [];
		await run({
			...{ baseUrl, fetch: platform().fetch, ...scene, tokens },
			include: ["PIPE-093"],
			onEvent: (event) => event.type === "ready" && notes.push(...event.notes),
		});
		expect(notes.filter((note) => note.includes("may fail"))).toEqual([
			"guest, whose token is given for developer, has the role 10 in acme, not 30: rules for developer may fail.",
			"outsider, whose token is given for guest, is not a member of acme: rules for guest may fail.",
		]);
	});

	test("a server without a response, and one that is not a platform, are unreachable", async () => {
		const refused = async () => {
			throw new TypeError("fetch failed");
		};
		await expect(run({ baseUrl, fetch: refused })).rejects.toThrow(Unreachable);
		await expect(run({ baseUrl, fetch: async () => new Response("hello") })).rejects.toThrow(
			/Is this the base URL of a platform/,
		);
	});

	test("a response that no platform gives is named with its request", async () => {
		const without = mutant(
			"no id",
			"getCurrentUser",
			records(({ id: _, ...user }) => user),
		);
		const fetch = mutated(without, platform());
		await expect(run({ baseUrl, fetch, ...scene })).rejects.toThrow(
			/^GET http:\/\/platform.test\/api\/v4\/user: id: .*base URL of a platform/,
		);
	});

	test("a server without GraphQL is checked all the same", async () => {
		const server = platform();
		const fetch: typeof globalThis.fetch = async (input, init) =>
			String(input).endsWith("/api/graphql")
				? new Response("No such page", { status: 404 })
				: await server.fetch(input, init);
		const { results } = await run({ baseUrl, fetch, ...scene, include: ["PIPE-093", "GQL-003"] });
		expect(results.map(({ check, verdict }) => [check.id, verdict])).toEqual([
			["PIPE-093", "pass"],
			["GQL-003", "fail"],
		]);
	});

	test("a scene is found in a group of more projects than can be read", async () => {
		const server = platform();
		for (let index = 0; index < 1_100; index++)
			server.seed.project({ full_path: `acme/bulk-${index}`, visibility: "public" });
		const { scene: _, ...rest } = scene;
		const { results } = await run({ baseUrl, fetch: server.fetch, ...rest, include: ["PIPE-093"] });
		expect(results.map(({ verdict }) => verdict)).toEqual(["pass"]);
	});

	test("a check whose token or place is not there is skipped, and says what to give", async () => {
		const { fetch } = platform();
		const { results } = await run({ baseUrl, fetch, tokens: { owner: "owner-token" }, include: ["PIPE-093"] });
		expect(results[0]?.reason).toMatch(/no token for maintainer/);
	});

	test("a server that breaks off is unreachable for the check that met it", async () => {
		const server = platform();
		const fetch: typeof globalThis.fetch = async (input, init) => {
			const request = new Request(input, init);
			if (request.url.includes("source=carrier_pigeon"))
				throw new TypeError("fetch failed", { cause: new Error("other side closed") });
			return await server.fetch(request);
		};
		const report = await run({ baseUrl, fetch, ...scene, include: ["PIPE-093"] });
		expect(report.results[0]).toMatchObject({
			verdict: "unreachable",
			reason: expect.stringContaining("other side closed"),
		});
	});

	test("a request that only reads is sent again after a connection broke off", async () => {
		const server = platform();
		const broken = new Set<string>();
		const fetch: typeof globalThis.fetch = async (input, init) => {
			const request = new Request(input, init);
			if (request.method === "POST" || broken.has(request.url)) return await server.fetch(request);
			broken.add(request.url);
			throw new TypeError("fetch failed", { cause: new Error("other side closed") });
		};
		const report = await run({ baseUrl, fetch, ...scene, include: ["PIPE-093"], repeat: false });
		expect(verdictOf(report, "PIPE-093")).toBe("pass");
	});
});

describe("selection", () => {
	test("patterns name domains, operations, claims, levels, phases and ids", async () => {
		const ids = async (include: string[], exclude: string[] = []) =>
			(await againstMock({}, { include, exclude, mode: "read-only" })).results.map(({ check }) => check.id);
		expect(await ids(["claim:PIPE-093"])).toEqual(["PIPE-093"]);
		expect(await ids(["PIPE-093", "PIPE-015"], ["id:PIPE-093"])).toEqual(["PIPE-015"]);
		const listed = await ids(["operation:listPipelines"], ["level:ASSUMED"]);
		expect(listed).toContain("PIPE-071");
		expect(listed).not.toContain("PIPE-093");
	});

	test("shards share the checks out, each to one", async () => {
		const of = async (shard?: { index: number; count: number }) =>
			(
				await againstMock(
					{},
					{ include: ["domain:pipelines"], exclude: ["wire/*"], mode: "read-only", ...(shard && { shard }) },
				)
			).results.map(({ check }) => check.id);
		const parts = [
			await of({ index: 1, count: 3 }),
			await of({ index: 2, count: 3 }),
			await of({ index: 3, count: 3 }),
		];
		expect(parts.flat().sort()).toEqual((await of()).sort());
		for (const part of parts) expect(part.length).toBeGreaterThan(0);
	});
});

describe("known deviations", () => {
	const broken = () => saying("listPipelines", 400, 422);
	const entry = (expires: string) => ({ check: "PIPE-093", reason: "the gateway rewrites it", expires });

	test("are accepted until their expiry date", async () => {
		const report = await againstMock({}, { fetch: broken(), include: ["PIPE-093"], deviations: [entry("2999-01-01")] });
		expect(report.results[0]).toMatchObject({
			verdict: "known",
			reason: expect.stringContaining("the gateway rewrites it"),
		});
		expect(conforms(report, { strict: true })).toBe(true);
	});

	test("fail again after it, with a report that they expired or pass", async () => {
		const expired = await againstMock(
			{},
			{ fetch: broken(), include: ["PIPE-093"], deviations: [entry("2020-01-01")] },
		);
		expect(expired.results[0]?.verdict).toBe("fail");
		expect(expired.staleDeviations).toEqual(["PIPE-093: expired on 2020-01-01"]);
		const passing = await againstMock({}, { include: ["PIPE-093"], deviations: [entry("2999-01-01")] });
		expect(passing.staleDeviations).toEqual(["PIPE-093: passes now"]);
	});
});

test("a response outside the contract is a deviation of the wire, no matter what the checks compare", async () => {
	const fetch = saying("createPipeline", 201, 299);
	const report = await againstMock({}, { fetch, include: ["PIPE-191", "wire/createPipeline/*"] });
	const wire = report.results.find(({ check }) => check.id === "wire/createPipeline/shape");
	expect(wire).toMatchObject({
		verdict: "fail",
		check: { level: "MUST" },
		reason: expect.stringContaining("does not declare 299"),
	});
});
