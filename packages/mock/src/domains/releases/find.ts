/** Finds releases and links in a project, for a caller who can read or change them. */
import { authorize } from "../../request/access/authorize";
import type { Context } from "../../request/context";
import { notFound } from "../../request/http/errors";
import type { Project, Release, ReleaseLink } from "../../state/records";
import { releaseKey } from "../../state/state";
import { releasePolicy } from "./policy";

type World = Pick<Context, "actor" | "state">;

/** Returns the release of a tag. Throws 403 unless the caller can read releases, and 404 if the tag has no release. */
export function readableRelease(project: Project, tag: string, { actor, state }: World): Release {
	authorize(releasePolicy.read_release(actor, project));
	const release = state.releases.one("tag", releaseKey(project.id, tag));
	if (!release) throw notFound();
	return release;
}

/** Returns the release of a tag, to change it or its links. Also throws 403 unless the caller can change it. */
export function writableRelease(project: Project, tag: string, world: World): Release {
	const release = readableRelease(project, tag, world);
	authorize(releasePolicy.update_release(world.actor, project, release.tag_name));
	return release;
}

/** Returns a link of the release. Throws 404 if the release has no such link. */
export function findLink(release: Release, id: number, { state }: World): ReleaseLink {
	const link = state.releaseLinks.get(id);
	if (!link || link.release_id !== release.id) throw notFound();
	return link;
}
