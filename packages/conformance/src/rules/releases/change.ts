import type { Params } from "../../rule/address";
import type { Answer, Fields } from "../../rule/answer";
import type { Trial } from "../../rule/context";
import { type Check, check } from "../../rule/rule";
import { create, fresh, get, inVain, list, remove, update } from "./lab";

/** A link with a direct path, to be changed. */
async function linked(t: Trial): Promise<{ id: number; before: Fields }> {
	const { name, url } = fresh(t);
	const made = (await create(t, { name, url, link_type: "image", direct_asset_path: `/bin/${name}` })).is(201);
	return { id: made.number("id"), before: made.fields };
}

/** Changed in this alone, as the answer says and as is read then. */
async function changes(t: Trial, fields: Params, expected: Fields): Promise<void> {
	const { before, id } = await linked(t);
	const told = (await update(t, id, fields)).ok;
	t.same("the updated link", told.fields, { ...before, ...expected }, told);
	const read = await get(t, id);
	t.same("the link that is read", read.is(200).json, told.json, read);
}

async function refuses(t: Trial, id: number, fields: Params): Promise<Answer> {
	const told = await inVain(t, () => update(t, id, fields));
	t.holds("the change should be refused", told.status >= 400 && told.status < 500, told);
	return told;
}

const neither: readonly Params[] = [{}, { link_type: "runbook" }, { direct_asset_path: "/new/path" }];

/** Changing links. */
export const linkChanges: readonly Check[] = [
	check("LINK-055", async (t) => {
		const name = t.unique("renamed");
		await changes(t, { name }, { name });
	}),
	check("LINK-056", async (t) => {
		const { url } = fresh(t);
		await changes(t, { url }, { url });
	}),
	check("LINK-057", async (t) => {
		const { id } = await linked(t);
		for (const fields of neither) await refuses(t, id, fields);
	}),
	check("LINK-058", async (t) => {
		const { id } = await linked(t);
		const error = "name, url are missing, at least one parameter must be provided";
		for (const fields of neither) (await update(t, id, fields)).refuses(400, { error });
	}),
	check("LINK-059", async (t) => {
		const name = t.unique("renamed");
		await changes(t, { name, link_type: "runbook" }, { name, link_type: "runbook" });
	}),
	check("LINK-060", async (t) => {
		const { id } = await linked(t);
		(await update(t, id, { name: t.unique("renamed") })).is(200).has({ link_type: "image" });
		(await update(t, id, { url: fresh(t).url })).is(200).has({ link_type: "image" });
		(await get(t, id)).is(200).has({ link_type: "image" });
	}),
	check("LINK-061", async (t) => {
		const { before, id } = await linked(t);
		const { name } = before;
		const path = `/new/${t.unique("path")}`;
		(await update(t, id, { name, direct_asset_path: path })).ok;
		// Where the new path stands is told by the address alone; the former one is free again.
		const read = (await get(t, id)).is(200);
		const direct = String(read.field("direct_asset_url"));
		t.holds("the link should have another direct path", direct !== before.direct_asset_url, read);
		(await create(t, { ...fresh(t), direct_asset_path: `/bin/${name}` })).ok;
	}),
	check("LINK-062", async (t) => {
		const { before, id } = await linked(t);
		const path = `/new/${t.unique("path")}`;
		const told = (await update(t, id, { name: before.name, direct_asset_path: path })).is(200);
		const listed = (await list(t)).is(200).items.find((one) => one.id === id);
		for (const link of [told.fields, (await get(t, id)).is(200).fields, listed])
			t.holds(`direct_asset_url should end with ${path}`, String(link?.direct_asset_url).endsWith(path), told);
	}),
	check("LINK-063", async (t) => {
		const { id } = await linked(t);
		const told = await refuses(t, id, { name: t.unique("renamed"), link_type: "video" });
		told.refuses(400, { error: "link_type does not have a valid value" });
	}),
	check("LINK-064", async (t) => {
		const { id } = await linked(t);
		(await update(t, id, { name: t.unique("renamed") })).is(200).has({ id });
	}),
	check("LINK-065", async (t) => {
		const [one, other] = [await linked(t), await linked(t)];
		await refuses(t, one.id, { name: other.before.name });
		await refuses(t, one.id, { url: other.before.url });
	}),
	check("LINK-066", async (t) => {
		const { before, id } = await linked(t);
		const told = (await update(t, id, { name: before.name, url: before.url })).is(200);
		t.same("the link", told.fields, before, told);
	}),
	check("LINK-067", async (t) => {
		const { id } = await linked(t);
		for (const url of ["wrong_url", "ssh://x"]) {
			const told = (await refuses(t, id, { url })).refuses(400);
			const message = told.field("message");
			t.holds("the message should be a list", Array.isArray(message) && message.length > 0, told);
		}
	}),
	check("LINK-068", async (t) => {
		const [kept, gone] = [await linked(t), await linked(t)];
		const { id, link_type, name, url } = gone.before;
		(await remove(t, gone.id)).ok.has({ id, link_type, name, url });
		(await get(t, gone.id)).refuses(404);
		const listed = (await list(t, { per_page: 100 })).is(200);
		t.holds("the list should no longer have it", !listed.ids.includes(gone.id), listed);
		t.holds("the list should have the other still", listed.ids.includes(kept.id), listed);
	}),
	check("LINK-069", async (t) => {
		const { id } = await linked(t);
		(await remove(t, id)).is(200);
		(await remove(t, id)).refuses(404, { message: "404 Not found" });
	}),
	check("LINK-070", async (t) => {
		const { before, id } = await linked(t);
		(await remove(t, id)).ok;
		const { name, url } = before;
		(await create(t, { name, url })).is(201).has({ name, url });
	}),
];
