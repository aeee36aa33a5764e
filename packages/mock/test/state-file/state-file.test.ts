import { createPlatform, demo, type Platform, StateFileError } from "@tenon/mock";
import { expect, onTestFinished, test, vi } from "vitest";
import { addressOf, restOperations } from "../support/operations";
import { startOfTime, world } from "../support/world";

// biome-ignore lint/suspicious/noExplicitAny: the tests break the file in every way
type Loose = any;

const demoFile = (): Loose =>
	JSON.parse(JSON.stringify(createPlatform({ seed: demo, clock: startOfTime }).exportState()));

/** Returns everything that several users can read from a platform. */
async function allResponses(platform: Platform): Promise<string[]> {
	const responses: string[] = [];
	for (const who of ["root", "developer", "guest", "outsider"])
		for (const operation of restOperations.filter(({ verb }) => verb === "GET")) {
			const url = `http://tenon.test/api/v4${addressOf(operation)}`;
			const { status, headers, body } = await platform.handle({
				method: "GET",
				url,
				headers: { "private-token": `${who}-token` },
			});
			responses.push(JSON.stringify([who, operation.id, status, { ...headers, "x-request-id": "" }, body]));
		}
	return responses;
}

test("what is exported and imported again is the same to the byte, with clock and settings", async () => {
	const { platform, ask } = world({ tier: "premium", flags: { group_token_revocation: false } });
	await ask("developer", "POST", "/projects/acme%2Fweb/issues/1/notes", { json: { body: "Ünïcode ✓" } });
	await ask("root", "DELETE", "/users/8");
	platform.clock.advance("3 days");
	const text = JSON.stringify(platform.exportState());
	const other = createPlatform();
	other.importState(text);
	expect(JSON.stringify(other.exportState())).toBe(text);
	expect(other.clock.iso()).toBe("2026-01-08T09:30:00.000Z");
	expect(other.settings).toMatchObject({ tier: "premium", flags: { group_token_revocation: false } });
	const third = createPlatform({ tier: "free" });
	third.importState(platform.exportState());
	expect(JSON.stringify(third.exportState())).toBe(text);
});

test("a running clock is exported as its distance from the machine's", () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	onTestFinished(() => void vi.useRealTimers());
	const platform = createPlatform();
	const file: Loose = { ...platform.exportState(), clock: { offset: -86_400_000 } };
	platform.importState(file);
	expect(platform.clock.now()).toBe(Date.now() - 86_400_000);
	expect(platform.exportState().clock).toEqual({ offset: -86_400_000 });
});

test("a platform that imported returns the same responses as the other one, and continues with the same ids", async () => {
	const one = world();
	const other = world({ seed: () => {} });
	other.platform.importState(JSON.stringify(one.platform.exportState()));
	const responses = await allResponses(one.platform);
	expect(responses.filter((response) => response.includes(",200,")).length).toBeGreaterThan(80);
	expect(await allResponses(other.platform)).toEqual(responses);
	const made = [one, other].map(({ ask }) =>
		ask("developer", "POST", "/projects/acme%2Fweb/pipeline?ref=main").then(({ body }) => body),
	);
	expect(await made[1]).toEqual(await made[0]);
	expect(other.state()).toBe(one.state());
});

test("bytes of avatars and repositories go through the file", async () => {
	const { platform, ask } = world();
	const avatar = new FormData();
	const bytes = Uint8Array.from(
		atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
		(letter) => letter.charCodeAt(0),
	);
	avatar.set("avatar", new Blob([bytes], { type: "image/png" }), "logo.png");
	expect((await ask("root", "PUT", "/groups/acme", { body: avatar })).status).toBe(200);
	const other = createPlatform();
	other.importState(JSON.stringify(platform.exportState()));
	const response = await other.fetch("http://tenon.test/api/v4/groups/acme/avatar");
	expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
});

test("a table that is not in the file is empty; settings and clock that are not stay as they are", () => {
	const platform = createPlatform({ seed: demo, tier: "free", clock: startOfTime });
	platform.importState({ format: "tenon-mock-state", version: 1, tables: {} });
	expect(platform.state.users.size).toBe(0);
	expect(platform.settings.tier).toBe("free");
	expect(platform.clock.iso()).toBe(startOfTime);
	expect(platform.seed.user({ username: "first" }).id).toBe(1);
});

test("rows in any order are taken in the order of their ids", () => {
	const file = demoFile();
	const sorted = JSON.stringify(file);
	file.tables.notes.rows.reverse();
	const platform = createPlatform();
	platform.importState(file);
	expect(JSON.stringify(platform.exportState())).toBe(sorted);
});

