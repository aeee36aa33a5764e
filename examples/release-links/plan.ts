import type { ManifestLink } from "./manifest";

/** A link as the release has it. */
interface Present {
	readonly id: number;
	readonly name: string;
	readonly url: string;
	readonly link_type: string;
	readonly direct_asset_url?: string;
}

/** What to do with one link. */
export type Change =
	| { readonly kind: "create" | "leave"; readonly link: ManifestLink }
	| { readonly kind: "update"; readonly link: ManifestLink; readonly id: number; readonly differs: readonly string[] }
	| {
			readonly kind: "delete" | "stray";
			readonly link: { readonly name: string; readonly url: string };
			readonly id: number;
	  };

/** The fields in which a link differs from the manifest. Fields that the manifest does not set are ignored, except that the default
 * link type is `other`. */
function differences(manifest: ManifestLink, present: Present): string[] {
	const { url, link_type = "other", direct_asset_path: path } = manifest;
	return [
		...(url === present.url ? [] : ["url"]),
		...(link_type === present.link_type ? [] : ["link_type"]),
		// The platform returns the path at the end of a URL of its own.
		...(path === undefined || present.direct_asset_url?.endsWith(`/downloads${path}`) ? [] : ["direct_asset_path"]),
	];
}

/** The changes that make the links of the release match the manifest. Deletions come first, since they free names and URLs. */
export function changesOf(manifest: readonly ManifestLink[], present: readonly Present[], prune: boolean): Change[] {
	const strays = present.filter(({ name }) => !manifest.some((link) => link.name === name));
	return [
		...strays.map((link) => ({ kind: prune ? ("delete" as const) : ("stray" as const), link, id: link.id })),
		...manifest.map((link): Change => {
			const found = present.find(({ name }) => name === link.name);
			if (!found) return { kind: "create", link };
			const differs = differences(link, found);
			if (differs.length === 0) return { kind: "leave", link };
			return { kind: "update", link: { link_type: "other", ...link }, id: found.id, differs };
		}),
	];
}
