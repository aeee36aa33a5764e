import { findProject } from "../../request/access/find";
import type { Context } from "../../request/context";
import { created, ok } from "../../request/http/json-response";
import { erasing, operation } from "../../request/operation";
import { page } from "../../request/pages/page";
import { releaseLink } from "./entities";
import { findLink, readableRelease, writableRelease } from "./find";
import { create, type LinkInput, update } from "./link";
import { linksOf } from "./list";

/** Returns the sent values of a link. The older name of the path, `filepath`, is also accepted. */
const sentLink = <Link extends LinkInput>(input: Link, { sent }: Context): Link => ({
	...input,
	direct_asset_path: input.direct_asset_path === undefined ? sent("filepath") : input.direct_asset_path,
});

export const releases = {
	listReleaseLinks: operation("listReleaseLinks", (call) => {
		const project = findProject(call, call.params.id);
		const release = readableRelease(project, call.params.tag_name, call);
		return page(call, call.params, linksOf(release, call.state), (link) =>
			call.json(link, project, () => releaseLink(link, release, project, call)),
		);
	}),

	getReleaseLink: operation("getReleaseLink", (call) => {
		const project = findProject(call, call.params.id);
		const release = readableRelease(project, call.params.tag_name, call);
		return ok(releaseLink(findLink(release, call.params.link_id, call), release, project, call));
	}),

	createReleaseLink: operation("createReleaseLink", (call) => {
		const project = findProject(call, call.params.id);
		const release = writableRelease(project, call.params.tag_name, call);
		return created(releaseLink(create(sentLink(call.params, call), release, call.state), release, project, call));
	}),

	updateReleaseLink: erasing("updateReleaseLink", ["direct_asset_path"], (call) => {
		const project = findProject(call, call.params.id);
		const release = writableRelease(project, call.params.tag_name, call);
		const link = findLink(release, call.params.link_id, call);
		const changes = { link_type: "other" as const, ...sentLink(call.params, call) };
		return ok(releaseLink(update(link, changes, release, call.state), release, project, call));
	}),

	deleteReleaseLink: operation("deleteReleaseLink", (call) => {
		const project = findProject(call, call.params.id);
		const release = writableRelease(project, call.params.tag_name, call);
		const link = findLink(release, call.params.link_id, call);
		call.state.releaseLinks.delete(link.id);
		return ok(releaseLink(link, release, project, call));
	}),
};