/** Returns the file with another value at a path. Undefined removes the value. */
function damaged(path: string, value: unknown): unknown {
	const file = demoFile();
	if (path === "") return value;
	const parts = path.split(".");
	const last = parts.pop() ?? "";
	const at = parts.reduce((part, name) => part[name], file);
	at[last] = value;
	return JSON.parse(JSON.stringify(file));
}

test.each<[string, string, unknown, string]>([
	["no object", "", 7, "expected an object, found 7"],
	["no JSON", "", "{", "it is not JSON"],
	["another format", "format", "x", 'format: expected "tenon-mock-state", found "x"'],
	["another version", "version", 2, "version: expected 1, the only supported version, found 2"],
	["an unknown part", "rows", [], "rows: a state file has no such field"],
	["no tables", "tables", [], "tables: expected an object, found []"],
	["a wrong clock", "clock.fixed", "noon", 'clock: Not a time: "noon"'],
	["a clock of nothing", "clock", {}, "clock: expected"],
	["wrong settings", "settings", 1, "settings: expected an object, found 1"],
	["an unknown setting", "settings.tiers", "free", 'settings/tiers: there is no setting "tiers". Did you mean "tier"?'],
	["a setting of a wrong value", "settings.tier", "gold", "settings/tier: expected one of free, premium, ultimate"],
	["an unknown table", "tables.people", { lastId: 0, rows: [] }, "tables.people: there is no such table"],
	["no rows", "tables.users.rows", undefined, 'tables.users: expected { "lastId": a number, "rows": a list }'],
	[
		"a row that is not an object",
		"tables.users.rows.0",
		null,
		'field "id": expected a whole number from 1 on, found nothing',
	],
	["an id twice", "tables.users.rows.1.id", 1, "row 1 also has the id 1"],
	["too low a last id", "tables.users.lastId", 2, "tables.users.lastId: expected a number of at least"],
	[
		"a wrong text",
		"tables.users.rows.2.username",
		7,
		'tables.users, row 3 (id 3), field "username": expected a text, found 7',
	],
	[
		"a missing field",
		"tables.notes.rows.0.body",
		undefined,
		'tables.notes, row 1 (id 1001), field "body": expected a text, found nothing',
	],
	[
		"an unknown field",
		"tables.notes.rows.0.color",
		"red",
		'field "color": expected no field of this name, found "red"',
	],
	["a wrong word", "tables.pipelines.rows.0.status", "done", "expected one of created, waiting_for_resource"],
	["a wrong time", "tables.issues.rows.0.created_at", "now", "expected a time such as 2026-01-05T09:30:00.000Z"],
	["a wrong date", "tables.tokens.rows.0.expires_at", "2026-13-01", "expected a date such as 2026-01-05, or null"],
	[
		"a wrong inner field",
		"tables.projects.rows.0.statistics.wiki_size",
		"big",
		'field "statistics.wiki_size": expected a number, found "big"',
	],
	["a wrong item", "tables.issues.rows.0.label_names", ["a", 1], 'field "label_names[1]": expected a text, found 1'],
	[
		"an author who is not there",
		"tables.issues.rows.0.author_id",
		999,
		'field "author_id": expected the id of one of the users, found 999',
	],
	[
		"a membership of nothing",
		"tables.members.rows.0.source_id",
		999,
		'field "source_id": expected the id of one of the groups, found 999',
	],
	[
		"a note on nothing",
		"tables.notes.rows.0.noteable_id",
		999,
		'field "noteable_id": expected the id of one of the issues, found 999',
	],
	[
		"a token of a group that is not there",
		"tables.tokens.rows.0.resource",
		{ type: "group", id: 999, access_level: 30 },
		'field "resource.id": expected the id of one of the groups, found 999',
	],
	[
		"a name twice",
		"tables.users.rows.3.username",
		"ROOT",
		'row 4 (id 4): the row with the id 1 also has the username "root"',
	],
])("%s is refused, with the place and what was expected, and nothing is imported", (_what, path, value, message) => {
	const file = damaged(path, value);
	const { platform, state } = world({ tier: "premium" });
	const before = [state(), platform.settings.tier, platform.clock.iso()];
	expect(() => platform.importState(file)).toThrow(StateFileError);
	expect(() => platform.importState(file)).toThrow(message);
	expect([state(), platform.settings.tier, platform.clock.iso()]).toEqual(before);
});

test("of many faults ten are in the message, and all in the list", () => {
	const file = demoFile();
	for (const row of file.tables.notes.rows) row.author_id = -1;
	const message = (() => {
		try {
			createPlatform().importState(file);
		} catch (error) {
			return error;
		}
		return undefined;
	})();
	if (!(message instanceof StateFileError)) throw new Error("it was not refused");
	expect(message.faults.length).toBe(file.tables.notes.rows.length);
	expect(message.message.split("\n")).toHaveLength(12);
	expect(message.message).toContain(`and ${message.faults.length - 10} more`);
});
