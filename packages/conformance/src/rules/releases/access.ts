import type { ActorName } from "../../rule/actors";
import type { Context } from "../../rule/context";
import type { Fields } from "../../rule/response";
import { assumed, type Rule } from "../../rule/rule";
import { inVain, linked, operations, perform, reads, writes } from "./lab";

const forbidden = { message: "403 Forbidden" };
const invisible = { message: "404 Project Not Found" };
const below = ["guest", "reporter", "auditor", "outsider"] as const;
const above = ["developer", "maintainer", "owner", "administrator"] as const;
const everyone: readonly (ActorName | undefined)[] = [undefined, ...below, ...above];
const strangers = [undefined, "outsider"];

/** A new project in the scene's group, with a release that has one link. */
async function arranged(t: Context, fields: Fields): Promise<{ id: number; tag_name: string; release: number; link: number }> {
	const { id } = await t.given.record("projects", { full_path: `${t.scene("group")}/${t.unique("lab")}`, ...fields });
	const tag_name = "v1.0";
	const release = await t.given.record("releases", { project_id: id, tag_name });
	const link = await t.given.record("release_links", { release_id: release.id, name: t.unique("link") });
	return { id, tag_name, release: release.id, link: link.id };
}

/** Kinds of projects, the callers who may not read their releases, and the response that those callers get. All others read them. */
const projects: readonly [Fields, readonly (string | undefined)[], number, Fields][] = [
	[{ visibility: "public" }, [], 200, {}],
	[{ visibility: "internal" }, [undefined], 404, invisible],
	[{ visibility: "private" }, strangers, 404, invisible],
	[{ visibility: "public", releases_access_level: "private" }, strangers, 403, forbidden],
	[{ visibility: "private", releases_access_level: "private" }, strangers, 404, invisible],
	[{ visibility: "public", releases_access_level: "disabled" }, everyone, 403, forbidden],
];

/** Who may do what with links. */
export const linkAccess: readonly Rule[] = [
	assumed(
		"LINK-073, LINK-074",
		"Only callers who can read the project's releases read their links. Only developers and higher roles create, change or delete links.",
		operations,
		async (t) => {
			for (const [fields, refused, status, body] of projects) {
				const { id, link, release, tag_name } = await arranged(t, fields);
				for (const name of everyone) {
					const caller = name ? t.as(name) : t.anonymous;
					for (const operation of reads) {
						const response = await perform(t, operation, caller, link, { id, tag_name });
						if (refused.includes(name)) response.refuses(status, body);
						else t.holds(`${operation} shows the link`, response.is(200).compact.includes(`"id":${link},`), response);
					}
					if (refused.length === everyone.length || !above.some((one) => one === name))
						for (const operation of writes) {
							const response = await perform(t, operation, caller, link, { id, tag_name });
							if (name === undefined) response.is(401, status);
							else response.refuses(refused.includes(name) ? status : 403, refused.includes(name) ? body : forbidden);
						}
				}
				const rows = await t.given.records("release_links", { release_id: release });
				const left = rows.map((row) => row.id);
				t.same("the links after the refused requests", left, [link]);
			}
		},
	),
	assumed("LINK-084", "Only maintainers and higher roles create, change or delete the links of a release whose tag is protected.", writes, async (t) => {
		const where = { id: t.scene("project"), tag_name: t.unique("tag") };
		const [project] = (await t.given.records("projects", { full_path: where.id })).map((one) => Number(one.id));
		const release = await t.given.record("releases", { project: where.id, tag_name: where.tag_name });
		const linkId = async (): Promise<number> =>
			(await t.given.record("release_links", { release_id: release.id, name: t.unique("link"), url: `https://example.com/${t.unique("at")}` })).id;
		const link = await linkId();
		await t.given.change("projects", project ?? 0, { protected_refs: [where.tag_name] });
		for (const operation of writes) {
			(await inVain(t, () => perform(t, operation, t.as("developer"), link, where), where)).refuses(403, forbidden);
			for (const who of ["maintainer", "owner", "administrator"] as const) (await perform(t, operation, t.as(who), await linkId(), where)).ok;
			// A protected tag does not restrict the releases of other tags.
			(await perform(t, operation, t.as("developer"), (await linked(t)).id)).ok;
		}
	}),
];
