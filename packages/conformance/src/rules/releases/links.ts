import type { Params } from "../../rule/address";
import { formAt } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { pause } from "../../rule/eventually";
import type { ApiResponse } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import { allInVain, create, fresh, get, inVain, linked, list, mine, operations, otherTag, perform, place, remove, update } from "./lab";

const notFound = { message: "404 Not found" };
const types = ["runbook", "image", "package", "other"];

/** Sends a creation that must be refused and create nothing. */
const refuses = async (t: Context, fields: Params): Promise<ApiResponse> => await inVain(t, () => create(t, fields));

const foreign = [
	..."ssh SSH file ftps sftp git ws data httpx http+x xhttps".split(" ").map((scheme) => `${scheme}://example.com/`),
	"javascript:alert(1)//",
	"JavaScript:open('https://example.com/')//",
	"mailto:ann@example.com?",
	"ssh:http://example.com/",
	"example.com/",
	"//example.com/",
	"wrong_url",
	" https://example.com/",
];

/** Addresses, lists and single links. */
const reading: readonly Rule[] = [
	assumed("LINK-018", "All five operations on release links accept a percent-encoded tag in the path.", operations, async (t) => {
		for (const tag of ["rel/1.0", "v 2", "50%", "ü", "a?b#c"]) {
			const tag_name = `${tag}-${t.unique("tag")}`;
			await t.given.record("releases", { project: t.scene("project"), tag_name });
			const { before, id, path } = await linked(t, { tag_name });
			const url = String(before.direct_asset_url);
			t.holds("direct_asset_url has the tag encoded", url.endsWith(`/-/releases/${encodeURIComponent(tag_name)}/downloads${path}`));
			(await list(t, { tag_name })).is(200).every("the link", (one) => one.id === id);
			for (const operation of ["getReleaseLink", "updateReleaseLink", "deleteReleaseLink"] as const)
				(await perform(t, operation, t.as("developer"), id, { tag_name })).is(200).has({ id });
			const empty = (await list(t, { tag_name })).is(200);
			t.same("the links of a release that has none", empty.json, [], empty);
		}
	}),
	rule(
		"LINK-019",
		"The list of links is an array with only the links of its release. A deleted link is no longer in it.",
		["listReleaseLinks", "createReleaseLink"],
		async (t) => {
			const tag_name = await otherTag(t);
			const own = (await linked(t)).id;
			const other = (await linked(t, { tag_name })).id;
			const [here, there] = [await list(t, { per_page: 100 }), await list(t, { tag_name, per_page: 100 })];
			t.holds("each release lists its own link", here.is(200).ids.includes(own) && there.is(200).ids.includes(other), here);
			t.holds("neither release lists the other's link", !here.ids.includes(other) && !there.ids.includes(own), there);
			(await t.as("owner").call("deleteReleaseLink", { ...place(t), tag_name, link_id: other })).ok;
			const after = (await list(t, { tag_name, per_page: 100 })).is(200);
			t.holds("the list is an array without the deleted link", !after.ids.includes(other), after);
		},
	),
	rule(
		"LINK-019",
		"A release lists only its own links, not those of a release whose tag shares a prefix or suffix. Without links, the list is empty.",
		["listReleaseLinks", "createReleaseLink"],
		async (t) => {
			for (const tag_name of [`${t.scene("tag_name")}-${t.unique("tag")}`, `${t.unique("tag")}-${t.scene("tag_name")}`]) {
				await t.given.record("releases", { project: t.scene("project"), tag_name });
				const empty = (await list(t, { tag_name })).is(200);
				t.same("the links of a release without links", empty.json, [], empty);
				const { id } = await linked(t, { tag_name });
				(await list(t, { tag_name, per_page: 100 })).is(200).every("the link", (one) => one.id === id);
				(await list(t, { per_page: 100 })).is(200).every("another link", (one) => one.id !== id);
			}
		},
		{ id: "LINK-019/tags" },
	),
	assumed("LINK-020", "Links are sorted by creation time, newest first.", ["listReleaseLinks", "createReleaseLink"], async (t) => {
		const ids: unknown[] = [];
		for (let count = 0; count < 3; count++) {
			ids.unshift((await linked(t)).id);
			await pause(3);
		}
		t.same(
			"the links of the list",
			(await mine(t)).map((link) => link.id),
			ids,
		);
	}),
	assumed(
		"LINK-020",
		"Links are sorted by creation time descending, then by id descending. Pages follow that order.",
		["listReleaseLinks", "createReleaseLink"],
		async (t) => {
			const tag_name = t.unique("tag");
			const release = await t.given.record("releases", { project: t.scene("project"), tag_name });
			const made: { id: number; day: number }[] = [];
			for (let count = 0; count < 101; count++) {
				const day = 1 + ((count * 11) % 28);
				const created_at = `2026-01-${String(day).padStart(2, "0")}T00:00:00.000Z`;
				made.push({ id: (await t.given.record("release_links", { release_id: release.id, created_at })).id, day });
			}
			const all = made.sort((a, b) => b.day - a.day || b.id - a.id).map(({ id }) => id);
			for (const [query, from, to] of [
				[{}, 0, 20],
				[{ page: 2 }, 20, 40],
				[{ page: 6 }, 100, 101],
				[{ page: 7 }, 101, 101],
				[{ per_page: 100 }, 0, 100],
				[{ per_page: 101 }, 0, 100],
				[{ per_page: 7, page: 15 }, 98, 101],
			] as const) {
				const listed = (await list(t, { tag_name, ...query })).is(200);
				t.same("the page", listed.ids, all.slice(from, to), listed);
				t.same("x-total", listed.header("x-total"), "101", listed);
			}
		},
		{ id: "LINK-020/times" },
	),
	assumed("LINK-028..032", "All five operations on release links return 404 for a tag that has no release in the project.", operations, async (t) => {
		const { id } = await linked(t);
		const tag = t.scene("tag_name");
		for (const tag_name of [t.unique("no-release"), tag.slice(0, -1), `${tag}0`, tag.toUpperCase(), tag.toLowerCase(), "__proto__"]) {
			if (tag_name === tag) continue;
			for (const operation of operations) (await inVain(t, () => perform(t, operation, t.as("developer"), id, { tag_name }))).refuses(404, notFound);
		}
	}),
	assumed(
		"LINK-030",
		"All five operations on release links return 404 for a tag whose only release is in another project.",
		operations,
		async (t) => {
			const other = t.unique("tag");
			const project = await t.given.record("projects", { full_path: `${t.scene("group")}/${t.unique("lab")}` });
			await t.given.record("releases", { project_id: project.id, tag_name: other });
			const { id } = await linked(t);
			for (const operation of operations) (await inVain(t, () => perform(t, operation, t.as("developer"), id, { tag_name: other }))).refuses(404, notFound);
		},
		{ id: "LINK-030/elsewhere" },
	),
];

