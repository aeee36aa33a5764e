/** The lifecycle of a link: which names, URLs and paths are valid, and how a link is created and changed. */
import { invalid } from "../../request/http/errors";
import type { Release, ReleaseLink } from "../../state/records";
import { linkKey, type State } from "../../state/state";

const [shortestPath, longestPath] = [4, 128];

type Values = Pick<ReleaseLink, "name" | "url" | "filepath" | "link_type">;

/** The values of a link in a request. An empty path means no path. */
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

/** Whether a path has single slashes, names of letters, digits, `-`, `_` and `.`, and ends in a letter or digit. */
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

/** Throws one 400 with all validation errors of a link. `self` is the link that is changed, if it exists. */
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

/** Adds a link. Throws 400 for an invalid name, URL or path, and for one that another link of the release has. */
export function create(value: LinkInput & { name: string; url: string }, release: Release, state: State): ReleaseLink {
	const { name, url, direct_asset_path, link_type = "other" } = value;
	const values = { name, url, filepath: direct_asset_path || null, link_type };
	check(values, release, state);
	return state.releaseLinks.insert({ release_id: release.id, ...values, created_at: state.clock.iso() });
}

/** Changes the given values of a link. Throws as `create` does; then nothing is changed. */
export function update(link: ReleaseLink, input: LinkInput, release: Release, state: State): ReleaseLink {
	const { name = link.name, url = link.url, direct_asset_path, link_type = link.link_type } = input;
	const filepath = direct_asset_path === undefined ? link.filepath : direct_asset_path || null;
	const values = { name, url, filepath, link_type };
	check(values, release, state, link);
	return state.releaseLinks.update(link.id, values);
}
