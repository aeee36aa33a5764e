import { expect, test } from "vitest";
import { kind } from "./kinds";
import { scene } from "./scene";

function merging(title = "Ready") {
	const here = scene(kind.mergeRequest);
	const { id } = here.parent;
	here.platform.state.mergeRequests.update(id, { title });
	const current = () => here.platform.state.mergeRequests.get(id);
	return { ...here, head: current()?.diff_head_sha ?? "", current };
}

function onIssue() {
	const here = scene(kind.issue);
	return { ...here, current: () => here.platform.state.issues.get(here.parent.id) };
}

test("NOTE-218, NOTE-221 /merge with the head commit merges", async () => {
	const { post, head, current, list } = merging();
	const told = await post("developer", { body: "/merge", merge_request_diff_head_sha: head });
	expect(told.status).toBe(202);
	expect(told.body).toEqual({ commands_changes: { merge: head }, summary: ["Merged this merge request."] });
	expect(current()).toMatchObject({ state: "merged", merged_at: "2026-01-05T09:30:00.000Z" });
	expect((await list("developer")).body).toEqual([]);
});

test.each([
	{ ids: "NOTE-219, NOTE-222", what: "without a commit", sent: {}, why: "requires the SHA" },
	{
		ids: "NOTE-220, NOTE-222",
		what: "with another commit",
		sent: { merge_request_diff_head_sha: "0".repeat(40) },
		why: "has been updated",
	},
])("$ids /merge $what does not merge and tells why", async ({ sent, why }) => {
	const { post, inVain, current, list } = merging();
	const told = await inVain(() => post("developer", { body: "/merge", ...sent }));
	expect(told.status).toBe(202);
	expect(told.body).toEqual({ commands_changes: {}, summary: [expect.stringContaining(why)] });
	expect(current()?.state).toBe("opened");
	expect((await list("developer")).body).toEqual([]);
});

test.each([
	{ who: "reporter", title: "Ready" },
	{ who: "developer", title: "Draft: not yet" },
])("/merge by a $who on '$title' does not apply", async ({ who, title }) => {
	const { post, inVain, head } = merging(title);
	const told = await inVain(() => post(who, { body: "/merge", merge_request_diff_head_sha: head }));
	expect(told).toMatchObject({ status: 400, body: { message: "400 Bad request - Failed to apply commands." } });
});

test("NOTE-223 the head commit means nothing to an ordinary text", async () => {
	const { post, head, current } = merging();
	for (const sha of [head, "0".repeat(40)]) {
		const before = current();
		const told = await post("developer", { body: "Please merge.", merge_request_diff_head_sha: sha });
		expect(told).toMatchObject({ status: 201, body: { body: "Please merge." } });
		expect(JSON.stringify(told.body)).not.toContain(sha);
		expect(current()).toBe(before);
	}
});

test.each([
	{ ids: "NOTE-225", kind: kind.issue, noun: "issue" },
	{ ids: "NOTE-226", kind: kind.mergeRequest, noun: "merge request" },
])("$ids a text of commands alone is carried out and leaves no note: $kind.name", async ({ kind, noun }) => {
	const { post, list, platform, parent } = scene(kind);
	const told = await post("developer", { body: "/estimate 3h\n\n/close\n" });
	expect(told.status).toBe(202);
	expect(told.body).toEqual({
		commands_changes: { time_estimate: 10_800, state_event: "close" },
		summary: [`Set time estimate to 3h. Closed this ${noun}.`],
	});
	const table = parent.type === "Issue" ? platform.state.issues : platform.state.mergeRequests;
	expect(table.get(parent.id)).toMatchObject({ state: "closed", time_estimate: 10_800 });
	const texts = (await list("developer")).body.filter((one: { system: boolean }) => !one.system);
	expect(texts).toEqual([]);
});

test("NOTE-227 /close closes an issue and /reopen opens it again", async () => {
	const { post, current } = onIssue();
	const closed = await post("developer", { body: "/close" });
	expect(closed.status).toBe(202);
	expect(closed.body).toEqual({ commands_changes: { state_event: "close" }, summary: ["Closed this issue."] });
	expect(current()?.state).toBe("closed");
	const opened = await post("developer", { body: "/reopen" });
	expect(opened.status).toBe(202);
	expect(opened.body).toEqual({ commands_changes: { state_event: "reopen" }, summary: ["Reopened this issue."] });
	expect(current()?.state).toBe("opened");
});

