import fc from "fast-check";
import type { Context } from "../../rule/context";
import type { Rule } from "../../rule/rule";
import { type Move, sequences } from "./play";
import { isInVain, onOne, Shelf, withOne } from "./shelf";

interface Link {
	readonly id: number;
	name: string;
	url: string;
	link_type: string;
	gone: boolean;
}

async function begin(t: Context) {
	const where = { id: t.scene("project"), tag_name: t.scene("tag_name") };
	return { t, owner: t.as("owner"), where, shelf: new Shelf<Link>() };
}
type Model = Awaited<ReturnType<typeof begin>>;

const types = fc.constantFrom("other", "runbook", "image", "package");

const shown = ({ id, name, url, link_type }: Link) => ({ id, name, url, link_type });

const add = async ({ t, owner, where, shelf }: Model, name: string, link_type: string | undefined) => {
	const url = `https://example.com/${t.unique("address")}`;
	const fields = { name, url, ...(link_type && { link_type }) };
	const response = await owner.call("createReleaseLink", { ...where, ...fields });
	if (shelf.there.some((one) => one.name === name)) return void response.is(400);
	const id = response.is(201).number("id");
	t.undo(`release link ${id}`, () => owner.call("deleteReleaseLink", { ...where, link_id: id }));
	const link = { id, name, url, link_type: link_type ?? "other", gone: false };
	response.has(shown(link));
	shelf.add(link);
};

const create = fc.option(types, { nil: undefined }).map(
	(type): Move<Model> =>
		async (model) =>
			await add(model, model.t.unique("link"), type),
);

/** Creates a link with a used name: it is refused while the other link exists, and accepted after its removal. */
const createOfSameName = onOne(async (model: Model, link: Link) => await add(model, link.name, undefined));

/** Changes a link. The request always has a type: without one, GitLab itself sets it to `other`. */
async function change({ owner, where, shelf }: Model, link: Link, changes: Partial<Link>): Promise<void> {
	const response = await owner.call("updateReleaseLink", { ...where, link_id: link.id, link_type: link.link_type, ...changes });
	if (link.gone) return void response.is(404);
	if (shelf.there.some((one) => one !== link && one.name === changes.name)) return void response.is(400);
	Object.assign(link, changes);
	response.is(200).has(shown(link));
}

const rename = onOne((model: Model, link: Link) => change(model, link, { name: model.t.unique("renamed") }));
const move = onOne((model: Model, link: Link) => {
	return change(model, link, { url: `https://example.com/${model.t.unique("moved")}` });
});
const retype = withOne(types, (model: Model, link: Link, link_type) => {
	return change(model, link, { name: link.name, link_type });
});

const remove = onOne(async ({ t, owner, where }: Model, link: Link) => {
	const response = await owner.call("deleteReleaseLink", { ...where, link_id: link.id });
	if (link.gone) return isInVain(t, response);
	response.is(200).has(shown(link));
	link.gone = true;
});

async function read({ owner, where }: Model, link: Link): Promise<void> {
	const response = await owner.call("getReleaseLink", { ...where, link_id: link.id });
	if (link.gone) response.is(404);
	else response.is(200).has(shown(link));
}

const list: Move<Model> = async ({ t, owner, where, shelf }) => {
	const response = (await owner.list("listReleaseLinks", where)).is(200);
	const own = response.items.filter(({ id }) => shelf.items.some((link) => link.id === id));
	const byId = (a: { id?: unknown }, b: { id?: unknown }) => Number(a.id) - Number(b.id);
	const listed = own.map(({ id, name, url, link_type }) => ({ id, name, url, link_type }));
	t.same("the listed links of the sequence", listed.toSorted(byId), shelf.there.map(shown).sort(byId), response);
	t.assume("the newest links should come first", listed.map(({ id }) => id).join() === shelf.there.map(({ id }) => id).join(), response);
};

/** Creates, changes, removes and reads links of a release in any order. */
export const releaseLinks: Rule = sequences({
	noun: "release-links",
	title: "links of a release have the values of the last write, newest first; a removed link frees its name, in any sequence of operations",
	level: "MUST",
	operations: ["createReleaseLink", "updateReleaseLink", "deleteReleaseLink", "getReleaseLink", "listReleaseLinks"],
	begin,
	first: create,
	moves: [create, createOfSameName, rename, move, retype, remove, onOne(read), fc.constant(list)],
	last: async (model) => {
		for (const link of model.shelf.items) await read(model, link);
		await list(model);
	},
});
