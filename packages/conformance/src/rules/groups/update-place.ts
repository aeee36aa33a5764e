import { assumed, type Rule } from "../../rule/rule";
import { HeldGroup } from "./held-group";
import { unknownGroup } from "./refusals";
import { onGroup } from "./update-table";

/** A path of so many characters that no other group has. */
const pathOf = (length: number, name: string): string => `${name}${"x".repeat(length)}`.slice(-length);

/** Name, path and description of a group. */
export const updatePlace: readonly Rule[] = [
	onGroup("GROUP-506", async (group, t) => {
		const name = `New Group ${t.unique("name")}`;
		(await group.change({ name })).has({ name, path: group.before.path });
		(await group.get()).is(200).has({ name, path: group.before.path, full_path: group.before.full_path });
	}),
	onGroup("GROUP-507", async (group, t) => {
		const name = t.unique("name").padEnd(255, "n");
		(await group.change({ name })).has({ name });
		const message = { name: ["is too long (maximum is 255 characters)"] };
		await group.refuses({ name: `${name}n` }, { message });
	}),
	onGroup("GROUP-508", async (group, t) => {
		const texts = await group.faults("name", { name: "" });
		t.holds("message.name should say that it can't be blank", texts.includes("can't be blank"));
	}),
	onGroup("GROUP-509", async (group) => {
		await group.faults("name", { name: "<script>x</script>" });
	}),
	onGroup("GROUP-510", async (group, t) => {
		const { name } = (await HeldGroup.of(t, "leaf_group")).before;
		await group.refuses({ name }, { message: { name: ["has already been taken"] } });
	}),
	onGroup(
		"GROUP-511",
		async (group, t) => {
			const path = t.unique("new-path");
			(await group.change({ path })).has({ path });
		},
		{ of: "leaf_group" },
	),
	onGroup("GROUP-512", async (group, t) => {
		const below = await t.as("administrator").call("listDescendantGroups", { id: group.id, per_page: 100 });
		const was = String(group.before.full_path);
		const path = t.unique("moved");
		const full_path = `${was.slice(0, was.lastIndexOf("/"))}/${path}`;
		const moved = await group.change({ path });
		moved.has({ full_path });
		t.holds("web_url should follow the path", moved.string("web_url").endsWith(`/groups/${full_path}`), moved);
		(await t.as("owner").call("getGroup", { id: full_path, with_projects: false })).is(200).has({ id: group.id });
		const after = await t.as("administrator").call("listDescendantGroups", { id: group.id, per_page: 100 });
		const expected = below.is(200).items.map((one) => full_path + String(one.full_path).slice(was.length));
		if (expected.length === 0) t.skip("the scene's subgroup has no groups below it");
		t.same("the full paths below", [...after.is(200).pluck("full_path")].sort(), expected.sort(), after);
	}),
	onGroup("GROUP-513", async (group, t) => {
		const message = { path: ["has already been taken"] };
		await group.refuses({ path: (await HeldGroup.of(t, "leaf_group")).before.path }, { message });
		// The namespaces of users stand beside top-level groups.
		const top = await HeldGroup.of(t, "group");
		await top.refuses({ path: t.user("outsider").username }, { message });
	}),
	onGroup(
		"GROUP-514",
		async (group, t) => {
			await group.faults("path", { path: "x" });
			const longest = pathOf(255, t.unique("long"));
			(await group.change({ path: longest })).has({ path: longest });
			await group.faults("path", { path: `${longest}x` });
			// Among all of two letters there may be one in use; a second is tried then.
			const short = await group.put({ path: "q7" });
			(short.status === 200 ? short : await group.put({ path: "z3" })).is(200);
			t.same("the length of the path", (await group.get()).is(200).string("path").length, 2);
		},
		{ of: "leaf_group" },
	),
	onGroup("GROUP-515", async (group, t) => {
		const texts = await group.faults("path", { path: "" });
		t.holds("message.path should say that it can't be blank", texts.includes("can't be blank"));
	}),
	onGroup("GROUP-516", async (group) => {
		for (const path of ["with space", "-dash", "code.git", "feed.atom"]) await group.faults("path", { path });
	}),
	onGroup("GROUP-517", async (group, t) => {
		const description = t.unique("description");
		await group.change({ description });
		(await group.get()).is(200).has({ description });
		await group.put({ description: "" });
		const read = (await group.get()).is(200);
		t.holds("the description should be empty", !read.field("description"), read);
	}),
	assumed("GROUP-018", "A group {id} made only of digits is read as a numeric ID, never as a path.", [], async (t) => {
		const [group, other] = [await HeldGroup.of(t, "leaf_group"), await HeldGroup.of(t, "private_group")];
		const path = String(other.id);
		await group.change({ path });
		// As a path of its own it would be that of a top-level group.
		const response = await t.as("administrator").call("getGroup", { id: path, with_projects: false });
		response.is(200).has({ id: other.id, full_path: other.before.full_path });
		const unused = "999999999";
		const lone = (await other.change({ path: unused }, t.as("administrator"))).number("id");
		(await t.as("administrator").call("getGroup", { id: unused })).refuses(404, unknownGroup);
		(await other.get(t.as("administrator"))).is(200).has({ id: lone, path: unused });
	}),
];
