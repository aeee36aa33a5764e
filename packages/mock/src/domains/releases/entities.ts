import type { Context } from "../../request/context";
import type { Project, Release, ReleaseLink } from "../../state/records";

/** Returns the permanent URL of a link's asset: below the release if the link has a path, else the link's URL. */
export const directAssetUrl = (link: ReleaseLink, release: Release, project: Project, base: string): string =>
	link.filepath === null
		? link.url
		: `${base}/${project.full_path}/-/releases/${encodeURIComponent(release.tag_name)}/downloads${link.filepath}`;

export const releaseLink = (link: ReleaseLink, release: Release, project: Project, context: Context): object => ({
	id: link.id,
	name: link.name,
	url: link.url,
	direct_asset_url: directAssetUrl(link, release, project, context.base),
	link_type: link.link_type,
});
