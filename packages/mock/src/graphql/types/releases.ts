import { directAssetUrl } from "../../domains/releases/entities";
import { findLink, writableRelease } from "../../domains/releases/find";
import { create, type LinkInput, update } from "../../domains/releases/link";
import { linksOf, releasesOf } from "../../domains/releases/list";
import { releasePolicy } from "../../domains/releases/policy";
import { notFound } from "../../request/http/errors";
import type { ReleaseLink } from "../../state/records";
import { releaseKey } from "../../state/state";
import { lower, upper } from "../case";
import { Connection } from "../connection";
import type { GraphqlContext } from "../context";
import { projectOf } from "../find";
import type { ReleaseAssetLinkUpdateInput } from "../generated/resolvers";
import { type GlobalId, globalId } from "../global-id";
import { mutation } from "../mutation";
import type { Part } from "../part";

/** Assumed: each release has four archives of its source. */
const sources = 4;

function placeOf(link: ReleaseLink, { state }: GraphqlContext) {
	const release = state.releases.get(link.release_id);
	const project = release && state.projects.get(release.project_id);
	return release && project && { release, project };
}

/** Returns a link that the caller can change, and its release. Throws 404 if it is missing, 403 if not allowed. */
function writable({ id }: GlobalId, context: GraphqlContext) {
	const known = context.state.releaseLinks.get(id);
	const place = known && placeOf(known, context);
	if (!place) throw notFound();
	const release = writableRelease(place.project, place.release.tag_name, context);
	return { release, link: findLink(release, id, context) };
}

/** Returns the sent values of a link. Null removes the path, and does not change other values. */
const value = (
	input: Pick<ReleaseAssetLinkUpdateInput, "name" | "url" | "directAssetPath" | "linkType">,
): LinkInput => ({
	name: input.name ?? undefined,
	url: input.url ?? undefined,
	direct_asset_path: input.directAssetPath === null ? "" : input.directAssetPath,
	link_type: input.linkType ? lower(input.linkType) : undefined,
});

export const releases: Part = {
	Project: {
		release: (project, { tagName }, { actor, state }) =>
			(releasePolicy.read_release(actor, project) && state.releases.one("tag", releaseKey(project.id, tagName))) ||
			null,
		releases(project, { sort, ...args }, { actor, state }) {
			if (!releasePolicy.read_release(actor, project)) return null;
			const order = sort ?? "RELEASED_AT_DESC";
			const by = order.startsWith("CREATED") ? "created" : "released_at";
			return new Connection(releasesOf(project, by, order.endsWith("DESC"), state), args);
		},
	},
	Release: {
		id: ({ id }) => globalId("Release", id),
		author: ({ author_id }, _args, { state }) => state.users.get(author_id) ?? null,
		assets: (release) => release,
	},
	ReleaseAssets: {
		count: (release, _args, { state }) => state.releaseLinks.count("release", release.id) + sources,
		links: (release, args, { state }) => new Connection(linksOf(release, state), args),
	},
	ReleaseAssetLink: {
		id: ({ id }) => globalId("Releases::Link", id),
		directAssetPath: ({ filepath }) => filepath,
		directAssetUrl(link, _args, context) {
			const place = placeOf(link, context);
			return place ? directAssetUrl(link, place.release, place.project, context.base) : null;
		},
		linkType: ({ link_type }) => upper(link_type),
	},
	Mutation: {
		releaseAssetLinkCreate: mutation((input, context) => {
			const project = projectOf(input.projectPath, context);
			const release = writableRelease(project, input.tagName, context);
			const { name, url } = input;
			return { link: create({ ...value(input), name, url }, release, context.state) };
		}),
		releaseAssetLinkUpdate: mutation((input, context) => {
			const { release, link } = writable(input.id, context);
			return { link: update(link, value(input), release, context.state) };
		}),
		releaseAssetLinkDelete: mutation((input, context) => {
			const { link } = writable(input.id, context);
			context.state.releaseLinks.delete(link.id);
			return { link };
		}),
	},
};
