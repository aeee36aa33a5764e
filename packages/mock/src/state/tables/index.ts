import { releaseLinks, releases } from "./releases";

/** All tables by their names. The order is that of state files. */
export const definitions = {
	releases,
	releaseLinks,
};
