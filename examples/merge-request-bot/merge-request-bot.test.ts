import { createClient } from "@tenon/client";
import { expect, test } from "vitest";
import { stage } from "../support/stage";
import { main } from ".";

test("comments once, and updates its comment only when the merge request has changed", async () => {
	const { platform, url, run } = await stage();
	const project = platform.state.project("acme/web");
	const made = platform.seed.mergeRequest("acme/web", { title: "draft: fiddle", author_id: 4 });
	const tenon = createClient({ baseUrl: url, auth: { token: "maintainer-token" } });
	const own = async () => {
		const notes = await tenon.mergeRequestNotes.list({ id: "acme/web", merge_request_iid: made.iid }).all();
		return notes.filter(({ body }) => body.includes("<!-- merge-request-bot -->"));
	};

	const dry = await run(main, ["--dry-run"]);
	expect(dry).toMatchObject({ code: 0, out: expect.stringContaining("nothing was written") });
	expect(await own()).toEqual([]);

	const first = await run(main, []);
	expect(first.err).toBe("");
	expect(first.out).toMatch(new RegExp(`^!${made.iid} +commented +draft: fiddle$`, "m"));
	const open = platform.state.mergeRequests.in("project", project?.id ?? 0).filter(({ state }) => state === "opened");
	expect(first.out).toContain(`${open.length} commented, 0 updated, 0 unchanged`);
	expect((await own())[0]?.body).toContain("- [ ] It is not a draft");

	const second = await run(main);
	expect(second.out).toContain(`0 commented, 0 updated, ${open.length} unchanged`);

	platform.state.mergeRequests.update(made.id, { title: "Fiddle" });
	const third = await run(main);
	expect(third.out).toMatch(new RegExp(`^!${made.iid} +updated +Fiddle$`, "m"));
	const notes = await own();
	expect(notes.map(({ body }) => body)).toEqual([expect.stringContaining("- [x] It is not a draft")]);
});

test("reports that a token may not comment", async () => {
	const { run } = await stage();
	const refused = await run(main, [], { TENON_TOKEN: "maintainer-read-token" });
	expect(refused.code).toBe(1);
	expect(refused.err).toMatch(/Error: /);
});
