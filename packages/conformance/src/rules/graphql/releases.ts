import type { Context } from "../../rule/context";
import { gid, mutate, succeed } from "../../rule/graphql";
import { type Fields, isFields } from "../../rule/response";
import type { Rule } from "../../rule/rule";
import { inner, nodesOf } from "./connections";
import { below, by, enrich, everyone, forbids, freshProject, inProject, inVain, pathOf, quoted, those, unstated, type Who, writes } from "./lab";
import { follows } from "./meanings";

const fields = "id name url directAssetUrl linkType";
const asGraphql = (rest: Fields): Fields => ({
	...{ id: gid("Releases::Link", Number(rest.id)), name: rest.name, url: rest.url },
	...{ directAssetUrl: rest.direct_asset_url, linkType: String(rest.link_type).toUpperCase() },
});

/** A release, by the project and tag that address it in REST and GraphQL. */
interface Place {
	readonly projectPath: string;
	readonly tagName: string;
}
const scenes = (t: Context): Place => ({ projectPath: t.scene("project"), tagName: t.scene("tag_name") });

async function byRest(t: Context, { projectPath, tagName }: Place, who: Who = "developer"): Promise<readonly Fields[] | null> {
	const response = await by(t, who).list("listReleaseLinks", { id: projectPath, tag_name: tagName });
	return response.succeeded ? response.items.map(asGraphql) : null;
}

/** Creates a link; it is removed after the rule. */
async function create(t: Context, place: Place, input: Fields, who: Who = "developer"): Promise<Fields> {
	const response = await mutate(by(t, who), "releaseAssetLinkCreate", { ...place, ...input }, `link { ${fields} directAssetPath }`);
	const id = inner(response.http.fields, "data", "releaseAssetLinkCreate", "link", "id");
	if (id !== undefined) t.undo(`release link ${id}`, async () => (await mutate(t.as("maintainer"), "releaseAssetLinkDelete", { id })).http);
	return response.record("releaseAssetLinkCreate");
}
const fresh = (t: Context) => {
	const name = t.unique("link");
	return { name, url: `https://downloads.example.com/${name}` };
};
const release = async (t: Context, who: Who, { projectPath, tagName }: Place, selection: string): Promise<Fields | null> => {
	const found = (await inProject(t, who, projectPath, `release(tagName: ${quoted(tagName)}) { ${selection} }`))?.release;
	return isFields(found) ? found : null;
};

