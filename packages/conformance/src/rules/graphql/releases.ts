import { type Fields, isFields } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { ask, type GraphqlAnswer, gid, mutate, numberOf } from "../../rule/graphql";
import { assumed } from "../../rule/rule";

const fields = "id name url directAssetUrl linkType";
const asGraphql = (rest: Fields): Fields => ({
	id: gid("Releases::Link", Number(rest.id)),
	name: rest.name,
	url: rest.url,
	directAssetUrl: rest.direct_asset_url,
	linkType: String(rest.link_type).toUpperCase(),
});

async function byRest(t: Context): Promise<readonly Fields[]> {
	const where = { id: t.scene("project"), tag_name: t.scene("tag_name"), per_page: 100 };
	return (await t.as("developer").call("listReleaseLinks", where)).is(200).items;
}

/** Makes a link by GraphQL; it is removed after the check. */
async function create(t: Context, given: Fields): Promise<GraphqlAnswer> {
	const developer = t.as("developer");
	const place = { projectPath: t.scene("project"), tagName: t.scene("tag_name") };
	const response = await mutate(developer, "releaseAssetLinkCreate", { ...place, ...given }, `link { ${fields} }`);
	const { link } = response.record("releaseAssetLinkCreate");
	if (isFields(link)) t.undo(`release link ${String(link.id)}`, async () => (await mutate(developer, "releaseAssetLinkDelete", { id: link.id })).answer);
	return response;
}

export const releaseChecks = [
	assumed(
		"GQL-256",
		"release.assets.links agrees with the REST link list in id, name, url and link type.",
		"executeGraphql",
		async (t) => {
			const rest = await byRest(t);
			if (rest.length === 0) t.skip("the scene's release has no links: give it some");
			const query = `query($path: ID!, $tag: String!) { project(fullPath: $path) { release(tagName: $tag) { assets { links { nodes { ${fields} } } } } } }`;
			const response = await ask(t.as("developer"), query, { path: t.scene("project"), tag: t.scene("tag_name") });
			t.same("the links", response.list("project.release.assets.links.nodes"), rest.map(asGraphql), response.answer);
		},
		{ effect: "reads" },
	),
	assumed(
		"GQL-257",
		"A link made by releaseAssetLinkCreate is listed by REST; a duplicate name or url → link null with errors; releaseAssetLinkDelete returns the deleted link.",
		"executeGraphql",
		async (t) => {
			const name = t.unique("link");
			const given = { name, url: `https://downloads.example.com/${name}`, linkType: "PACKAGE" };
			const made = (await create(t, given)).record("releaseAssetLinkCreate.link");
			const listed = (await byRest(t)).find(({ id }) => id === numberOf(made.id));
			t.same("the link in the REST list", listed && asGraphql(listed), made);
			for (const twin of [
				{ ...given, url: `${given.url}-2` },
				{ ...given, name: `${name}-2` },
			]) {
				const response = await create(t, twin);
				const { link, errors } = response.record("releaseAssetLinkCreate");
				t.same("the second link of that name or address", link, null, response.answer);
				t.holds("there should be errors", Array.isArray(errors) && errors.length > 0, response.answer);
			}
			const gone = await mutate(t.as("developer"), "releaseAssetLinkDelete", { id: made.id }, `link { ${fields} }`);
			t.same("the deleted link", gone.record("releaseAssetLinkDelete"), { errors: [], link: made }, gone.answer);
			t.holds("REST should not list it any more", !(await byRest(t)).some(({ id }) => id === numberOf(made.id)));
		},
	),
];
