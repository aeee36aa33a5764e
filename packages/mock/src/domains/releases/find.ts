/** Finds what is addressed in a project, for a caller who may read or change it. */
import { authorize } from "../../request/access/authorize";
import type { Context } from "../../request/context";
import { notFound } from "../../request/http/errors";
import type { Project, Release, ReleaseLink } from "../../state/records";
import { releaseKey } from "../../state/state";
import { releasePolicy } from "./policy";

type World = Pick<Context, "actor" | "state">;

/** The release of a tag. Throws 403 unless the caller may read releases, 404 for a tag that has none. */
export function readableRelease(project: Project, tag: string, { actor, state }: World): Release {
	authorize(releasePolicy.read_release(actor, project));
	const release = state.releases.one("tag", releaseKey(project.id, tag));
	if (!release) throw notFound();
	return release;
}

/** The same for who changes it, or its links: throws 403 unless they may. */
export function writableRelease(project: Project, tag: string, world: World): Release {
	const release = readableRelease(project, tag, world);
	authorize(releasePolicy.update_release(world.actor, project, release.tag_name));
	return release;
}

/** A link of the release. Throws 404 for one of another release. */
export function findLink(release: Release, id: number, { state }: World): ReleaseLink {
	const link = state.releaseLinks.get(id);
	if (!link || link.release_id !== release.id) throw notFound();
	return link;
}
