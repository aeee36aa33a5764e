import { useLocation, useRoute, useSearchParams } from "wouter";
import { useQueryChange } from "../app/use-query-change";
import { lastUser, rememberUser } from "../parts/last-user";

/** A record from which the user followed a reference. */
export interface Step {
	readonly table: string;
	readonly id: string;
}

/** The state of the page in the URL. */
export interface DataState {
	readonly table: string | undefined;
	/** The id of the open record; `new` for a record that does not exist yet. */
	readonly id: string | undefined;
	/** The text of the search field: filters such as `state:opened`, and words. */
	readonly q: string;
	/** The column to sort by, with the prefix `-` for descending order. */
	readonly sort: string;
	/** The user to whom the API shows the record; undefined for an anonymous caller. */
	readonly as: string | undefined;
	/** The records from which the user followed references to this one, oldest first. */
	readonly trail: readonly Step[];
}

const steps = (text: string | null): Step[] =>
	(text ?? "").split("~").flatMap((part) => {
		const [table = "", id = ""] = part.split(".");
		return id === "" ? [] : [{ table, id }];
	});

/** The maximum length of a trail. */
const mostSteps = 8;

interface DataNavigation {
	readonly view: DataState;
	/** Opens a table, optionally with a filter. */
	readonly openTable: (table: string, q?: string) => void;
	/** Opens a record of the list; undefined closes the open record. */
	readonly openRow: (id: string | undefined) => void;
	/** Returns the URL of a record of the list. */
	readonly row: (id: string) => string;
	/** Returns the URL of a record that another one refers to. */
	readonly follow: (step: Step, trail: readonly Step[]) => string;
	/** Returns the URL of a table's list. */
	readonly list: (table: string, q: string) => string;
	readonly change: ReturnType<typeof useQueryChange>;
	/** Shows records as the API shows them to another user. */
	readonly lookAs: (user: string | undefined) => void;
}

/** Returns the state of the page, which is in its URL, and functions that change it. */
export function useDataView(): DataNavigation {
	const [, navigate] = useLocation();
	const [, params] = useRoute("/data/:table?/:id?");
	const [query] = useSearchParams();
	const change = useQueryChange();
	const named = query.get("as") ?? lastUser();
	const view: DataState = {
		table: params?.table,
		id: params?.id,
		q: query.get("q") ?? "",
		sort: query.get("sort") ?? "id",
		as: named === "*nobody" ? undefined : named,
		trail: steps(query.get("trail")),
	};
	/** Returns a URL with these parameters, and with those of the current URL that apply to every page. */
	const address = (path: string, changes: { readonly [name: string]: string | undefined }): string => {
		const next = new URLSearchParams();
		for (const name of ["world", "as"]) if (query.has(name)) next.set(name, query.get(name) ?? "");
		for (const [name, value] of Object.entries(changes)) if (value) next.set(name, value);
		return `/data${path}${next.size > 0 ? `?${next}` : ""}`;
	};
	const kept = { q: view.q, sort: query.get("sort") ?? undefined, columns: query.get("columns") ?? undefined };
	return {
		view,
		openTable: (table, q) => navigate(address(`/${table}`, { q })),
		row: (id) => address(`/${view.table}/${id}`, kept),
		openRow: (id) =>
			navigate(address(`/${view.table}${id === undefined ? "" : `/${id}`}`, kept), {
				replace: view.id !== undefined && id !== undefined,
			}),
		follow: ({ table, id }, trail) =>
			address(`/${table}/${id}`, {
				trail: trail
					.slice(-mostSteps)
					.map((step) => `${step.table}.${step.id}`)
					.join("~"),
			}),
		list: (table, q) => address(`/${table}`, { q }),
		change,
		lookAs(user) {
			rememberUser(user);
			change({ as: user ?? "*nobody" });
		},
	};
}
