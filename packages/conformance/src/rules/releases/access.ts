import type { ActorName } from "../../rule/actors";
import type { Context } from "../../rule/context";
import { ask } from "../../rule/graphql";
import type { Fields } from "../../rule/response";
import { assumed, type Rule } from "../../rule/rule";
import { get, inVain, linked, list, mine, operations, perform, reads, writes } from "./lab";

const effect = "writes";
const forbidden = { message: "403 Forbidden" };
const invisible = { message: "404 Project Not Found" };
const below = ["guest", "reporter", "auditor", "outsider"] as const;
const above = ["developer", "maintainer", "owner", "administrator"] as const;
const everyone: readonly (ActorName | undefined)[] = [undefined, ...below, ...above];
const strangers = [undefined, "outsider"];

/** A project of the scene's group with a release of its own and a link there. */
async function arranged(t: Context, fields: Fields): Promise<{ id: number; tag_name: string; release: number; link: number }> {
	const { id } = await t.given.record("projects", { full_path: `${t.scene("group")}/${t.unique("lab")}`, ...fields });
	const tag_name = "v1.0";
	const release = await t.given.record("releases", { project_id: id, tag_name });
	const link = await t.given.record("release_links", { release_id: release.id, name: t.unique("link") });
	return { id, tag_name, release: release.id, link: link.id };
}

/** Kinds of projects, and what those see who may not read the releases: all others read them. */
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
		"LINK-072",
		"Anybody may list and read the links of a public project, also without credentials.",
		reads,
		async (t) => {
			const { before, id } = await linked(t);
			for (const caller of [t.anonymous, ...(["outsider", "guest", "reporter"] as const).map(t.as)]) {
				const listed = (await list(t, { per_page: 100 }, caller)).is(200);
				t.holds("the list has the link", listed.ids.includes(id), listed);
				const read = (await get(t, id, caller)).is(200);
				t.same("the link", read.fields, before, read);
			}
		},
		{ effect },
	),
	assumed(
		"LINK-073",
		"Who does not see the project, or its releases, sees no links; all others do, and only developers and above write them.",
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
				t.same("the links after refusals", left, [link]);
			}
		},
	),
	assumed("LINK-074", "Members read the links of a private project; to all others the project does not exist.", reads, async (t) => {
		const id = t.scene("private_project");
		const query = "query ($at: ID!) { project(fullPath: $at) { releases(first: 1) { nodes { tagName } } } }";
		const [release] = (await ask(t.as("owner"), query, { at: id })).list("project.releases.nodes");
		// Without a release there, a member learns that it is missing, not that the project is.
		const where = { id, tag_name: release?.tagName ?? t.scene("tag_name") };
		for (const operation of reads)
			for (const caller of [t.anonymous, t.as("outsider")]) (await perform(t, operation, caller, 1, where)).refuses(404, invisible);
		for (const who of ["guest", "reporter"] as const) {
			const response = await perform(t, "listReleaseLinks", t.as(who), 1, where);
			if (release) response.is(200);
			else response.refuses(404, { message: "404 Not found" });
		}
	}),
	assumed("LINK-075, LINK-078, LINK-081", "Developers and above create, change and delete links; lower roles do none of it.", writes, async (t) => {
		const { id } = await linked(t);
		for (const operation of writes) {
			for (const who of ["guest", "reporter"] as const) (await inVain(t, () => perform(t, operation, t.as(who), id))).refuses(403, forbidden);
			for (const who of ["developer", "maintainer", "owner"] as const) (await perform(t, operation, t.as(who), (await linked(t)).id)).ok;
		}
	}),
	assumed("LINK-076, LINK-079, LINK-082", "Non-members write no links: 403 in a public project, 404 in a private one.", writes, async (t) => {
		const { id } = await linked(t);
		for (const operation of writes) {
			(await inVain(t, () => perform(t, operation, t.as("outsider"), id))).refuses(403, forbidden);
			(await perform(t, operation, t.as("outsider"), id, { id: t.scene("private_project") })).refuses(404, invisible);
		}
	}),
	assumed("LINK-084", "Only maintainers and above write the links of a release whose tag is protected.", writes, async (t) => {
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
			// The protection of one tag says nothing about another.
			(await perform(t, operation, t.as("developer"), (await linked(t)).id)).ok;
		}
	}),
	assumed("LINK-085", "A token with the scope read_api lists and reads links, and writes none.", operations, async (t) => {
		const caller = t.as("read-only");
		const { id } = await linked(t);
		for (const operation of writes)
			(await inVain(t, () => perform(t, operation, caller, id))).refuses(403, {
				error: "insufficient_scope",
				error_description: "The request requires higher privileges than provided by the access token.",
				scope: "api",
			});
		for (const operation of reads) (await perform(t, operation, caller, id)).is(200);
		t.same(
			"the rule's links",
			(await mine(t)).map((link) => link.id),
			[id],
		);
	}),
];
