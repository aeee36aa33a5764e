import { Misuse } from "../support/program";

/** A link in the manifest. */
export interface ManifestLink {
	readonly name: string;
	readonly url: string;
	readonly link_type?: "other" | "runbook" | "image" | "package";
	readonly direct_asset_path?: string;
}

const kinds: readonly unknown[] = [undefined, "other", "runbook", "image", "package"];

/** Reads a manifest. Throws Misuse with the name of the wrong entry. */
export function readManifest(text: string, name: string): ManifestLink[] {
	const wrong = (what: string) => new Misuse(`${name}: ${what}`);
	let list: unknown;
	try {
		list = JSON.parse(text);
	} catch (error) {
		throw wrong(error instanceof Error ? error.message : String(error));
	}
	if (!Array.isArray(list)) throw wrong("must be a list of links");
	for (const [index, entry] of list.entries()) {
		const {
			name,
			url,
			link_type,
			direct_asset_path: path,
		} = (entry ?? {}) as Partial<Record<keyof ManifestLink, unknown>>;
		if (typeof name !== "string" || name === "") throw wrong(`entry ${index} needs a name`);
		if (typeof url !== "string" || !URL.canParse(url)) throw wrong(`the url of "${name}" must be a URL`);
		if (!kinds.includes(link_type))
			throw wrong(`the link_type of "${name}" must be one of ${kinds.slice(1).join(", ")}`);
		if (path !== undefined && !String(path).startsWith("/"))
			throw wrong(`the direct_asset_path of "${name}" must start with /`);
		if (list.findIndex((other: ManifestLink) => other.name === name) !== index)
			throw wrong(`"${name}" is in the list twice`);
	}
	// The loop has validated each of them.
	return list as ManifestLink[];
}