test("NOTE-228 /title renames an issue and is told in a note", async () => {
	const { post, list, current } = onIssue();
	const told = await post("developer", { body: "/title New" });
	expect(told.status).toBe(202);
	expect(told.body).toEqual({ commands_changes: { title: "New" }, summary: ['Changed the title to "New".'] });
	expect(current()?.title).toBe("New");
	expect((await list("guest")).body).toMatchObject([
		{ system: true, body: expect.stringContaining("title"), author: { username: "developer" } },
	]);
});

test("NOTE-229 /spend adds time spent", async () => {
	const { post, current } = onIssue();
	const told = await post("developer", { body: "/spend 1h" });
	expect(told).toMatchObject({
		status: 202,
		body: { commands_changes: { spend_time: { duration: 3600 } }, summary: ["Added 1h spent time."] },
	});
	expect(current()?.time_spent).toBe(3600);
	await post("developer", { body: "/spend 1d 30m" });
	expect(current()?.time_spent).toBe(3600 + 8 * 3600 + 1800);
	await post("developer", { body: "/spend -30m" });
	expect(current()?.time_spent).toBe(9 * 3600);
});

test.each([
	"/spend asdf",
	"/spend",
	`/spend ${"9".repeat(400)}h`,
	"/reopen",
	"/title",
	"/assign @nobody",
	"/label nothing",
])("NOTE-230 commands of which none applies are refused: %.30s", async (body) => {
	const { post, inVain } = onIssue();
	const told = await inVain(() => post("developer", { body }));
	expect(told).toMatchObject({ status: 400, body: { message: "400 Bad request - Failed to apply commands." } });
});

test("NOTE-230 commands that the caller may not give do not apply", async () => {
	const { post, inVain } = onIssue();
	for (const body of ["/close", "/spend 1h", "/title Mine", "/confidential", "/lock"])
		expect((await inVain(() => post("guest", { body }))).status).toBe(400);
});

test("NOTE-231 of text and commands the text is kept and the commands are carried out", async () => {
	const { post, get, current } = onIssue();
	const told = await post("developer", { body: "Done here.\n/close\nThanks to all!\n/spend 2h\n" });
	expect(told).toMatchObject({ status: 201, body: { body: "Done here.\nThanks to all!", system: false } });
	expect((await get("guest", told.body.id)).body.body).toBe("Done here.\nThanks to all!");
	expect(current()).toMatchObject({ state: "closed", time_spent: 7200 });
});

test("NOTE-232 a command that does not apply does not keep the text from being stored", async () => {
	const { post, list, current } = onIssue();
	const before = current();
	const told = await post("developer", { body: "hello world\n/spend hello" });
	expect(told).toMatchObject({ status: 201, body: { body: "hello world" } });
	expect(current()).toBe(before);
	expect((await list("developer")).body).toEqual([told.body]);
});

test.each([kind.snippet, kind.epic, kind.projectWikiPage, kind.groupWikiPage])(
	"NOTE-233 a command is text like any other: $name",
	async (kind) => {
		const { post, get, platform, parent } = scene(kind);
		const before = platform.state.epics.get(parent.id);
		for (const body of ["/close", "Done.\n/close"]) {
			const told = await post("owner", { body });
			expect(told).toMatchObject({ status: 201, body: { body } });
			expect((await get("owner", told.body.id)).body.body).toBe(body);
		}
		expect(platform.state.epics.get(parent.id)).toBe(before);
	},
);

test("a very long line with blanks in it is divided in no time", async () => {
	const { post } = onIssue();
	const started = performance.now();
	const told = await post("developer", { body: `/title${" ".repeat(100_000)}x\rNew` });
	expect(told.status).toBe(202);
	expect(performance.now() - started).toBeLessThan(5_000);
});

test.each([
	{ ids: "NOTE-262", kind: kind.issue },
	{ ids: "NOTE-263", kind: kind.mergeRequest },
])("$ids a note that is changed to commands alone is gone: $kind.name", async ({ kind }) => {
	const { note, put, get, list, parent, platform, inVain } = scene(kind);
	const { id } = note();
	const other = note();
	const vain = await inVain(() => put("developer", id, { body: "/reopen" }));
	expect(vain).toMatchObject({ status: 400, body: { message: "400 Bad request - Failed to apply commands." } });
	const told = await put("developer", id, { body: "/close" });
	expect(told.status).toBe(202);
	expect(told.body).toMatchObject({ commands_changes: { state_event: "close" }, summary: [expect.any(String)] });
	const table = parent.type === "Issue" ? platform.state.issues : platform.state.mergeRequests;
	expect(table.get(parent.id)).toMatchObject({ state: "closed" });
	expect((await get("developer", id)).status).toBe(404);
	expect((await list("developer")).body).toMatchObject([{ id: other.id }]);
});
