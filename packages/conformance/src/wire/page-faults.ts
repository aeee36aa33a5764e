import type { Fault } from "./judge";
import { parsedIfJson } from "./parsed";

/** Records of a page at most, where the request does not ask for fewer. */
const [usual, most] = [20, 100];
/** Characters of a record at least: shorter lists need not be read. */
const shortest = 30;

/** What is wrong with the size of a page: of twenty records, or of as many as the request asks for. A size that is not a number is not judged. */
export function pageFaults(url: string, headers: Headers, text: string): readonly Fault[] {
	const asked = new URL(url, "http://localhost").searchParams.get("per_page");
	if (asked !== null && !/^[1-9]\d*$/.test(asked)) return [];
	const size = asked === null ? usual : Math.min(Number(asked), most);
	const shown = headers.get("x-per-page");
	const items: unknown = text.length > size * shortest ? parsedIfJson(text) : [];
	const pointer = asked === null ? "per_page is absent" : `per_page=${asked}`;
	return [
		...(Array.isArray(items) && items.length > size
			? [{ kind: "page", message: `a page of ${size} has ${items.length} records`, pointer } as const]
			: []),
		...(shown !== null && shown !== String(size)
			? [{ kind: "header", message: `x-per-page of a page of ${size} is ${shown}`, pointer } as const]
			: []),
	];
}
