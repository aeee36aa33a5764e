import type { Params } from "../../rule/address";
import type { Answer } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { create, fresh, get, inVain, list, otherTag, remove, update } from "./lab";

/** Refused, and nothing is made. */
const refuses = async (t: Context, fields: Params): Promise<Answer> => {
	const response = await inVain(t, () => create(t, fields));
	t.holds("the link should be refused", response.status >= 400 && response.status < 500, response);
	return response;
};

const foreign = ["ssh://example.com/a", "javascript:alert(1)", "file:///etc/passwd", "example.com/a"];

/** New links. */
export const linkCreation: readonly Rule[] = [
	rule(
		"LINK-034",
		"POST with name and url answers with the created link: new id, the name, url and link_type sent, and direct_asset_url; get and list show it.",
		"createReleaseLink",
		async (t) => {
			const sent = { ...fresh(t), link_type: "package" };
			const before = (await list(t, { per_page: 100 })).is(200).ids;
			const made = (await create(t, sent)).ok.has(sent).shows("direct_asset_url");
			t.holds("the id should be new", !before.includes(made.number("id")), made);
			(await get(t, made.number("id"))).is(200).has(sent);
			const listed = (await list(t, { per_page: 100 })).is(200);
			t.holds("the list should show it", listed.ids.includes(made.number("id")), listed);
		},
	),
	assumed("LINK-035", "Success answers 201.", "createReleaseLink", async (t) => {
		(await create(t, fresh(t))).is(201);
	}),
	rule("LINK-036", "Without link_type the link has link_type other.", "createReleaseLink", async (t) => {
		const made = (await create(t, fresh(t))).ok.has({ link_type: "other" });
		(await get(t, made.number("id"))).is(200).has({ link_type: "other" });
	}),
	rule("LINK-037", "link_type runbook, image and package are stored as sent.", "createReleaseLink", async (t) => {
		for (const link_type of ["runbook", "image", "package"]) {
			const made = (await create(t, { ...fresh(t), link_type })).ok.has({ link_type });
			(await get(t, made.number("id"))).is(200).has({ link_type });
		}
	}),
	assumed(
		"LINK-038",
		'link_type outside the enum answers 400 {"error":"link_type does not have a valid value"} and creates nothing.',
		"createReleaseLink",
		async (t) => {
			const response = await refuses(t, { ...fresh(t), link_type: "video" });
			response.refuses(400, { error: "link_type does not have a valid value" });
		},
	),
	rule("LINK-039", "A name already used in the same release is rejected and creates nothing.", "createReleaseLink", async (t) => {
		const { name } = (await create(t, fresh(t))).ok.fields;
		await refuses(t, { ...fresh(t), name });
	}),
	rule("LINK-040", "A url already used in the same release is rejected and creates nothing.", "createReleaseLink", async (t) => {
		const { url } = (await create(t, fresh(t))).ok.fields;
		await refuses(t, { ...fresh(t), url });
	}),
	rule("LINK-041", "The same name and url in a different release of the project are accepted.", "createReleaseLink", async (t) => {
		const sent = fresh(t);
		(await create(t, sent)).ok;
		(await create(t, { ...sent, tag_name: await otherTag(t) })).ok.has(sent);
	}),
	assumed(
		"LINK-042",
		'A duplicate name answers 400 {"message":["Name has already been taken"]}; a duplicate url {"message":["Url has already been taken"]}; both errors are listed together.',
		"createReleaseLink",
		async (t) => {
			const { name, url } = (await create(t, fresh(t))).is(201).fields;
			const taken = ["Name has already been taken", "Url has already been taken"];
			(await refuses(t, { ...fresh(t), name })).refuses(400, { message: taken.slice(0, 1) });
			(await refuses(t, { ...fresh(t), url })).refuses(400, { message: taken.slice(1) });
			const both = (await refuses(t, { name, url })).refuses(400).field("message");
			t.same("both messages", Array.isArray(both) ? [...both].sort() : both, taken);
		},
	),
	assumed(
		"LINK-043",
		'Missing name or url answers 400 {"error":"name is missing"} / {"error":"url is missing"}; both absent join as "name is missing, url is missing".',
		"createReleaseLink",
		async (t) => {
			const { name, url } = fresh(t);
			(await refuses(t, { url })).refuses(400, { error: "name is missing" });
			(await refuses(t, { name })).refuses(400, { error: "url is missing" });
			(await refuses(t, {})).refuses(400, { error: "name is missing, url is missing" });
		},
	),
	assumed(
		"LINK-044",
		'An empty name answers 400 {"message":["Name can\'t be blank"]}; an empty url 400 with "Url can\'t be blank" among the messages.',
		"createReleaseLink",
		async (t) => {
			(await refuses(t, { ...fresh(t), name: "" })).refuses(400, { message: ["Name can't be blank"] });
			const response = (await refuses(t, { ...fresh(t), url: "" })).refuses(400);
			const message = response.field("message");
			const isTold = Array.isArray(message) && message.includes("Url can't be blank");
			t.holds("the messages should include Url can't be blank", isTold, response);
		},
	),
	rule("LINK-045", "url with protocol http, https or ftp is accepted.", "createReleaseLink", async (t) => {
		for (const protocol of ["http", "https", "ftp"]) {
			const { name } = fresh(t);
			const url = `${protocol}://example.com/${name}`;
			(await create(t, { name, url })).ok.has({ url });
		}
	}),
	rule("LINK-046", "url with another protocol (ssh://, javascript:, file://) or none is rejected and creates nothing.", "createReleaseLink", async (t) => {
		for (const url of foreign) await refuses(t, { ...fresh(t), url });
	}),
	assumed(
		"LINK-047",
		'The wrong protocol answers 400 with a message array whose text contains "Only allowed schemes are http, https, ftp".',
		"createReleaseLink",
		async (t) => {
			for (const url of foreign.slice(0, 2)) {
				const response = (await create(t, { ...fresh(t), url })).refuses(400);
				const message = response.field("message");
				const wanted = "Only allowed schemes are http, https, ftp";
				const isTold = Array.isArray(message) && message.join().includes(wanted);
				t.holds(`the messages should include "${wanted}"`, isTold, response);
			}
		},
	),
	assumed("LINK-048", "Without direct_asset_path direct_asset_url equals url.", "createReleaseLink", async (t) => {
		const { name, url } = fresh(t);
		(await create(t, { name, url })).is(201).has({ direct_asset_url: url });
	}),
	rule(
		"LINK-049",
		"With direct_asset_path the response's direct_asset_url is derived from it (differs from url and ends with the path).",
		"createReleaseLink",
		async (t) => {
			const { name, url } = fresh(t);
			const direct_asset_path = `/bin/${name}`;
			const made = (await create(t, { name, url, direct_asset_path })).ok;
			const direct = made.string("direct_asset_url");
			t.holds("direct_asset_url should differ from url", direct !== url, made);
			t.holds("direct_asset_url should end with the path", direct.endsWith(direct_asset_path), made);
		},
	),
	assumed(
		"LINK-050",
		"With direct_asset_path /bin/app direct_asset_url is <base_url>/<project path>/-/releases/<tag>/downloads/bin/app.",
		"createReleaseLink",
		async (t) => {
			const { name, url } = fresh(t);
			const made = (await create(t, { name, url, direct_asset_path: `/bin/${name}` })).is(201);
			const { origin, pathname } = new URL(made.string("direct_asset_url"));
			const web = (await t.as("owner").call("getGroup", { id: t.scene("group") })).is(200).string("web_url");
			t.same("the server of direct_asset_url", origin, new URL(web).origin, made);
			const tag = encodeURIComponent(t.scene("tag_name"));
			const below = `/${t.scene("project")}/-/releases/${tag}/downloads/bin/${name}`;
			t.holds(`the path of direct_asset_url should be ${below}`, pathname.endsWith(below), made);
		},
	),
	assumed(
		"LINK-051",
		'direct_asset_path not starting with "/", with "//" or with illegal characters answers 400 {"message":["Filepath is in an invalid format"]}.',
		"createReleaseLink",
		async (t) => {
			for (const direct_asset_path of ["bin/app", "//bin/app", "/bin//app", "/bin app"]) {
				const response = await refuses(t, { ...fresh(t), direct_asset_path });
				response.refuses(400, { message: ["Filepath is in an invalid format"] });
			}
		},
	),
	assumed(
		"LINK-052",
		'direct_asset_path of 128 characters is accepted; 129 answer 400 {"message":["Filepath is too long (maximum is 128 characters)"]}.',
		"createReleaseLink",
		async (t) => {
			const { name, url } = fresh(t);
			const path = `/${name}`.padEnd(128, "a");
			(await create(t, { name, url, direct_asset_path: path })).is(201);
			const response = await refuses(t, { ...fresh(t), direct_asset_path: `${path}a` });
			response.refuses(400, { message: ["Filepath is too long (maximum is 128 characters)"] });
		},
	),
	assumed(
		"LINK-053",
		'A direct_asset_path already used in the release answers 400 {"message":["Filepath has already been taken"]}.',
		"createReleaseLink",
		async (t) => {
			const { name, url } = fresh(t);
			const direct_asset_path = `/bin/${name}`;
			(await create(t, { name, url, direct_asset_path })).is(201);
			const response = await refuses(t, { ...fresh(t), direct_asset_path });
			response.refuses(400, { message: ["Filepath has already been taken"] });
		},
	),
	rule("LINK-054", "Parameters as query, form fields or JSON body give the same link.", "createReleaseLink", async (t) => {
		const sent = { ...fresh(t), link_type: "image", direct_asset_path: `/bin/${t.unique("path")}` };
		const answers: unknown[] = [];
		for (const as of ["query", "form", "json"] as const) {
			const made = (await create(t, sent, undefined, { as })).ok.has({ name: sent.name, link_type: "image" });
			answers.push({ ...made.fields, id: 0 });
			(await remove(t, made.number("id"))).ok;
		}
		for (const answer of answers) t.same("the link", answer, answers[0]);
	}),
	assumed(
		"LINK-071",
		"A direct_asset_url returned by list, get, update or delete equals the one given on creation (until changed).",
		"listReleaseLinks",
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
