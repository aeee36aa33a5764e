import { type ChangedRow, ControlError, VerificationError } from "@tenon/mock";
import { expect, test } from "vitest";
import { world } from "../support/world";

test("snapshots are taken, compared, restored and deleted by name, the same ones as over HTTP", async () => {
	const { platform, make } = world();
	const before = platform.snapshot();
	expect(platform.snapshots.take()).toBe("snapshot-1");
	const issue = make.issue({ project: "acme/web", author: "developer", title: "Later" });
	expect(platform.snapshots.take("later")).toBe("later");
	const added = { issues: { added: [{ id: issue.id, title: "Later" }], removed: [], changed: [] } };
	expect(platform.snapshots.diff("snapshot-1", "later")).toMatchObject(added);
	expect(platform.diff(before)).toMatchObject(added);
	expect(platform.diff(before, before)).toEqual({});
	expect(platform.diff(platform.snapshots.get("later"))).toEqual({});
	const listed = await platform.fetch("http://tenon.test/_mock/snapshots");
	expect(await listed.json()).toEqual({ snapshots: platform.snapshots.names });

	platform.snapshots.restore("snapshot-1");
	expect(platform.state.issues.get(issue.id)).toBeUndefined();
	const changes: readonly ChangedRow[] = platform.snapshots.diff("later").projects?.changed ?? [];
	expect(changes.map(({ before: { last_iids }, after }) => [last_iids, after.last_iids])).toHaveLength(1);
	platform.snapshots.delete("later");
	expect(platform.snapshots.names).toEqual(["snapshot-1"]);
	// A fork has no snapshots; a reset keeps them.
	expect(platform.fork().snapshots.names).toEqual([]);
	platform.reset();
	expect(platform.snapshots.names).toEqual(["snapshot-1"]);
});

test("a snapshot that is not there, and a bad name, are refused", () => {
	const { platform } = world();
	const { snapshots } = platform;
	for (const use of [
		() => snapshots.get("none"),
		() => snapshots.restore("none"),
		() => snapshots.delete("none"),
		() => snapshots.diff("none"),
	])
		expect(use).toThrow("There is no snapshot none.");
	expect(() => snapshots.take("a/b")).toThrow("The name of a snapshot must have 1 to 64 letters");
	for (let number = 1; number <= 100; number++) snapshots.take();
	expect(() => snapshots.take()).toThrow("There are already 100 snapshots");
	expect(snapshots.take("snapshot-7")).toBe("snapshot-7");
	expect(snapshots.names).toHaveLength(100);
});

test("the journal verifies how many requests match, and names those that nearly do", async () => {
	const { platform, ask } = world();
	for (const id of [1, 2]) await ask("developer", "GET", `/projects/acme%2Fweb/issues/${id}/notes`);
	const { journal } = platform;
	const match = { operation: "listIssueNotes", user: "developer" } as const;
	expect(journal.verify(match)).toBe(2);
	expect(journal.verify(match, 2)).toBe(2);
	expect(journal.verify({ user: "guest" }, 0)).toBe(0);
	expect(journal.verify({ user: "guest" }, { atMost: 3 })).toBe(0);
	expect(journal.verify((entry) => entry.method === "GET", { atLeast: 1, atMost: 2 })).toBe(2);
	expect(() => journal.verify(match, 1)).toThrow("Expected 1 matching requests, found 2.");
	expect(() => journal.verify(match, { atLeast: 3 })).toThrow("Expected 3 or more matching requests, found 2.");
	expect(() => journal.verify(() => false)).toThrow(VerificationError);
	expect(() => journal.verify({ operation: "listIssueNotes", status: 404 })).toThrow(
		"Expected 1 or more matching requests, found 0. The closest were:\n  listIssueNotes: status: expected 404, found 200",
	);
	// @ts-expect-error There is no such part of an entry.
	expect(() => journal.verify({ verb: "GET" })).toThrow(ControlError);
});