/** New links. */
const creation: readonly Rule[] = [
	rule(
		"LINK-034, LINK-037",
		"Creating a link of any link_type returns it as sent, with a new id. The link can then be read and listed.",
		"createReleaseLink",
		async (t) => {
			const known = new Set<unknown>();
			for (const link_type of types) {
				const { name, url } = fresh(t);
				const sent = { name: `${name} <b>&amp;</b> "é" 😀 100 % ${"x".repeat(120)}`, url: `${url}${"y".repeat(300)}`, link_type };
				const made = (await create(t, sent)).ok.has(sent).shows("direct_asset_url");
				const id = made.number("id");
				t.holds("the id is new", !known.has(id), made);
				known.add(id);
				(await get(t, id)).is(200).has({ id, ...sent });
				const listed = (await mine(t)).map((link) => link.id);
				t.same("the number of listed links", listed.length, known.size);
				t.holds("the list has the link", listed.includes(id));
			}
		},
	),
	rule(
		"LINK-036",
		"link_type of a new link defaults to other, whatever its url is and whatever links the release already has.",
		"createReleaseLink",
		async (t) => {
			await linked(t);
			const urls = ["https://example.com/@.png", "ftp://example.com/@.tar.gz"].map((url) => ({ url: url.replace("@", t.unique("at")) }));
			for (const more of [{}, { direct_asset_path: `/${t.unique("path")}` }, ...urls]) {
				const made = (await create(t, { ...fresh(t), ...more })).ok.has({ link_type: "other" });
				(await get(t, made.number("id"))).is(200).has({ link_type: "other" });
			}
		},
	),
	rule("LINK-039, LINK-040", "Creating a link with the name or url of another link of the release is refused.", "createReleaseLink", async (t) => {
		const { id } = await linked(t);
		await linked(t);
		// The name and url that a link got by a change count.
		const { name, url } = (await update(t, id, fresh(t))).ok.fields;
		const sent = [{}, { link_type: "runbook" }, { direct_asset_path: `/bin/${t.unique("path")}` }].flatMap((more) =>
			[
				{ name, url: fresh(t).url.replace("http", "ftp") },
				{ name: fresh(t).name, url },
			].map((taken) => ({ ...more, ...taken })),
		);
		await allInVain(
			t,
			sent.map((fields, index) => () => create(t, fields, undefined, { as: formAt(index) })),
		);
	}),
	rule(
		"LINK-041, LINK-055, LINK-056, LINK-068",
		"Links of two releases of a project can have the same name, url and path, also after an update. Deleting one leaves the other.",
		["createReleaseLink", "updateReleaseLink", "deleteReleaseLink"],
		async (t) => {
			const sent = { ...fresh(t), direct_asset_path: `/bin/${t.unique("path")}` };
			const { name, url } = sent;
			const tag_name = await otherTag(t);
			const { id } = (await create(t, sent)).ok.fields;
			const there = (await create(t, { ...sent, tag_name })).ok.has({ name, url });
			await inVain(t, () => create(t, { ...sent, tag_name }), { tag_name });
			(await remove(t, id)).ok;
			(await t.as("owner").call("getReleaseLink", { ...place(t), tag_name, link_id: there.number("id") })).is(200).has({ name, url });
			(await update(t, (await linked(t)).id, { name, url })).ok.has({ name, url });
		},
	),
	assumed(
		"LINK-042, LINK-053",
		"Creating a link whose name, url or path is taken returns 400 with every taken field. All three are case-sensitive.",
		"createReleaseLink",
		async (t) => {
			const { before, path } = await linked(t);
			const upper = (text: unknown): string => String(text).replace(/[^/]+$/, (end) => end.toUpperCase());
			(await create(t, { name: upper(before.name), url: upper(before.url), direct_asset_path: upper(path) })).ok;
			const taken = { name: before.name, url: before.url, direct_asset_path: path };
			for (const fields of [["name"], ["url"], ["direct_asset_path"], ["name", "url"], ["name", "url", "direct_asset_path"]] as const) {
				const sent = Object.fromEntries(fields.map((field) => [field, taken[field]]));
				const message = fields.map((field) => `${{ name: "Name", url: "Url", direct_asset_path: "Filepath" }[field]} has already been taken`);
				(await refuses(t, { ...fresh(t), ...sent })).refuses(400, { message });
			}
		},
	),
	assumed(
		"LINK-043, LINK-044",
		"A missing, blank or wrongly typed name or url is refused with 400 and an error that names each such field.",
		"createReleaseLink",
		async (t) => {
			const { name, url } = fresh(t);
			(await refuses(t, { url })).refuses(400, { error: "name is missing" });
			(await refuses(t, { name })).refuses(400, { error: "url is missing" });
			(await refuses(t, {})).refuses(400, { error: "name is missing, url is missing" });
			(await refuses(t, { name: ["a"], url: { a: 1 } })).refuses(400, { error: "name is invalid, url is invalid" });
			for (const blank of ["", "  "]) {
				(await refuses(t, { ...fresh(t), name: blank })).refuses(400, { message: ["Name can't be blank"] });
				(await refuses(t, { ...fresh(t), url: blank })).refuses(400, { message: ["Url can't be blank"] });
				(await refuses(t, { name: blank, url: blank })).refuses(400, { message: ["Name can't be blank", "Url can't be blank"] });
			}
		},
	),
	rule("LINK-045", "A link's url accepts the protocols http, https and ftp, and is stored as sent.", "createReleaseLink", async (t) => {
		for (const start of ["http://example.com:8080", "https://example.com", "ftp://example.com", "ftp://files.example.com:2121", "HTTPS://example.com:8443"]) {
			const { name } = fresh(t);
			const url = `${start}/${name}?a=1&b=%2F#c`;
			const made = (await create(t, { name, url })).ok.has({ url });
			t.assume("direct_asset_url should be the url", made.field("direct_asset_url") === url, made);
			(await get(t, made.number("id"))).is(200).has({ url });
		}
	}),
	rule(
		"LINK-046, LINK-047",
		"A url with a protocol other than http, https or ftp, or without one, is refused with an error that names those three.",
		"createReleaseLink",
		async (t) => {
			const message = ["Url is blocked: Only allowed schemes are http, https, ftp"];
			const requests = foreign.flatMap((url, index) =>
				[{}, { direct_asset_path: `/${t.unique("path")}` }].map((more, at) => () => {
					const fields = { name: t.unique("link"), url: `${url}${t.unique("at")}`, ...more };
					return create(t, fields, undefined, { as: formAt(index + at) });
				}),
			);
			for (const response of await allInVain(t, requests)) response.refuses(400, { message });
		},
	),
	assumed(
		"LINK-047",
		"A url that cannot be parsed is refused as invalid.",
		"createReleaseLink",
		async (t) => {
			for (const url of ["https://", "http://a b/c", "https://[::1"])
				(await refuses(t, { ...fresh(t), url })).refuses(400, { message: ["Url is blocked: URI is invalid"] });
		},
		{ id: "LINK-047/unreadable" },
	),
	assumed(
		"LINK-035, LINK-048",
		"Creating a link returns 201. Without direct_asset_path, or with an empty one, direct_asset_url equals url.",
		"createReleaseLink",
		async (t) => {
			for (const path of [{}, { direct_asset_path: "" }, { link_type: "other" }]) {
				const sent = fresh(t);
				const made = (await create(t, { ...sent, ...path })).is(201);
				t.same("the link", made.fields, { id: made.number("id"), ...sent, direct_asset_url: sent.url, link_type: "other" }, made);
			}
		},
	),
	rule("LINK-049", "With direct_asset_path, direct_asset_url differs from url and ends with the path.", "createReleaseLink", async (t) => {
		for (const direct_asset_path of ["", "/Bin/for_Linux/x-64", ".tar.gz"].map((end) => `/${t.unique("at")}${end}`)) {
			const { before } = await linked(t, { direct_asset_path });
			t.holds("direct_asset_url differs from the url", before.direct_asset_url !== before.url);
			t.holds(`direct_asset_url ends with ${direct_asset_path}`, String(before.direct_asset_url).endsWith(direct_asset_path));
			t.assume(`direct_asset_url should end with /downloads${direct_asset_path}`, String(before.direct_asset_url).endsWith(`/downloads${direct_asset_path}`));
		}
	}),
	assumed("LINK-050", "A link's direct_asset_url is <base>/<project>/-/releases/<tag>/downloads<direct_asset_path>.", "createReleaseLink", async (t) => {
		const { before, path } = await linked(t, { id: await t.given.projectId(t.scene("project")) });
		const group = (await t.as("owner").call("getGroup", { id: t.scene("group") })).is(200);
		const base = group.string("web_url").replace(/\/groups\/.*$/, "");
		const tag = encodeURIComponent(t.scene("tag_name"));
		t.same("direct_asset_url", before.direct_asset_url, `${base}/${t.scene("project")}/-/releases/${tag}/downloads${path}`, group);
	}),
	assumed(
		"LINK-051",
		"direct_asset_path starts with a slash, has only letters, digits, _, -, . and single slashes, and ends with a letter or digit.",
		"createReleaseLink",
		async (t) => {
			for (const path of [
				"bin/app",
				"//bin/app",
				"/bin//app",
				"/",
				"/bin/",
				"/bin app",
				"/bin/app?x",
				"/bin/ä",
				"/bin/app-",
				"/bin\n",
				`/${"a-/".repeat(40)}!`,
			])
				(await refuses(t, { ...fresh(t), direct_asset_path: path })).refuses(400, { message: ["Filepath is in an invalid format"] });
			for (const path of ["a", "a/B/9", "_a.b-c/d_e"]) (await create(t, { ...fresh(t), direct_asset_path: `/${t.unique("at")}/${path}` })).is(201);
		},
	),
	assumed("LINK-052", "direct_asset_path has at most 128 characters.", "createReleaseLink", async (t) => {
		const { path } = await linked(t, { direct_asset_path: `/${t.unique("at")}`.padEnd(128, "a") });
		t.holds("the link has a path", path !== "");
		const direct_asset_path = `/${t.unique("at")}`.padEnd(129, "a");
		(await refuses(t, { ...fresh(t), direct_asset_path })).refuses(400, { message: ["Filepath is too long (maximum is 128 characters)"] });
	}),
];

/** Reading and creating links. */
export const linkRules: readonly Rule[] = [...reading, ...creation];
