import type { Wanted } from "./manifest";

/** A link as the release has it. */
interface Present {
	readonly id: number;
	readonly name: string;
	readonly url: string;
	readonly link_type: string;
	readonly direct_asset_url?: string;
}

/** What is to be done about one link. */
export type Change =
	| { readonly kind: "create" | "leave"; readonly link: Wanted }
	| { readonly kind: "update"; readonly link: Wanted; readonly id: number; readonly differs: readonly string[] }
	| {
			readonly kind: "delete" | "stray";
			readonly link: { readonly name: string; readonly url: string };
			readonly id: number;
	  };

/** In what a link is not as wanted. What the manifest does not say may be as it is, but for the kind, which is `other` then. */
function differences(wanted: Wanted, present: Present): string[] {
	const { url, link_type = "other", direct_asset_path: path } = wanted;
	return [
		...(url === present.url ? [] : ["url"]),
		...(link_type === present.link_type ? [] : ["link_type"]),
		// The platform tells the path as the end of an address of its own.
		...(path === undefined || present.direct_asset_url?.endsWith(`/downloads${path}`) ? [] : ["direct_asset_path"]),
	];
}

/** What leads from the links that are there to those that are wanted; deletions first, since they make names and addresses free. */
export function changesOf(wanted: readonly Wanted[], present: readonly Present[], prune: boolean): Change[] {
	const strays = present.filter(({ name }) => !wanted.some((link) => link.name === name));
	return [
		...strays.map((link) => ({ kind: prune ? ("delete" as const) : ("stray" as const), link, id: link.id })),
		...wanted.map((link): Change => {
			const found = present.find(({ name }) => name === link.name);
			if (!found) return { kind: "create", link };
			const differs = differences(link, found);
			if (differs.length === 0) return { kind: "leave", link };
			return { kind: "update", link: { link_type: "other", ...link }, id: found.id, differs };
		}),
	];
}
