import { fromView, type Rows } from "../../request/pages/page";
import type { Project, Release, ReleaseLink } from "../../state/records";
import type { State } from "../../state/state";
import type { View } from "../../state/table";

const linksByCreation: View<ReleaseLink, "release"> = { group: "release", by: (link) => link.created_at };

/** Returns the links of a release, newest first. */
export const linksOf = (release: Release, state: State): Rows<ReleaseLink> =>
	fromView(state.releaseLinks.ordered(linksByCreation, release.id), true);

const views = {
	created: { group: "project", by: (release) => release.created_at },
	released_at: { group: "project", by: (release) => release.released_at },
} satisfies { [order: string]: View<Release, "project"> };

/** Returns the releases of a project, sorted by one of their times. */
export const releasesOf = (
	project: Project,
	by: keyof typeof views,
	descending: boolean,
	state: State,
): Rows<Release> => fromView(state.releases.ordered(views[by], project.id), descending);
