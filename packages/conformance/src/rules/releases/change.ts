import type { Params } from "../../rule/address";
import type { Answer, Fields } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { create, fresh, get, inVain, list, remove, update } from "./lab";

/** A link with a direct path, to be changed. */
async function linked(t: Context): Promise<{ id: number; before: Fields }> {
	const { name, url } = fresh(t);
	const made = (await create(t, { name, url, link_type: "image", direct_asset_path: `/bin/${name}` })).is(201);
	return { id: made.number("id"), before: made.fields };
}

/** Changed in this alone, as the answer says and as is read then. */
async function changes(t: Context, fields: Params, expected: Fields): Promise<void> {
	const { before, id } = await linked(t);
	const response = (await update(t, id, fields)).ok;
	t.same("the updated link", response.fields, { ...before, ...expected }, response);
	const read = await get(t, id);
	t.same("the link that is read", read.is(200).json, response.json, read);
}

async function refuses(t: Context, id: number, fields: Params): Promise<Answer> {
	const response = await inVain(t, () => update(t, id, fields));
	t.holds("the change should be refused", response.status >= 400 && response.status < 500, response);
	return response;
}

const neither: readonly Params[] = [{}, { link_type: "runbook" }, { direct_asset_path: "/new/path" }];

/** Changing links. */
export const linkChanges: readonly Rule[] = [
	rule("LINK-055", "PUT name=X changes the name and leaves url as it was; the response is the updated link.", "updateReleaseLink", async (t) => {
		const name = t.unique("renamed");
		await changes(t, { name }, { name });
	}),
	rule("LINK-056", "PUT url=X changes the url and leaves name as it was.", "updateReleaseLink", async (t) => {
		const { url } = fresh(t);
		await changes(t, { url }, { url });
	}),
	rule(
		"LINK-057",
		"PUT with neither name nor url (empty, or only link_type, or only direct_asset_path) is rejected and changes nothing.",
		"updateReleaseLink",
		async (t) => {
			const { id } = await linked(t);
			for (const fields of neither) await refuses(t, id, fields);
		},
	),
	assumed("LINK-058", 'That rejection is 400 {"error":"name, url are missing, at least one parameter must be provided"}.', "updateReleaseLink", async (t) => {
		const { id } = await linked(t);
		const error = "name, url are missing, at least one parameter must be provided";
		for (const fields of neither) (await update(t, id, fields)).refuses(400, { error });
	}),
	rule("LINK-059", "PUT name and link_type=runbook changes link_type to runbook.", "updateReleaseLink", async (t) => {
		const name = t.unique("renamed");
		await changes(t, { name, link_type: "runbook" }, { name, link_type: "runbook" });
	}),
	assumed("LINK-060", "PUT without link_type leaves the link's link_type unchanged.", "updateReleaseLink", async (t) => {
		const { id } = await linked(t);
		(await update(t, id, { name: t.unique("renamed") })).is(200).has({ link_type: "image" });
		(await update(t, id, { url: fresh(t).url })).is(200).has({ link_type: "image" });
		(await get(t, id)).is(200).has({ link_type: "image" });
	}),
	rule("LINK-061", "PUT name and direct_asset_path changes the direct asset path.", "updateReleaseLink", async (t) => {
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
	assumed("LINK-062", "After changing direct_asset_path any direct_asset_url returned reflects the new path.", "updateReleaseLink", async (t) => {
		const { before, id } = await linked(t);
		const path = `/new/${t.unique("path")}`;
		const response = (await update(t, id, { name: before.name, direct_asset_path: path })).is(200);
		const listed = (await list(t)).is(200).items.find((one) => one.id === id);
		for (const link of [response.fields, (await get(t, id)).is(200).fields, listed])
			t.holds(`direct_asset_url should end with ${path}`, String(link?.direct_asset_url).endsWith(path), response);
	}),
	assumed(
		"LINK-063",
		'link_type outside the enum answers 400 {"error":"link_type does not have a valid value"}; link unchanged.',
		"updateReleaseLink",
		async (t) => {
			const { id } = await linked(t);
			const response = await refuses(t, id, { name: t.unique("renamed"), link_type: "video" });
			response.refuses(400, { error: "link_type does not have a valid value" });
		},
	),
	assumed("LINK-064", "Success answers 200; id stays the same.", "updateReleaseLink", async (t) => {
		const { id } = await linked(t);
		(await update(t, id, { name: t.unique("renamed") })).is(200).has({ id });
	}),
	rule("LINK-065", "Renaming to a name, or moving to a url, of another link of the release is rejected; link unchanged.", "updateReleaseLink", async (t) => {
		const [one, other] = [await linked(t), await linked(t)];
		await refuses(t, one.id, { name: other.before.name });
		await refuses(t, one.id, { url: other.before.url });
	}),
	assumed("LINK-066", "Sending the link's own current name and url is accepted (200).", "updateReleaseLink", async (t) => {
		const { before, id } = await linked(t);
		const response = (await update(t, id, { name: before.name, url: before.url })).is(200);
		t.same("the link", response.fields, before, response);
	}),
	assumed("LINK-067", "An invalid url (wrong_url, ssh://x) answers 400 with a message array; link unchanged.", "updateReleaseLink", async (t) => {
		const { id } = await linked(t);
		for (const url of ["wrong_url", "ssh://x"]) {
			const response = (await refuses(t, id, { url })).refuses(400);
			const message = response.field("message");
			t.holds("the message should be a list", Array.isArray(message) && message.length > 0, response);
		}
	}),
	rule(
		"LINK-068",
		"Answers with the deleted link (its id, name, url, link_type) and removes it: get answers 404 and the list no longer holds it.",
		"deleteReleaseLink",
		async (t) => {
			const [kept, gone] = [await linked(t), await linked(t)];
			const { id, link_type, name, url } = gone.before;
			(await remove(t, gone.id)).ok.has({ id, link_type, name, url });
			(await get(t, gone.id)).refuses(404);
			const listed = (await list(t, { per_page: 100 })).is(200);
			t.holds("the list should no longer have it", !listed.ids.includes(gone.id), listed);
			t.holds("the list should have the other still", listed.ids.includes(kept.id), listed);
		},
	),
	assumed("LINK-069", 'Success answers 200 (not 204); a second DELETE answers 404 {"message":"404 Not found"}.', "deleteReleaseLink", async (t) => {
		const { id } = await linked(t);
		(await remove(t, id)).is(200);
		(await remove(t, id)).refuses(404, { message: "404 Not found" });
	}),
	assumed("LINK-070", "After deletion its name and url can be used again in the release.", "deleteReleaseLink", async (t) => {
		const { before, id } = await linked(t);
		(await remove(t, id)).ok;
		const { name, url } = before;
		(await create(t, { name, url })).is(201).has({ name, url });
	}),
];
