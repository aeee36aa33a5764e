import { useLocation, useRoute, useSearchParams } from "wouter";
import { useQueryChange } from "../app/use-query-change";
import { lastUser, rememberUser } from "../parts/last-user";

/** A record that somebody came from by its references. */
export interface Step {
	readonly table: string;
	readonly id: string;
}

/** The state of the page in the URL. */
export interface DataState {
	readonly table: string | undefined;
	/** The id of the open record; `new` for one that is not created yet. */
	readonly id: string | undefined;
	/** As typed into the field: filters such as `state:opened`, and a text. */
	readonly q: string;
	/** The column to sort by, with the prefix `-` for descending order. */
	readonly sort: string;
	/** The user to whom the API shows the record; undefined for an anonymous caller. */
	readonly as: string | undefined;
	/** Records that were followed to this one, the first one first. */
	readonly trail: readonly Step[];
}

const steps = (text: string | null): Step[] =>
	(text ?? "").split("~").flatMap((part) => {
		const [table = "", id = ""] = part.split(".");
		return id === "" ? [] : [{ table, id }];
	});

/** Records that a trail has at most. */
const mostSteps = 8;

interface DataNavigation {
	readonly view: DataState;
	/** Opens a table, with a filter if there is one. */
	readonly openTable: (table: string, q?: string) => void;
	/** Opens a record of the list; undefined closes it. */
	readonly openRow: (id: string | undefined) => void;
	/** The address of a record of the list. */
	readonly row: (id: string) => string;
	/** The address of a record that another one refers to. */
	readonly follow: (step: Step, trail: readonly Step[]) => string;
	/** The address of a table's list. */
	readonly list: (table: string, q: string) => string;
	readonly change: ReturnType<typeof useQueryChange>;
	/** Shows records as the API shows them to somebody else. */
	readonly lookAs: (user: string | undefined) => void;
}

/** The state of the page, which is its address. */
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
	/** An address with these parameters, and those that hold everywhere. */
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
