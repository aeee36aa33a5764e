/**
 * Keyset pages: each begins after the last record of the page before, wherever that record is by then. No record is
 * skipped or listed twice while records are added and deleted.
 */
import type { PaginationRow } from "@tenon/contract";
import { decodeLeniently, encodeUtf8 } from "../../lib/utf8";
import type { SortedList } from "../../state/sorted-list";
import { type Row, type SortValue, standing, type View } from "../../state/table";
import { compareReleases } from "../access/served";
import type { Context } from "../context";
import { ApiError, parameterError } from "../http/errors";
import type { RawResponse } from "../http/raw";
import type { Settings } from "../settings/settings";
import { filtersOf, listBody } from "./page";

/** The number of records up to which page numbers work. */
const deepest = 50_000;

interface Cursor {
	/** The list and the order that the cursor belongs to. */
	readonly of: string;
	readonly value: SortValue;
	readonly id: number;
	/** The page after this position (`n`), or the one before it (`p`). */
	readonly to: "n" | "p";
}

/** Encodes a position in a list as an opaque text. */
export function encodeCursor({ of, value, id, to }: Cursor): string {
	const bytes = encodeUtf8(JSON.stringify([of, value, id, to]));
	const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
	return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function parsed(text: string): unknown {
	try {
		const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
		return JSON.parse(decodeLeniently(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))));
	} catch {
		return undefined;
	}
}

const isSortValue = (value: unknown): value is SortValue =>
	value === null || typeof value === "string" || typeof value === "number";

/** Decodes a cursor. Throws 400 if it is malformed, or belongs to another list or order. */
export function decodeCursor(text: string, of: string): Cursor {
	const input = parsed(text);
	const [from, value, id, to]: unknown[] = Array.isArray(input) ? input : [];
	if (from !== of || !isSortValue(value) || typeof id !== "number" || (to !== "n" && to !== "p"))
		throw parameterError("cursor is invalid");
	return { of, value, id, to };
}

/** Whether a request asks for keyset pages and the installation's release has them. */
export const wantsKeyset = (
	params: { readonly pagination?: string },
	pagination: PaginationRow | undefined,
	settings: Settings,
): boolean => {
	const since = pagination?.keyset?.since ?? null;
	const served = since === null || compareReleases(settings.release, since) >= 0;
	return params.pagination === "keyset" && served;
};

/** 405: the list has no keyset pages in the requested order. */
export const noKeyset = (): ApiError =>
	new ApiError(405, { error: "Keyset pagination is not yet available for this type of request" });

/** Throws 405 if a page number is too high; `type` is the name of the records. */
export function checkDepth(params: { readonly page?: number; readonly per_page?: number }, type: string): void {
	if ((params.page ?? 1) * (params.per_page ?? 20) <= deepest) return;
	throw new ApiError(405, {
		error: `Offset pagination has a maximum allowed offset of ${deepest} for requests that return objects of type ${type}. Remaining records can be retrieved using keyset pagination.`,
	});
}

/** A sorted list to read by keyset. */
export interface KeysetRows<R extends Row> {
	readonly list: SortedList<R>;
	/** The order of the list. */
	readonly view: Pick<View<R>, "by" | "descending">;
	/** Whether to read it from its end. */
	readonly reverse: boolean;
	/** The name of the list and of its order. Cursors with another name are refused. */
	readonly name: string;
	/** Whether a row is included. */
	readonly pass?: (row: R) => boolean;
}

/** Returns the first rows that pass after a position or, with `back`, before it; nearest first. */
function near<R extends Row>(rows: KeysetRows<R>, at: Cursor | undefined, back: boolean, limit: number): R[] {
	const { list, view, reverse, pass } = rows;
	const backwards = reverse !== back;
	const found: R[] = [];
	if (limit === 0) return found;
	for (const row of at ? list.from(standing<R>(view, at.value, at.id), backwards) : list.rows(backwards)) {
		if (pass && !pass(row)) continue;
		found.push(row);
		if (found.length === limit) break;
	}
	return found;
}

/** Returns one page, with its cursors. Throws 400 if the cursor does not belong to the list. */
export function keysetPage<R extends Row>(
	context: Context,
	params: { readonly per_page?: number; readonly cursor?: string },
	rows: KeysetRows<R>,
	show: (row: R) => unknown,
): RawResponse {
	const perPage = params.per_page ?? 20;
	const at = params.cursor ? decodeCursor(params.cursor, rows.name) : undefined;
	const back = at?.to === "p";
	const found = near(rows, at, back, perPage + 1);
	const more = found.length > perPage;
	const shown = found.slice(0, perPage);
	if (back) shown.reverse();
	const place = (row: R | undefined, to: Cursor["to"]): Cursor | undefined =>
		row && { of: rows.name, value: rows.view.by(row), id: row.id, to };
	const [first, last] = [place(shown[0], "p"), place(shown.at(-1), "n")];
	const hasNext = back ? near(rows, last, false, last ? 1 : 0).length > 0 : more;
	const hasPrevious = back ? more : near(rows, first, true, first && at ? 1 : 0).length > 0;
	const headers: { [name: string]: string } = { "content-type": "application/json" };
	if (hasNext && last) {
		const cursor = encodeCursor(last);
		const query = [...filtersOf(context), ["cursor", cursor] as const, ["per_page", String(perPage)] as const]
			.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
			.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
		headers.link = `<${context.address}?${query.join("&")}>; rel="next"`;
		headers["x-next-cursor"] = cursor;
	}
	if (hasPrevious && first) headers["x-prev-cursor"] = encodeCursor(first);
	return { status: 200, headers, ...listBody(context, shown, show) };
}
