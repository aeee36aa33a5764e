import type { Fault } from "./judge";
import { parsedIfJson } from "./parsed";

/** Records of a page at most, where the request does not ask for fewer. */
const [usual, most] = [20, 100];
/** Characters of a record at least: shorter lists need not be read. */
const shortest = 30;

/** Whether an operation lists groups: of those lists alone it is stated that a page has up to a hundred records. */
export const listsGroups = (id: string): boolean =>
	/^list(Groups|Subgroups|DescendantGroups|GroupSharedGroups|InvitedGroups)$/.test(id);

/**
 * What is wrong with the size of a page, of twenty records or of as many as the request asks for, and with its numbers: they follow from the page
 * and the total, which a server may leave out. A size that is not a number is not judged, nor are pages by cursor.
 */
export function pageFaults(url: string, headers: Headers, text: string, operation: string): readonly Fault[] {
	const query = new URL(url, "http://localhost").searchParams;
	const asked = query.get("per_page");
	if (asked !== null && !/^[1-9]\d*$/.test(asked)) return [];
	const size = asked === null ? usual : Math.min(Number(asked), most);
	const items: unknown = text.length > size * shortest ? parsedIfJson(text) : [];
	const pointer = asked === null ? "per_page is absent" : `per_page=${asked}`;
	const [page, total] = [Number(query.get("page") ?? 1), headers.get("x-total")];
	const pages = Math.max(Math.ceil(Number(total) / size), 1);
	const numbers = {
		...(total !== null || headers.has("x-per-page") ? { "x-per-page": size } : {}),
		...(total !== null &&
			page >= 1 && {
				"x-page": page,
				"x-total-pages": pages,
				"x-next-page": page < pages ? page + 1 : "",
				"x-prev-page": page > 1 && page <= pages ? page - 1 : "",
			}),
	};
	const of = `page ${page} of ${size}${total === null ? "" : `, with ${total} in all,`}`;
	return [
		...(Array.isArray(items) && items.length > size
			? [
					{
						kind: "page",
						message: `a page of ${size} has ${items.length} records`,
						pointer,
						isAssumed: Number(asked) > most && !listsGroups(operation),
					} as const,
				]
			: []),
		...Object.entries(numbers).flatMap(([name, value]) => {
			const shown = headers.get(name);
			return shown === String(value)
				? []
				: [{ kind: "header", message: `${name} of ${of} is ${shown}`, pointer } as const];
		}),
	];
}
