import fc from "fast-check";
import type { Params } from "../../rule/address";
import type { Context } from "../../rule/context";
import type { Rule } from "../../rule/rule";
import { type Move, sequences } from "./play";
import { isInVain, onOne, Shelf, withOne, words } from "./shelf";

interface Runner {
	readonly id: number;
	description: string;
	paused: boolean;
	tag_list: readonly string[];
	gone: boolean;
}

/** The runners of a sequence have a unique tag, by which they are listed. */
async function begin(t: Context) {
	const id = t.scene("group");
	return {
		t,
		id,
		group_id: await groupId(t, id),
		owner: t.as("owner"),
		tag: t.unique("tag"),
		shelf: new Shelf<Runner>(),
	};
}
type Model = Awaited<ReturnType<typeof begin>>;

/** The id of the group, requested once per check instead of once per sequence. */
const groupIds = new WeakMap<Context, number>();
async function groupId(t: Context, path: string): Promise<number> {
	const known = groupIds.get(t) ?? (await t.given.groupId(path));
	groupIds.set(t, known);
	return known;
}

const create = fc.boolean().map(
	(paused): Move<Model> =>
		async ({ t, group_id, owner, tag, shelf }) => {
			const description = t.unique("runner");
			const fields = { runner_type: "group_type", group_id, description, paused, tag_list: tag };
			const id = (await owner.call("createUserRunner", fields)).is(201).number("id");
			t.undo(`runner ${id}`, () => owner.call("deleteRunner", { id }));
			shelf.add({ id, description, paused, tag_list: [tag], gone: false });
		},
);

type Changes = Partial<Pick<Runner, "description" | "paused" | "tag_list">>;

async function change({ owner }: Model, runner: Runner, changes: Changes, sent: Params = changes): Promise<void> {
	const response = await owner.call("updateRunner", { id: runner.id, ...sent });
	if (runner.gone) return void response.is(404);
	Object.assign(runner, changes);
	const { id, description, paused } = runner;
	response.is(200).has({ id, description, paused, active: !paused });
}

const describe = withOne(words, (model: Model, runner: Runner, description) => change(model, runner, { description }));
/** Pauses or resumes a runner, with `paused` or with the older `active`. */
const pause = withOne(fc.tuple(fc.boolean(), fc.boolean()), (model: Model, runner: Runner, [paused, isOld]) => {
	return change(model, runner, { paused }, isOld ? { active: !paused } : { paused });
});
const retag = withOne(fc.subarray(["docker", "linux", "arm"]), (model: Model, runner: Runner, tags) => {
	return change(model, runner, { tag_list: [model.tag, ...tags] });
});

const remove = onOne(async ({ t, owner }: Model, runner: Runner) => {
	const response = await owner.call("deleteRunner", { id: runner.id });
	if (runner.gone) return isInVain(t, response);
	response.is(204);
	runner.gone = true;
});

async function read({ t, owner }: Model, { gone, tag_list, ...expected }: Runner): Promise<void> {
	const response = await owner.call("getRunner", { id: expected.id });
	if (gone) return void response.is(404);
	response.is(200).has({ ...expected, active: !expected.paused });
	const tags = response.field("tag_list");
	t.same("tag_list", Array.isArray(tags) ? [...tags].sort() : tags, [...tag_list].sort(), response);
}

const list = fc.option(fc.boolean(), { nil: undefined }).map(
	(paused): Move<Model> =>
		async ({ t, id, owner, tag, shelf }) => {
			const asked = { id, tag_list: [tag], per_page: 100, ...(paused !== undefined && { paused }) };
			const response = (await owner.call("listGroupRunners", asked)).is(200);
			const expected = shelf.there.filter((one) => paused === undefined || one.paused === paused);
			const ascending = (a: number, b: number) => a - b;
			const ids = expected.map((one) => one.id).sort(ascending);
			t.same("the listed runners of the sequence", [...response.ids].sort(ascending), ids, response);
		},
);

/** Creates, changes, pauses, removes and reads runners of a group in any order. */
export const runners: Rule = sequences({
	noun: "runners",
	title: "runners are read and listed with the values of the last change, and are gone after their removal, in any sequence of operations",
	level: "MUST",
	operations: ["createUserRunner", "updateRunner", "deleteRunner", "getRunner", "listGroupRunners"],
	begin,
	first: create,
	moves: [create, describe, pause, retag, remove, onOne(read), list],
	last: async (model) => {
		for (const runner of model.shelf.items) await read(model, runner);
	},
});
