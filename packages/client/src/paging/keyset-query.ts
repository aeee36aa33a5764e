import type { List } from "./load-page";
import type { PageQuery } from "./page";

/**
 * The parameters of keyset pages, where the list has them in its order and the caller has said nothing against them; a first
 * page that the caller names does not count against them for a place that was reached by page numbers.
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
