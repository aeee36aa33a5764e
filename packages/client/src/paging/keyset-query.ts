import type { List } from "./load-page";
import type { PageQuery } from "./page";

/**
 * Returns the parameters for keyset pages, if the list supports them in its order and the caller's parameters allow them. A
 * `page` parameter only rules them out if no `numbered` position was reached by page numbers.
 */
export function keysetQuery({ core, route, params }: List, numbered?: PageQuery): PageQuery | undefined {
	const { keyset, anonymousKeyset } = route;
	const { page, pagination, order_by, sort } = params;
	if (!keyset || pagination !== undefined) return undefined;
	if (numbered ? numbered.page === undefined : page !== undefined) return undefined;
	if (anonymousKeyset && core.credentials) return undefined;
	const [by, direction] = keyset[0]?.split(" ") ?? [];
	const order = { order_by: order_by ?? by, sort: sort ?? direction };
	if (!keyset.includes(`${order.order_by} ${order.sort}`)) return undefined;
	return { pagination: "keyset", ...order, ...(numbered ? { page: undefined } : {}) };
}