export const releaseRules: readonly Rule[] = [
	unstated(
		"GQL-257",
		"releaseAssetLinkCreate creates a link that REST lists, with its type and path. releaseAssetLinkDelete returns the link and removes it.",
		writes,
		async (t) => {
			const place = scenes(t);
			const listed = async (id: unknown) => (await byRest(t, place))?.find((one) => one.id === id);
			for (const [more, linkType] of [
				[{}, "OTHER"],
				[{ directAssetPath: null, linkType: null }, "OTHER"],
				[{ directAssetPath: `/bin/${t.unique("path")}`, linkType: "IMAGE" }, "IMAGE"],
			] as const) {
				const { link } = await create(t, place, { ...fresh(t), ...more });
				const { directAssetPath, ...made } = Object(link);
				const path = (more as Fields).directAssetPath ?? null;
				t.same("kind and path", [made.linkType, directAssetPath], [linkType, path]);
				t.holds(
					`directAssetUrl ${made.directAssetUrl} follows from the path`,
					path === null ? made.directAssetUrl === made.url : made.directAssetUrl.endsWith(`/downloads${path}`),
				);
				t.same("the link in REST", await listed(made.id), made);
				const gone = await succeed(t.as("developer"), "releaseAssetLinkDelete", { id: made.id }, `link { ${fields} }`);
				t.same("the deleted link, and the link in REST", [gone.link, await listed(made.id)], [made, undefined]);
			}
		},
	),
	unstated("GQL-255, GQL-257", "An invalid release link returns link null and errors. Callers below Developer are refused.", writes, async (t) => {
		const place = scenes(t);
		const [taken, other] = [fresh(t), fresh(t)];
		await create(t, place, taken);
		const { link } = await create(t, place, other);
		const id = isFields(link) ? link.id : "";
		const own = async () => (await byRest(t, place))?.filter(({ name }) => name === taken.name || name === other.name);
		const name = "Name has already been taken";
		await inVain(
			t,
			async () => {
				for (const [input, errors] of [
					[{ name: taken.name }, [name]],
					[{ url: taken.url }, ["Url has already been taken"]],
					[{ name: " " }, ["Name can't be blank"]],
					[{ url: "file:///x" }, ["Url is blocked: Only allowed schemes are http, https, ftp"]],
					[{ directAssetPath: "bin" }, ["Filepath is in an invalid format"]],
					[{ name: "", url: "" }, ["Name can't be blank", "Url can't be blank"]],
				] as const) {
					const { link: none, errors: refusals } = await create(t, place, { ...fresh(t), ...input });
					t.same(`link and errors of ${quoted(input)}`, [none, refusals], [null, errors]);
				}
				const changed = await mutate(t.as("developer"), "releaseAssetLinkUpdate", { id, name: taken.name }, "link { id }");
				t.same("the payload of a change", changed.record("releaseAssetLinkUpdate"), { errors: [name], link: null }, changed.http);
			},
			own,
		);
		await forbids(t, "releaseAssetLinkCreate", { ...place, ...fresh(t) }, below("developer"), own);
		await forbids(t, "releaseAssetLinkUpdate", { id, name: "New" }, below("developer"), own);
		await forbids(t, "releaseAssetLinkDelete", { id }, below("developer"), own);
		for (const wrong of [{ projectPath: t.unique("none") }, { tagName: t.unique("none") }])
			await forbids(t, "releaseAssetLinkCreate", { ...place, ...fresh(t), ...wrong }, ["owner"], own);
		for (const missing of [gid("Releases::Link", 999_999_999), "gid://service/Releases::Link/x"])
			for (const operation of ["Update", "Delete"]) await forbids(t, `releaseAssetLink${operation}`, { id: missing }, ["owner"], own);
	}),
	unstated("GQL-253", "assets.count of a release counts each of its links as one asset.", { ...writes, id: "GQL-253/count" }, async (t) => {
		const place = { projectPath: t.scene("project"), tagName: t.scene("tag_name") };
		// Other clients may create links meanwhile.
		const archives = async () => {
			const { assets } = (await release(t, "developer", place, "assets { count links(first: 100) { nodes { id } } }")) ?? {};
			return Number(Object(assets).count) - nodesOf(Object(assets).links).length;
		};
		const before = await archives();
		await t.given.releaseLink();
		t.same("the assets beside the links", await archives(), before);
	}),
	unstated("GQL-253, GQL-183", "Releases return every field to callers with access, sorted (default RELEASED_AT_DESC).", writes, async (t) => {
		const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`;
		const path = pathOf(await freshProject(t, { visibility: "public" }));
		for (const [tag_name, created, released] of [
			["early", 4, 1],
			["late", 3, 9],
			["middle", 2, 5],
		] as const)
			await t.given.record("releases", {
				project: path,
				tag_name,
				description: "**All**",
				author: "maintainer",
				created_at: at(created),
				released_at: at(released),
			});
		const list = { caller: t.as("guest"), parent: "Project", around: `project(fullPath: ${quoted(path)}) { @ }`, at: "project.releases", key: "tagName" };
		await follows(t, list, { usual: "RELEASED_AT_DESC" });
		const early = {
			tagName: "early",
			name: "early",
			description: "**All**",
			createdAt: "2026-01-04T00:00:00Z",
			releasedAt: "2026-01-01T00:00:00Z",
			author: { username: "maintainer" },
		};
		const place = { projectPath: path, tagName: "early" };
		const links = async () => inner((await release(t, null, place, "assets { count }")) ?? {}, "assets", "count");
		const before = Number(await links());
		await create(t, place, fresh(t), "maintainer");
		t.same("the count of assets after another link", await links(), before + 1);
		t.same("a release", await release(t, null, place, "tagName name description createdAt releasedAt author { username }"), early);
		t.same("a tag without a release", await release(t, null, { ...place, tagName: "v9" }, "tagName"), null);
		for (const [level, expected] of [
			["enabled", everyone],
			["private", everyone.filter((who) => who !== "outsider" && who !== null)],
			["disabled", []],
		] as const) {
			const project = await freshProject(t, { visibility: "public", releases_access_level: level });
			const one = { projectPath: pathOf(project), tagName: "v1.0" };
			await t.given.record("releases", { project: pathOf(project) });
			const link = await t.given.record("release_links", { release: `${pathOf(project)}@v1.0` });
			const shows = async (who: Who) => {
				const found = await inProject(t, who, one.projectPath, 'release(tagName: "v1.0") { tagName } releases { count }');
				t.same("release and releases", [found?.release !== null, found?.releases !== null], [found?.release !== null, found?.release !== null]);
				return found?.release !== null;
			};
			t.same(`who sees releases that are ${level}`, await those(everyone, shows), [...expected]);
			if (level === "disabled") await forbids(t, "releaseAssetLinkDelete", { id: gid("Releases::Link", link.id) }, ["owner"]);
		}
		const guarded = pathOf(await freshProject(t, { protected_refs: ["v1.0"] }));
		await t.given.record("releases", { project: guarded });
		const on = { projectPath: guarded, tagName: "v1.0" };
		await forbids(t, "releaseAssetLinkCreate", { ...on, ...fresh(t) }, ["developer"]);
		t.same("errors of a maintainer on a protected tag", (await create(t, on, fresh(t), "maintainer")).errors, []);
		const author = await t.given.record("users", { username: t.unique("departing") });
		await t.given.record("releases", { project: guarded, tag_name: "v2", author_id: author.id });
		(await t.as("administrator").call("deleteUser", { id: author.id })).ok;
		await enrich(async () =>
			t.same("the author of a release after the user was deleted", (await release(t, "guest", { ...on, tagName: "v2" }, "author { username }"))?.author, {
				username: "ghost",
			}),
		);
	}),
];
