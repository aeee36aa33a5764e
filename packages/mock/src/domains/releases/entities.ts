import type { Context } from "../../request/context";
import type { Project, Release, ReleaseLink } from "../../state/records";

/** Where a link's asset is reached for good: below the release where the link has a path, else at its own address. */
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
