import { describe, expect, test } from "vitest";
import { groupScene, lowerRoles } from "./record-scene";

const limit = "unique_project_download_limit";
const interval = "unique_project_download_limit_interval_in_seconds";
const allowlist = "unique_project_download_limit_allowlist";
const alertlist = "unique_project_download_limit_alertlist";
const ban = "auto_ban_user_on_excessive_projects_download";
const fresh = { [limit]: 0, [interval]: 0, [allowlist]: [], [alertlist]: [], [ban]: false };
const set = { [limit]: 5, [interval]: 60, [allowlist]: ["owner"], [alertlist]: [1], [ban]: true };

/** A scene with a hundred further users. */
function crowd() {
	const made = groupScene();
	const users = Array.from({ length: 101 }, (_, number) => made.make.user({ username: `user-${number}` }));
	return { ...made, names: users.map((one) => one.username), ids: users.map((one) => one.id) };
}

describe("the limit on downloads", () => {
	test("GROUP-638 at first there is none", async () => expect(await groupScene().read()).toMatchObject(fresh));

	test("GROUP-640 users can be banned by it", async () => {
		const { changed } = groupScene({}, { tier: "ultimate" });
		for (const value of [true, false]) expect((await changed({ [ban]: value }))[ban]).toBe(value);
	});

	test.each([
		["GROUP-626, GROUP-627, CONV-109", limit, 10_000],
		["GROUP-628, GROUP-629, CONV-110", interval, 864_000],
	])("%s %s is %i at most, and not below none", async (_claims, field, most) => {
		const { changed, read, refusal } = groupScene();
		const refused = (text: string) => ({ message: { [`namespace_settings.${field}`]: [text] } });
		for (const value of [most, 0]) expect((await changed({ [field]: value }))[field]).toBe(value);
		expect(await refusal({ [field]: most + 1 })).toEqual(refused(`must be less than or equal to ${most}`));
		expect(await refusal({ [field]: -1 })).toEqual(refused("must be greater than or equal to 0"));
		expect((await read())[field]).toBe(0);
	});

	test("GROUP-630, GROUP-631, CONV-111 it leaves a hundred usernames alone at most", async () => {
		const { changed, names, refusal } = crowd();
		const hundred = names.slice(0, 100);
		expect((await changed({ [allowlist]: hundred }))[allowlist]).toEqual(hundred);
		expect(await refusal({ [allowlist]: names })).toEqual({
			message: { [`namespace_settings.${allowlist}`]: ["exceeds maximum length (100 usernames)"] },
		});
		expect((await changed({ [allowlist]: [] }))[allowlist]).toEqual([]);
	});

	test("GROUP-633, GROUP-634, CONV-112 it alerts a hundred users at most", async () => {
		const { changed, ids, refusal } = crowd();
		const hundred = ids.slice(0, 100);
		expect((await changed({ [alertlist]: hundred }))[alertlist]).toEqual(hundred);
		expect(await refusal({ [alertlist]: ids })).toEqual({
			message: { [`namespace_settings.${alertlist}`]: ["exceeds maximum length (100 user ids)"] },
		});
		expect((await changed({ [alertlist]: [] }))[alertlist]).toEqual([]);
	});

	test.each([
		["GROUP-632", allowlist, ["owner", "nobody"]],
		["GROUP-635", alertlist, [1, 999_999]],
	])("%s %s knows its users", async (_claim, field, value) => {
		expect(await groupScene().refusal({ [field]: value })).toEqual({
			message: { [`namespace_settings.${field}`]: [expect.any(String)] },
		});
	});

	test.each([
		["as set", set],
		["out of bounds", { ...set, [limit]: 10_001, [interval]: -1, [allowlist]: ["nobody"] }],
	])("GROUP-636, GROUP-637 a subgroup does not heed it: %s", async (_what, sent) => {
		const { changed, make, sub } = groupScene();
		const child = sub("child");
		const record = await changed({ ...sent, description: "New" }, "owner", child);
		for (const field of Object.keys(fresh)) expect(record).not.toHaveProperty(field);
		expect(make.state.groups.get(child.id)).toEqual({ ...child, description: "New" });
	});

	test.each(["free", "premium"] as const)("GROUP-637 nor does a plan below: %s", async (tier) => {
		const { changed, group, make } = groupScene({}, { tier });
		const record = await changed({ ...set, [limit]: 10_001, description: "New" });
		for (const field of Object.keys(fresh)) expect(record).not.toHaveProperty(field);
		expect(make.state.groups.get(group.id)).toEqual({ ...group, description: "New" });
	});

	test("GROUP-639 owners and administrators are told", async () => {
		const { changed, read } = groupScene();
		expect(await changed(set)).toMatchObject(set);
		expect(await read("root")).toMatchObject(set);
		for (const who of [null, "outsider", ...lowerRoles]) {
			const record = await read(who);
			for (const field of Object.keys(fresh)) expect(record).not.toHaveProperty(field);
		}
	});
});
