import type { Fault } from "./judge";
import { parsedIfJson } from "./parsed";

/** The size of a page if the request does not set one, and the largest size. */
const [usual, most] = [20, 100];
/** The fewest characters of a record: a shorter list cannot have too many records, and is not parsed. */
const shortest = 30;

/** Whether an operation lists groups, the only lists for which the specification states at most 100 records a page. */
export const listsGroups = (id: string): boolean =>
	/^list(Groups|Subgroups|DescendantGroups|GroupSharedGroups|InvitedGroups)$/.test(id);

/**
 * Returns the deviations in the size of a page and in its pagination headers. The size is `per_page`, or 20. The
 * headers follow from the page and the total; a server may leave the total out. A malformed `per_page` has none.
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
