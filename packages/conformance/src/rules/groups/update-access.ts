import type { Context } from "../../rule/context";
import { assumed, type Rule } from "../../rule/rule";
import { HeldGroup } from "./held-group";
import { forbidden, unauthorized, unknownGroup } from "./refusals";
import { onGroup } from "./update-table";

const change = (t: Context) => ({ description: t.unique("description") });

/** Who changes groups. */
export const updateAccess: readonly Rule[] = [
	onGroup("GROUP-487", async (group, t) => {
		const sent = change(t);
		(await group.change(sent)).has(sent);
	}),
	assumed("GROUP-488", "Administrator → 200 on any group.", "updateGroup", async (t) => {
		for (const field of ["group", "private_group"] as const) {
			const sent = change(t);
			(await (await HeldGroup.of(t, field)).change(sent, t.as("administrator"))).has(sent);
		}
	}),
	onGroup("GROUP-489", async (group, t) => {
		for (const who of ["maintainer", "developer", "reporter", "guest"] as const)
			await group.inVain(async () => (await group.put(change(t), t.as(who))).refuses(403, forbidden));
	}),
	assumed(
		"GROUP-490",
		'Signed-in non-member of a public group → 403; of a private group → 404 {"message":"404 Group Not Found"}.',
		"updateGroup",
		async (t) => {
			const [open, hidden] = [await HeldGroup.of(t, "group"), await HeldGroup.of(t, "private_group")];
			const root = t.as("administrator");
			await open.inVain(async () => (await open.put(change(t), t.as("outsider"))).refuses(403, forbidden));
			(await hidden.put(change(t), t.as("outsider"))).refuses(404, unknownGroup);
			const after = (await hidden.get(root)).is(200);
			t.same("the private group", after.json, hidden.before, after);
		},
	),
	onGroup(
		"GROUP-491",
		async (group, t) => {
			await group.inVain(async () => (await group.put(change(t), t.anonymous)).refuses(401, unauthorized));
		},
		{ of: "group" },
	),
	assumed("GROUP-492", 'Unknown group → 404 {"message":"404 Group Not Found"}.', "updateGroup", async (t) => {
		for (const who of ["owner", "administrator"] as const)
			for (const id of [999_999_999, `${t.unique("no")}/such`]) (await t.as(who).call("updateGroup", { id, ...change(t) })).refuses(404, unknownGroup);
	}),
	onGroup("GROUP-493", async (group, t) => {
		await group.inVain(async () => {
			const answer = await group.put(change(t), t.as("read-only"));
			return answer.refuses(403).has({ error: "insufficient_scope", scope: "api" });
		});
	}),
	onGroup("GROUP-495", async (group, t) => {
		const sent = change(t);
		group.keep(sent);
		const answer = await t.as("owner").call("updateGroup", { id: t.scene("subgroup"), ...sent });
		answer.is(200).has({ id: group.id, ...sent });
	}),
];

/** What a change takes and gives. */
export const updateRules: readonly Rule[] = [
	onGroup("GROUP-496", async (group, t) => {
		const sent = { ...change(t), two_factor_grace_period: 3, lfs_enabled: group.before.lfs_enabled !== true };
		(await group.change(sent)).has({ ...sent, id: group.id, full_path: group.before.full_path });
	}),
	onGroup(
		"GROUP-497",
		async (group, t) => {
			const answer = await group.change(change(t));
			const read = (await group.get(group.owner, { with_projects: true })).is(200);
			for (const name of ["projects", "shared_projects"]) {
				const response = answer.field(name);
				t.holds(`${name} should hold at most 100 entries`, Array.isArray(response) && response.length <= 100, answer);
				const ids = (list: unknown) => (Array.isArray(list) ? list.map((one) => Object(one).id) : list);
				t.same(`the ${name} of the answer`, ids(response), ids(read.field(name)), answer);
			}
		},
		{ of: "group" },
	),
	onGroup("GROUP-498", async (group, t) => {
		const before = (await group.get()).is(200);
		const sent = change(t);
		await group.change(sent);
		const after = (await group.get()).is(200);
		t.same("the group", after.json, { ...before.fields, ...sent }, after);
	}),
	onGroup("GROUP-499", async (group) => {
		await group.inVain(async () => (await group.put({})).is(200).has({ name: group.before.name }));
	}),
	onGroup("GROUP-500", async (group) => {
		await group.inVain(async () => (await group.put({ colour: "red", parent_id: 1 })).is(200));
	}),
	onGroup("GROUP-501", async (group, t) => {
		await group.refuses({ name: t.unique("name"), path: "not fine" });
	}),
	onGroup("GROUP-502", async (group) => {
		const message = { two_factor_grace_period: ["must be greater than or equal to 0"] };
		await group.refuses({ two_factor_grace_period: -1 }, { message });
		await group.refuses({ two_factor_grace_period: "soon" }, { error: "two_factor_grace_period is invalid" });
		await group.refuses({ visibility: "secret" }, { error: "visibility does not have a valid value" });
	}),
	onGroup("GROUP-503", async (group, t) => {
		const sent = { ...change(t), request_access_enabled: group.before.request_access_enabled !== true };
		const response = await group.change(sent);
		(await group.get()).is(200).has(sent);
		const read = (await group.get(group.owner, { with_projects: true })).is(200);
		t.same("what is read later", read.json, response.json, read);
	}),
];
