/** The tables of the releases domain. */
import { nullable, oneOf, partOf, serial, text, time, to } from "../columns";
import { type RowOf, table } from "../definition";

/** A release of a project. */
export interface Release extends RowOf<typeof releases> {}
export const releases = table(
	"releases",
	{
		id: serial(851),
		project_id: partOf("projects"),
		tag_name: text().or("v1.0"),
		name: text().like("tag_name"),
		/** Markdown. */
		description: nullable(text()),
		author_id: to("users"),
		created_at: time().now(),
		/** When it was or will be released. */
		released_at: time().like("created_at"),
	},
	{ groups: { project: "project_id" }, unique: { tag: ["project_id", "tag_name"] } },
);

/** A link to an asset of a release. */
export interface ReleaseLink extends RowOf<typeof releaseLinks> {}
export const releaseLinks = table(
	"releaseLinks",
	{
		id: serial(901),
		release_id: partOf("releases"),
		name: text(),
		url: text(),
		link_type: oneOf("other", "runbook", "image", "package").or("other"),
		/** The asset's path below the release's download URL, beginning with a slash; null if it has none. */
		filepath: nullable(text()),
		created_at: time().now(),
	},
	{
		groups: { release: "release_id" },
		unique: { name: ["release_id", "name"], url: ["release_id", "url"], filepath: ["release_id", "filepath"] },
	},
);
