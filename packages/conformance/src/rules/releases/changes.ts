import type { Params } from "../../rule/address";
import { formAt, forms } from "../../rule/caller";
import { assumed, type Rule, rule } from "../../rule/rule";
import { allInVain, create, fresh, get, inVain, linked, mine, remove, update } from "./lab";

const [link_type, direct_asset_path] = ["runbook", "/new/path"];
const neither: readonly Params[] = [{}, { link_type }, { direct_asset_path }, { link_type, direct_asset_path }, { filepath: direct_asset_path }];

/** Changing and deleting links. */
export const linkChanges: readonly Rule[] = [
	rule(
		"LINK-057, LINK-058",
		"Changing a link requires name or url. A request with neither is refused with an error that names both.",
		"updateReleaseLink",
		async (t) => {
			const { id } = await linked(t);
			for (const [name, value] of Object.entries(fresh(t))) (await update(t, id, { [name]: value })).ok.has({ [name]: value });
			const error = "name, url are missing, at least one parameter must be provided";
			const requests = neither.flatMap((fields) => forms.map((as) => () => update(t, id, fields, { as })));
			for (const response of await allInVain(t, requests)) response.refuses(400, { error });
		},
	),
	assumed(
		"",
		"filepath is an older name of direct_asset_path, which takes precedence if both are sent. A path has at least four characters.",
		["createReleaseLink", "updateReleaseLink"],
		async (t) => {
			const [older, newer] = [`/${t.unique("older")}`, `/${t.unique("newer")}`];
			const made = (await create(t, { ...fresh(t), filepath: older })).is(201);
			const direct = (path: string) => ({ direct_asset_url: made.string("direct_asset_url").replace(older, path) });
			t.holds("direct_asset_url should end in the path", made.string("direct_asset_url").endsWith(older), made);
			const id = made.number("id");
			const name = made.string("name");
			(await update(t, id, { name, filepath: older, direct_asset_path: newer })).is(200).has(direct(newer));
			(await update(t, id, { name, filepath: older })).is(200).has(direct(older));
			for (const field of ["direct_asset_path", "filepath"])
				(await inVain(t, () => update(t, id, { name, [field]: "/ab" }))).refuses(400, { message: ["Filepath is too short (minimum is 4 characters)"] });
			(await update(t, id, { name, direct_asset_path: "/abc" })).is(200).has(direct("/abc"));
		},
		{ id: "rules/release-links/filepath" },
	),
	assumed("LINK-062", "direct_asset_url reflects a changed direct_asset_path, and equals url once the path is empty.", "updateReleaseLink", async (t) => {
		const { before, id } = await linked(t);
		for (const path of [`/new/${t.unique("path")}`, "", `/new/${t.unique("path")}`]) {
			const response = (await update(t, id, { name: before.name, direct_asset_path: path })).is(200);
			const listed = (await mine(t)).find((one) => one.id === id);
			for (const link of [response.fields, (await get(t, id)).is(200).fields, listed]) {
				const direct = String(link?.direct_asset_url);
				t.holds(`direct_asset_url ends with the path "${path}"`, path === "" ? direct === before.url : direct.endsWith(`/downloads${path}`), response);
			}
		}
	}),
	assumed("LINK-067", "Changing a link to an invalid name, url or direct_asset_path is refused.", "updateReleaseLink", async (t) => {
		const { id } = await linked(t);
		const name = t.unique("renamed");
		const scheme = "Url is blocked: Only allowed schemes are http, https, ftp";
		for (const [fields, body] of [
			[{ name, url: "wrong_url" }, { message: [scheme] }],
			[{ url: "ssh://x" }, { message: [scheme] }],
			[{ url: "" }, { message: ["Url can't be blank"] }],
			[{ name: "" }, { message: ["Name can't be blank"] }],
			[{ name, direct_asset_path: "new" }, { message: ["Filepath is in an invalid format"] }],
			[{ name, direct_asset_path: "/".padEnd(129, "a") }, { message: ["Filepath is too long (maximum is 128 characters)"] }],
		] as const)
			(await inVain(t, () => update(t, id, fields))).refuses(400, body);
	}),
	assumed(
		"",
		"After a link has changed, another link of the release can use its former name, url and path.",
		["updateReleaseLink", "createReleaseLink"],
		async (t) => {
			const { before, id, path } = await linked(t);
			const now = fresh(t);
			(await update(t, id, { ...now, direct_asset_path: `/new/${t.unique("path")}` })).is(200);
			(await create(t, { name: before.name, url: before.url, direct_asset_path: path })).is(201).has({ name: before.name, url: before.url });
			(await get(t, id)).is(200).has({ name: now.name, url: now.url });
		},
		{ id: "rules/release-links/free-again" },
	),
	rule("LINK-065", "Changing a link's name, url or path to that of another link of the release is refused.", "updateReleaseLink", async (t) => {
		const [one, other] = [await linked(t), await linked(t)];
		const taken = (response: Awaited<ReturnType<typeof update>>, field: string): void =>
			t.assume(`the message is ${field} has already been taken`, response.text.includes(`"${field} has already been taken"`), response);
		const { name, url } = other.before;
		const sent = [{ name }, { url }, { name, url: fresh(t).url }, { url, name: fresh(t).name, link_type: "runbook" }];
		const requests = sent.map((fields, index) => () => update(t, one.id, fields, { as: formAt(index) }));
		// Those of an older link too.
		for (const field of ["name", "url"]) requests.push(() => update(t, other.id, { [field]: one.before[field] }));
		for (const [at, response] of (await allInVain(t, requests)).entries()) taken(response, at % 2 === 0 ? "Name" : "Url");
		const moved = await update(t, one.id, { name: t.unique("renamed"), direct_asset_path: other.path });
		t.assume("the path of another link is refused", moved.status === 400, moved);
	}),
	rule("LINK-068", "Deleting a link returns it and removes only that link, which can no longer be read or listed.", "deleteReleaseLink", async (t) => {
		const [kept, gone, last] = [await linked(t), await linked(t, { link_type: "runbook" }), await linked(t)];
		const { id, link_type, name, url } = gone.before;
		const before = (await get(t, kept.id)).is(200).fields;
		(await remove(t, gone.id)).ok.has({ id, link_type, name, url });
		(await get(t, gone.id)).refuses(404);
		const listed = (await mine(t)).map((link) => Number(link.id)).sort((a, b) => a - b);
		t.same(
			"the remaining links",
			listed,
			[kept.id, last.id].sort((a, b) => a - b),
		);
		t.same("another link of the release", (await get(t, kept.id)).is(200).fields, before);
	}),
	assumed(
		"LINK-069, LINK-070",
		"Deleting a link returns 200, and 404 the second time. Its name, url and path can then be used again.",
		"deleteReleaseLink",
		async (t) => {
			const { before, id, path } = await linked(t);
			(await remove(t, id)).is(200);
			(await inVain(t, () => remove(t, id))).refuses(404, { message: "404 Not found" });
			const { name, url } = before;
			const made = (await create(t, { name, url, direct_asset_path: path })).is(201).has({ name, url });
			t.holds("the id is new", made.number("id") !== id, made);
		},
	),
];
