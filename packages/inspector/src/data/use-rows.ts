import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { useRef } from "react";
import { bodyOf, control, type Schemas } from "../api/control";
import { useWorld } from "../app/world";
import type { Row } from "./tables";

/** The number of rows per request. */
const pageSize = 100;

/** Parses the text of the field: `state:opened project:acme/web some words`. Values with spaces are quoted. */
export function searchOf(input: string): URLSearchParams {
	const search = new URLSearchParams();
	const words = input.replace(/(?:^|\s)([a-z][a-z_.]*):("[^"]*"|\S+)/g, (_, name: string, value: string) => {
		search.set(name, value.replace(/^"|"$/g, ""));
		return " ";
	});
	const text = words.trim().replace(/\s+/g, " ");
	if (text !== "") search.set("q", text);
	return search;
}

/** Returns a condition in the syntax of the search field. */
export const condition = (name: string, value: string): string => `${name}:${/\s/.test(value) ? `"${value}"` : value}`;

type Page = Schemas["RecordPage"];

export interface RowList {
	/** Undefined until the first page is loaded. */
	readonly count: number | undefined;
	/** Undefined for a row that is not loaded yet. */
	readonly rowAt: (index: number) => Row | undefined;
	/** Returns the name of a row of a table. */
	readonly nameOf: (table: string, id: unknown) => string | undefined;
	readonly error: Error | null;
	readonly retry: () => void;
}

/** Loads the rows of a list from one index to another, in pages. */
export function useRows(table: string, input: string, sort: string, from: number, to: number): RowList {
	const world = useWorld();
	const pages: number[] = [];
	for (let page = Math.floor(from / pageSize); page <= Math.floor(to / pageSize); page++) pages.push(page);
	const results = useQueries({
		queries: pages.map((page) => ({
			queryKey: ["rows", world, table, input, sort, page],
			queryFn: ({ signal }: { signal: AbortSignal }): Promise<Page> => {
				const search = searchOf(input);
				for (const [name, value] of [
					["sort", sort],
					["limit", String(pageSize)],
					["offset", String(page * pageSize)],
					["names", "true"],
				] as const)
					search.set(name, value);
				const options = { params: { path: { table } }, querySerializer: () => String(search), signal };
				return bodyOf(control.GET("/records/{table}", options));
			},
			refetchInterval: 5_000,
			placeholderData: page === 0 ? keepPreviousData : undefined,
		})),
	});
	const key = [world, table, input, sort].join("\n");
	const last = useRef<{ key: string; count: number }>(undefined);
	const known = results.find(({ data, isPlaceholderData }) => data && !isPlaceholderData)?.data;
	if (known) last.current = { key, count: known.count };
	const loaded = new Map(pages.map((page, index) => [page, results[index]?.data]));
	const failed = results.find(({ error }) => error);
	return {
		count: last.current?.key === key ? last.current.count : undefined,
		rowAt: (index) => loaded.get(Math.floor(index / pageSize))?.rows[index % pageSize],
		nameOf: (of, id) => {
			for (const data of loaded.values()) {
				const name = data?.names?.[of]?.[String(id)];
				if (name !== undefined) return name;
			}
			return undefined;
		},
		error: failed?.error ?? null,
		retry: () => void failed?.refetch(),
	};
}
