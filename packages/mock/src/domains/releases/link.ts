/** A link's life: what is taken as its name, address and path, and how it is made and changed. */
import { invalid } from "../../request/http/errors";
import type { Release, ReleaseLink } from "../../state/records";
import { linkKey, type State } from "../../state/state";

const [shortestPath, longestPath] = [4, 128];

type Values = Pick<ReleaseLink, "name" | "url" | "filepath" | "link_type">;

/** What is sent of a link. A blank path is none. */
export interface LinkInput {
	readonly name?: string | undefined;
	readonly url?: string | undefined;
	readonly direct_asset_path?: string | null | undefined;
	readonly link_type?: ReleaseLink["link_type"] | undefined;
}

function urlFault(url: string): string | undefined {
	if (url.trim() === "") return "Url can't be blank";
	if (!/^(https?|ftp):\/\//i.test(url)) return "Url is blocked: Only allowed schemes are http, https, ftp";
	return /\s/.test(url) || !URL.canParse(url) ? "Url is blocked: URI is invalid" : undefined;
}

/** Slashes single, names of letters, digits, `-`, `_` and `.` between them, a letter or digit in the end. */
const isPath = (path: string): boolean => /^(?:\/[\w.-]+)+$/.test(path) && /[\da-z]$/i.test(path);

function pathFaults(path: string | null): string[] {
	if (path === null) return [];
	const tooLong = path.length > longestPath;
	const tooShort = path.length < shortestPath && isPath(path);
	return [
		...(isPath(path) ? [] : ["Filepath is in an invalid format"]),
		...(tooShort ? [`Filepath is too short (minimum is ${shortestPath} characters)`] : []),
		...(tooLong ? [`Filepath is too long (maximum is ${longestPath} characters)`] : []),
	];
}

/** Throws one 400 with everything that keeps these values from being a link of the release; `self` is the link that has them now. */
function check(values: Values, release: Release, state: State, self?: ReleaseLink): void {
	const isTaken = (key: "name" | "url" | "filepath"): boolean => {
		const value = values[key];
		if (value === null) return false;
		const other = state.releaseLinks.one(key, linkKey(release.id, value));
		return other !== undefined && other.id !== self?.id;
	};
	const url = urlFault(values.url);
	const faults = [
		...(values.name.trim() === "" ? ["Name can't be blank"] : []),
		...(isTaken("name") ? ["Name has already been taken"] : []),
		...(url ? [url] : []),
		...(isTaken("url") ? ["Url has already been taken"] : []),
		...pathFaults(values.filepath),
		...(isTaken("filepath") ? ["Filepath has already been taken"] : []),
	];
	if (faults.length > 0) throw invalid(faults);
}

/** Adds a link. Throws 400 for a name, an address or a path that is not taken, or that another link of the release has. */
export function create(value: LinkInput & { name: string; url: string }, release: Release, state: State): ReleaseLink {
	const { name, url, direct_asset_path, link_type = "other" } = value;
	const values = { name, url, filepath: direct_asset_path || null, link_type };
	check(values, release, state);
	return state.releaseLinks.insert({ release_id: release.id, ...values, created_at: state.clock.iso() });
}

/** Changes what is given of a link. Throws as `create` does; then nothing is changed. */
export function update(link: ReleaseLink, input: LinkInput, release: Release, state: State): ReleaseLink {
	const { name = link.name, url = link.url, direct_asset_path, link_type = link.link_type } = input;
	const filepath = direct_asset_path === undefined ? link.filepath : direct_asset_path || null;
	const values = { name, url, filepath, link_type };
	check(values, release, state, link);
	return state.releaseLinks.update(link.id, values);
}
