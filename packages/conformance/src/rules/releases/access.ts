import { byClaim } from "../../rule/by-claim";
import { ask } from "../../rule/graphql";
import { assumed, type Rule } from "../../rule/rule";
import { get, inVain, type LinkOperation, list, perform, writes } from "./lab";

const effect = "writes";
const forbidden = { message: "403 Forbidden" };
const invisible = { message: "404 Project Not Found" };

/** Who may write: from developer on. */
const members = (claim: string, operation: LinkOperation): Rule =>
	byClaim(claim, async (t) => {
		const id = (await t.given.releaseLink()).number("id");
		for (const who of ["guest", "reporter"] as const) (await inVain(t, () => perform(t, operation, t.as(who), id))).refuses(403, forbidden);
		for (const who of ["developer", "maintainer", "owner"] as const) (await perform(t, operation, t.as(who), (await t.given.releaseLink()).number("id"))).ok;
	});

const strangers = (claim: string, operation: LinkOperation): Rule =>
	byClaim(claim, async (t) => {
		const id = (await t.given.releaseLink()).number("id");
		(await inVain(t, () => perform(t, operation, t.as("outsider"), id))).refuses(403, forbidden);
		const hidden = { id: t.scene("private_project") };
		(await perform(t, operation, t.as("outsider"), id, hidden)).refuses(404, invisible);
	});

const nobody = (claim: string, operation: LinkOperation): Rule =>
	byClaim(claim, async (t) => {
		const id = (await t.given.releaseLink()).number("id");
		(await inVain(t, () => perform(t, operation, t.anonymous, id))).is(401, 403);
	});

/** Who may do what with links. */
export const linkAccess: readonly Rule[] = [
	assumed(
		"LINK-072",
		"Public project: anonymous and non-members may list and get (200).",
		["listReleaseLinks", "getReleaseLink"],
		async (t) => {
			const id = (await t.given.releaseLink()).number("id");
			for (const caller of [t.anonymous, t.as("outsider")]) {
				const listed = (await list(t, {}, caller)).is(200);
				t.holds("the link should be listed", listed.ids.includes(id), listed);
				(await get(t, id, caller)).is(200).has({ id });
			}
		},
		{ effect },
	),
	assumed(
		"LINK-074",
		'Private project: guest and above may list and get (200); non-members and anonymous get 404 {"message":"404 Project Not Found"}.',
		"listReleaseLinks",
		async (t) => {
			const id = t.scene("private_project");
			const query = "query ($at: ID!) { project(fullPath: $at) { releases(first: 1) { nodes { tagName } } } }";
			const [release] = (await ask(t.as("owner"), query, { at: id })).list("project.releases.nodes");
			// Without a release there a member is told that it is missing, and not that the project is.
			const where = { id, tag_name: release?.tagName ?? t.scene("tag_name"), link_id: 1 };
			for (const caller of [t.anonymous, t.as("outsider")])
				for (const operation of ["listReleaseLinks", "getReleaseLink"] as const) (await perform(t, operation, caller, 1, where)).refuses(404, invisible);
			for (const who of ["guest", "reporter"] as const) {
				const response = await perform(t, "listReleaseLinks", t.as(who), 1, where);
				if (release) response.is(200);
				else response.refuses(404, { message: "404 Not found" });
			}
		},
	),
	members("LINK-075", "createReleaseLink"),
	strangers("LINK-076", "createReleaseLink"),
	nobody("LINK-077", "createReleaseLink"),
	members("LINK-078", "updateReleaseLink"),
	strangers("LINK-079", "updateReleaseLink"),
	nobody("LINK-080", "updateReleaseLink"),
	members("LINK-081", "deleteReleaseLink"),
	strangers("LINK-082", "deleteReleaseLink"),
	nobody("LINK-083", "deleteReleaseLink"),
	assumed(
		"LINK-085",
		"A token with scope read_api gets 403 insufficient_scope on create, update and delete; list and get work.",
		[...writes, "listReleaseLinks", "getReleaseLink"],
		async (t) => {
			const caller = t.as("read-only");
			const id = (await t.given.releaseLink()).number("id");
			for (const operation of writes) {
				const response = await inVain(t, () => perform(t, operation, caller, id));
				response.refuses(403).has({ error: "insufficient_scope" });
			}
			(await list(t, {}, caller)).is(200);
			(await get(t, id, caller)).is(200);
		},
		{ effect },
	),
];
