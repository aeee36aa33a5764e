import { ask } from "../../rule/graphql";
import { type Check, check } from "../../rule/rule";
import { get, inVain, type LinkOperation, list, perform, writes } from "./lab";

const effect = "writes";
const forbidden = { message: "403 Forbidden" };
const invisible = { message: "404 Project Not Found" };

/** Who may write: from developer on. */
const members = (claim: string, operation: LinkOperation): Check =>
	check(claim, async (t) => {
		const id = (await t.make.releaseLink()).number("id");
		for (const who of ["guest", "reporter"] as const)
			(await inVain(t, () => perform(t, operation, t.as(who), id))).refuses(403, forbidden);
		for (const who of ["developer", "maintainer", "owner"] as const)
			(await perform(t, operation, t.as(who), (await t.make.releaseLink()).number("id"))).ok;
	});

const strangers = (claim: string, operation: LinkOperation): Check =>
	check(claim, async (t) => {
		const id = (await t.make.releaseLink()).number("id");
		(await inVain(t, () => perform(t, operation, t.as("outsider"), id))).refuses(403, forbidden);
		const hidden = { id: t.scene("private_project") };
		(await perform(t, operation, t.as("outsider"), id, hidden)).refuses(404, invisible);
	});

const nobody = (claim: string, operation: LinkOperation): Check =>
	check(claim, async (t) => {
		const id = (await t.make.releaseLink()).number("id");
		(await inVain(t, () => perform(t, operation, t.anonymous, id))).is(401, 403);
	});

/** Who may do what with links. */
export const linkAccess: readonly Check[] = [
	check(
		"LINK-072",
		async (t) => {
			const id = (await t.make.releaseLink()).number("id");
			for (const caller of [t.anonymous, t.as("outsider")]) {
				const listed = (await list(t, {}, caller)).is(200);
				t.holds("the link should be listed", listed.ids.includes(id), listed);
				(await get(t, id, caller)).is(200).has({ id });
			}
		},
		{ effect, operations: ["listReleaseLinks", "getReleaseLink"] },
	),
	check("LINK-074", async (t) => {
		const id = t.scene("private_project");
		const query = "query ($at: ID!) { project(fullPath: $at) { releases(first: 1) { nodes { tagName } } } }";
		const [release] = (await ask(t.as("owner"), query, { at: id })).list("project.releases.nodes");
		// Without a release there a member is told that it is missing, and not that the project is.
		const where = { id, tag_name: release?.tagName ?? t.scene("tag_name"), link_id: 1 };
		for (const caller of [t.anonymous, t.as("outsider")])
			for (const operation of ["listReleaseLinks", "getReleaseLink"] as const)
				(await perform(t, operation, caller, 1, where)).refuses(404, invisible);
		for (const who of ["guest", "reporter"] as const) {
			const told = await perform(t, "listReleaseLinks", t.as(who), 1, where);
			if (release) told.is(200);
			else told.refuses(404, { message: "404 Not found" });
		}
	}),
	members("LINK-075", "createReleaseLink"),
	strangers("LINK-076", "createReleaseLink"),
	nobody("LINK-077", "createReleaseLink"),
	members("LINK-078", "updateReleaseLink"),
	strangers("LINK-079", "updateReleaseLink"),
	nobody("LINK-080", "updateReleaseLink"),
	members("LINK-081", "deleteReleaseLink"),
	strangers("LINK-082", "deleteReleaseLink"),
	nobody("LINK-083", "deleteReleaseLink"),
	check(
		"LINK-085",
		async (t) => {
			const caller = t.as("read-only");
			const id = (await t.make.releaseLink()).number("id");
			for (const operation of writes) {
				const told = await inVain(t, () => perform(t, operation, caller, id));
				told.refuses(403).has({ error: "insufficient_scope" });
			}
			(await list(t, {}, caller)).is(200);
			(await get(t, id, caller)).is(200);
		},
		{ effect, operations: [...writes, "listReleaseLinks", "getReleaseLink"] },
	),
];
