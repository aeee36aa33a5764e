/** What the releases domain keeps. */

export interface Release {
	readonly id: number;
	readonly project_id: number;
	readonly tag_name: string;
	readonly name: string;
	/** Markdown. */
	readonly description: string | null;
	readonly author_id: number;
	readonly created_at: string;
	/** When it was released, or will be. */
	readonly released_at: string;
}

/** A link to an asset of a release. */
export interface ReleaseLink {
	readonly id: number;
	readonly release_id: number;
	readonly name: string;
	readonly url: string;
	readonly link_type: "other" | "runbook" | "image" | "package";
	/** Where the asset is below the release's download address, with a slash first; null for nowhere. */
	readonly filepath: string | null;
	readonly created_at: string;
}
