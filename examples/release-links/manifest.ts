import { Misuse } from "../support/program";

/** A link as the manifest wants it. */
export interface Wanted {
	readonly name: string;
	readonly url: string;
	readonly link_type?: "other" | "runbook" | "image" | "package";
	readonly direct_asset_path?: string;
}

const kinds: readonly unknown[] = [undefined, "other", "runbook", "image", "package"];

/** Reads a manifest. Throws Misuse that names the entry that is wrong. */
export function readManifest(text: string, name: string): Wanted[] {
	const wrong = (what: string) => new Misuse(`${name}: ${what}`);
	let list: unknown;
	try {
		list = JSON.parse(text);
	} catch (error) {
		throw wrong(error instanceof Error ? error.message : String(error));
	}
	if (!Array.isArray(list)) throw wrong("should be a list of links");
	for (const [index, entry] of list.entries()) {
		const { name, url, link_type, direct_asset_path: path } = (entry ?? {}) as Partial<Record<keyof Wanted, unknown>>;
		if (typeof name !== "string" || name === "") throw wrong(`entry ${index} has no name`);
		if (typeof url !== "string" || !URL.canParse(url)) throw wrong(`the url of "${name}" is none`);
		if (!kinds.includes(link_type)) throw wrong(`the link_type of "${name}" should be ${kinds.slice(1).join(", ")}`);
		if (path !== undefined && !String(path).startsWith("/")) throw wrong(`the path of "${name}" should begin with /`);
		if (list.findIndex((other: Wanted) => other.name === name) !== index) throw wrong(`"${name}" stands there twice`);
	}
	// Each of them was looked at.
	return list as Wanted[];
}
