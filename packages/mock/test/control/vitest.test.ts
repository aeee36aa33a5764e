import { formatCoverage } from "@tenon/mock";
import { test } from "@tenon/mock/vitest";
import { describe, test as plain } from "vitest";

const url = "http://platform.test/api/v4";
const developer = { "PRIVATE-TOKEN": "developer-token" };
const issue = `${url}/projects/acme%2Fweb/issues/1/notes`;

describe.concurrent("platforms of their own, side by side", () => {
	for (const number of [1, 2, 3, 4])
		test(`number ${number}`, async ({ platform, fetch, expect }) => {
			const total = async () => Number((await fetch(issue, { headers: developer })).headers.get("x-total"));
			const before = await total();
			await fetch(issue, { method: "POST", headers: developer, body: new URLSearchParams({ body: `note ${number}` }) });
			await new Promise((resolve) => setTimeout(resolve, 5));
			const notes: { body: string }[] = await (await fetch(issue, { headers: developer })).json();
			expect(await total()).toBe(before + 1);
			expect(notes.filter(({ body }) => /^note \d$/.test(body))).toMatchObject([{ body: `note ${number}` }]);
			expect(platform.journal.count()).toBe(4);
		});
});

describe("options", () => {
	const free = test.extend({ platformOptions: { tier: "free" } });
	free("are those that were extended with", async ({ platform, expect }) => {
		expect(platform.settings.tier).toBe("free");
	});
	test("and the usual ones elsewhere", async ({ platform, expect }) => {
		expect(platform.settings.tier).toBe("ultimate");
	});
});

test("toHaveCalled reports the actual requests", async ({ platform, fetch, expect }) => {
	expect(platform).not.toHaveCalled("createIssueNote");
	expect(() => expect(platform).toHaveCalled("createIssueNote")).toThrow(
		"Expected a call of createIssueNote.\n\nNothing was called.",
	);
	await fetch(`${url}/user`, { headers: developer });
	await fetch(issue, { method: "POST", headers: developer, body: new URLSearchParams({ body: "hi" }) });
	expect(platform).toHaveCalled("createIssueNote");
	expect(platform).toHaveCalled("createIssueNote", { status: 201, user: "developer", params: { body: "hi" } });
	expect(platform).toHaveCalled("createIssueNote", ({ params }) => params.issue_iid === 1);
	expect(() => expect(platform).toHaveCalled("createPipeline")).toThrow(
		"These operations were called: getCurrentUser, createIssueNote",
	);
	expect(() => expect(platform).toHaveCalled("createIssueNote", { status: 400 })).toThrow(
		/with \{"status":400\}\.[\s\S]*\{"status":201/,
	);
	expect(() => expect(platform).not.toHaveCalled("createIssueNote")).toThrow("but there was one");
	// TypeScript rejects this value, but JavaScript does not.
	expect(() => expect(platform).toHaveCalled("createIsueNote" as "createIssueNote")).toThrow(
		'Did you mean "createIssueNote"?',
	);
});

test("toMatchContract validates responses of the fixture fetch, and others by the operation's name", async ({
	platform,
	fetch,
	expect,
}) => {
	await expect(await fetch(`${url}/user`, { headers: developer })).toMatchContract();
	await expect(await fetch(`${url}/user`)).toMatchContract();
	const graphql = {
		method: "POST",
		headers: { ...developer, "content-type": "application/json" },
		body: '{"query":"{ currentUser { id } }"}',
	};
	await expect(await fetch("http://platform.test/api/graphql", graphql)).toMatchContract();
	const note = { method: "DELETE", url: "/api/v4/groups/acme", headers: {} };
	await expect(await platform.handle(note)).toMatchContract("getGroup");
	platform.override("getCurrentUser", () => ({
		headers: { "content-type": "application/json" },
		body: '{"id":1,"username":7}',
	}));
	const broken = await fetch(`${url}/user`);
	await expect(broken).not.toMatchContract();
	await expect(expect(broken).toMatchContract()).rejects.toThrow(
		/The response to getCurrentUser breaks the contract:[\s\S]*\/username: is not a string/,
	);
	await expect(expect(Response.json({})).toMatchContract()).rejects.toThrow(
		"the operation of this response is not known",
	);
	await expect(expect(Response.json({}, { status: 202 })).toMatchContract("getGroup")).rejects.toThrow(
		"the contract has no 202 for getGroup",
	);
	await broken.text();
	await expect(expect(broken).toMatchContract()).rejects.toThrow("the body has already been read");
});

const seen: string[] = [];
test("a call that is still held does not delay the end of the test", async ({ platform, fetch, expect }) => {
	const gate = platform.faults.add({ hold: true });
	void fetch(`${url}/user`, { headers: developer }).then(({ status }) => seen.push(String(status)));
	await expect.poll(() => gate.held).toBe(1);
	seen.push(formatCoverage(platform.coverage()).split("\n")[0] ?? "");
});
plain("and gets its response then", async ({ expect }) => {
	await expect.poll(() => seen).toEqual(["Coverage of the contract", "200"]);
});
