import { findProject } from "../access/find";
import type { Context } from "../context";
import { created, ok } from "../http/answer";
import { notFound } from "../http/errors";
import { fromView, page } from "../http/page";
import { operation } from "../operation";
import type { Project, Release, ReleaseLink } from "../state/records";
import { releaseKey } from "../state/state";
import type { View } from "../state/table";
import { releaseLink } from "./entities";
import { create, update } from "./link";
import { authorize, releasePolicy } from "./policy";

interface Path {
	readonly id: number | string;
	readonly tag_name: string;
}
interface Place {
	readonly project: Project;
	readonly release: Release;
}

/** The release that the caller addressed and may read. Throws 404 for a tag that has none. */
function readable(context: Context, { id, tag_name }: Path): Place {
	const project = findProject(context, id);
	authorize(releasePolicy.read_release(context.actor, project));
	const release = context.state.releases.one("tag", releaseKey(project.id, tag_name));
	if (!release) throw notFound();
	return { project, release };
}

/** The release that the caller addressed and may change. */
function writable(context: Context, path: Path): Place {
	const place = readable(context, path);
	authorize(releasePolicy.update_release(context.actor, place.project, place.release.tag_name));
	return place;
}

/** A link of the release. Throws 404 for one of another release. */
function find(context: Context, release: Release, id: number): ReleaseLink {
	const link = context.state.releaseLinks.get(id);
	if (!link || link.release_id !== release.id) throw notFound();
	return link;
}

const byCreation: View<ReleaseLink, "release"> = { group: "release", by: (link) => link.created_at };

export const releases = {
	listReleaseLinks: operation("listReleaseLinks", (call) => {
		const { project, release } = readable(call, call.params);
		const list = call.state.releaseLinks.ordered(byCreation, release.id);
		return page(call, call.params, fromView(list, true), (link) =>
			call.json(link, project, () => releaseLink(link, release, project, call)),
		);
	}),

	getReleaseLink: operation("getReleaseLink", (call) => {
		const { project, release } = readable(call, call.params);
		return ok(releaseLink(find(call, release, call.params.link_id), release, project, call));
	}),

	createReleaseLink: operation("createReleaseLink", (call) => {
		const { project, release } = writable(call, call.params);
		return created(releaseLink(create(call.params, release, call.state), release, project, call));
	}),

	updateReleaseLink: operation("updateReleaseLink", (call) => {
		const { project, release } = writable(call, call.params);
		const link = find(call, release, call.params.link_id);
		return ok(releaseLink(update(link, call.params, release, call.state), release, project, call));
	}),

	deleteReleaseLink: operation("deleteReleaseLink", (call) => {
		const { project, release } = writable(call, call.params);
		const link = find(call, release, call.params.link_id);
		call.state.releaseLinks.delete(link.id);
		return ok(releaseLink(link, release, project, call));
	}),
};
