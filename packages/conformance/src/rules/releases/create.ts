import type { Params } from "../../rule/address";
import type { Answer } from "../../rule/answer";
import type { Trial } from "../../rule/context";
import { type Check, check } from "../../rule/rule";
import { create, fresh, get, inVain, list, otherTag, remove, update } from "./lab";

/** Refused, and nothing is made. */
const refuses = async (t: Trial, fields: Params): Promise<Answer> => {
	const told = await inVain(t, () => create(t, fields));
	t.holds("the link should be refused", told.status >= 400 && told.status < 500, told);
	return told;
};

const foreign = ["ssh://example.com/a", "javascript:alert(1)", "file:///etc/passwd", "example.com/a"];

/** New links. */
export const linkCreation: readonly Check[] = [
	check("LINK-034", async (t) => {
		const sent = { ...fresh(t), link_type: "package" };
		const before = (await list(t, { per_page: 100 })).is(200).ids;
		const made = (await create(t, sent)).ok.has(sent).shows("direct_asset_url");
		t.holds("the id should be new", !before.includes(made.number("id")), made);
		(await get(t, made.number("id"))).is(200).has(sent);
		const listed = (await list(t, { per_page: 100 })).is(200);
		t.holds("the list should show it", listed.ids.includes(made.number("id")), listed);
	}),
	check("LINK-035", async (t) => {
		(await create(t, fresh(t))).is(201);
	}),
	check("LINK-036", async (t) => {
		const made = (await create(t, fresh(t))).ok.has({ link_type: "other" });
		(await get(t, made.number("id"))).is(200).has({ link_type: "other" });
	}),
	check("LINK-037", async (t) => {
		for (const link_type of ["runbook", "image", "package"]) {
			const made = (await create(t, { ...fresh(t), link_type })).ok.has({ link_type });
			(await get(t, made.number("id"))).is(200).has({ link_type });
		}
	}),
	check("LINK-038", async (t) => {
		const told = await refuses(t, { ...fresh(t), link_type: "video" });
		told.refuses(400, { error: "link_type does not have a valid value" });
	}),
	check("LINK-039", async (t) => {
		const { name } = (await create(t, fresh(t))).ok.fields;
		await refuses(t, { ...fresh(t), name });
	}),
	check("LINK-040", async (t) => {
		const { url } = (await create(t, fresh(t))).ok.fields;
		await refuses(t, { ...fresh(t), url });
	}),
	check("LINK-041", async (t) => {
		const sent = fresh(t);
		(await create(t, sent)).ok;
		(await create(t, { ...sent, tag_name: await otherTag(t) })).ok.has(sent);
	}),
	check("LINK-042", async (t) => {
		const { name, url } = (await create(t, fresh(t))).is(201).fields;
		const taken = ["Name has already been taken", "Url has already been taken"];
		(await refuses(t, { ...fresh(t), name })).refuses(400, { message: taken.slice(0, 1) });
		(await refuses(t, { ...fresh(t), url })).refuses(400, { message: taken.slice(1) });
		const both = (await refuses(t, { name, url })).refuses(400).field("message");
		t.same("both messages", Array.isArray(both) ? [...both].sort() : both, taken);
	}),
	check("LINK-043", async (t) => {
		const { name, url } = fresh(t);
		(await refuses(t, { url })).refuses(400, { error: "name is missing" });
		(await refuses(t, { name })).refuses(400, { error: "url is missing" });
		(await refuses(t, {})).refuses(400, { error: "name is missing, url is missing" });
	}),
	check("LINK-044", async (t) => {
		(await refuses(t, { ...fresh(t), name: "" })).refuses(400, { message: ["Name can't be blank"] });
		const told = (await refuses(t, { ...fresh(t), url: "" })).refuses(400);
		const message = told.field("message");
		const isTold = Array.isArray(message) && message.includes("Url can't be blank");
		t.holds("the messages should include Url can't be blank", isTold, told);
	}),
	check("LINK-045", async (t) => {
		for (const protocol of ["http", "https", "ftp"]) {
			const { name } = fresh(t);
			const url = `${protocol}://example.com/${name}`;
			(await create(t, { name, url })).ok.has({ url });
		}
	}),
	check("LINK-046", async (t) => {
		for (const url of foreign) await refuses(t, { ...fresh(t), url });
	}),
	check("LINK-047", async (t) => {
		for (const url of foreign.slice(0, 2)) {
			const told = (await create(t, { ...fresh(t), url })).refuses(400);
			const message = told.field("message");
			const wanted = "Only allowed schemes are http, https, ftp";
			const isTold = Array.isArray(message) && message.join().includes(wanted);
			t.holds(`the messages should include "${wanted}"`, isTold, told);
		}
	}),
	check("LINK-048", async (t) => {
		const { name, url } = fresh(t);
		(await create(t, { name, url })).is(201).has({ direct_asset_url: url });
	}),
	check("LINK-049", async (t) => {
		const { name, url } = fresh(t);
		const direct_asset_path = `/bin/${name}`;
		const made = (await create(t, { name, url, direct_asset_path })).ok;
		const direct = made.string("direct_asset_url");
		t.holds("direct_asset_url should differ from url", direct !== url, made);
		t.holds("direct_asset_url should end with the path", direct.endsWith(direct_asset_path), made);
	}),
	check("LINK-050", async (t) => {
		const { name, url } = fresh(t);
		const made = (await create(t, { name, url, direct_asset_path: `/bin/${name}` })).is(201);
		const { origin, pathname } = new URL(made.string("direct_asset_url"));
		const web = (await t.as("owner").call("getGroup", { id: t.scene("group") })).is(200).string("web_url");
		t.same("the server of direct_asset_url", origin, new URL(web).origin, made);
		const tag = encodeURIComponent(t.scene("tag_name"));
		const below = `/${t.scene("project")}/-/releases/${tag}/downloads/bin/${name}`;
		t.holds(`the path of direct_asset_url should be ${below}`, pathname.endsWith(below), made);
	}),
	check("LINK-051", async (t) => {
		for (const direct_asset_path of ["bin/app", "//bin/app", "/bin//app", "/bin app"]) {
			const told = await refuses(t, { ...fresh(t), direct_asset_path });
			told.refuses(400, { message: ["Filepath is in an invalid format"] });
		}
	}),
	check("LINK-052", async (t) => {
		const { name, url } = fresh(t);
		const path = `/${name}`.padEnd(128, "a");
		(await create(t, { name, url, direct_asset_path: path })).is(201);
		const told = await refuses(t, { ...fresh(t), direct_asset_path: `${path}a` });
		told.refuses(400, { message: ["Filepath is too long (maximum is 128 characters)"] });
	}),
	check("LINK-053", async (t) => {
		const { name, url } = fresh(t);
		const direct_asset_path = `/bin/${name}`;
		(await create(t, { name, url, direct_asset_path })).is(201);
		const told = await refuses(t, { ...fresh(t), direct_asset_path });
		told.refuses(400, { message: ["Filepath has already been taken"] });
	}),
	check("LINK-054", async (t) => {
		const sent = { ...fresh(t), link_type: "image", direct_asset_path: `/bin/${t.unique("path")}` };
		const answers: unknown[] = [];
		for (const as of ["query", "form", "json"] as const) {
			const made = (await create(t, sent, undefined, { as })).ok.has({ name: sent.name, link_type: "image" });
			answers.push({ ...made.fields, id: 0 });
			(await remove(t, made.number("id"))).ok;
		}
		for (const answer of answers) t.same("the link", answer, answers[0]);
	}),
	check(
		"LINK-071",
		async (t) => {
			const { name, url } = fresh(t);
			const made = (await create(t, { name, url, direct_asset_path: `/bin/${name}` })).is(201);
			const id = made.number("id");
			const { direct_asset_url } = made.fields;
			(await get(t, id)).is(200).has({ direct_asset_url });
			const entry = (await list(t)).is(200).items.find((one) => one.id === id);
			t.same("direct_asset_url in the list", entry?.direct_asset_url, direct_asset_url);
			(await update(t, id, { name: t.unique("renamed") })).is(200).has({ direct_asset_url });
			(await remove(t, id)).is(200).has({ direct_asset_url });
		},
		{ effect: "writes" },
	),
];
