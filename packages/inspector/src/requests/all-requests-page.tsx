import { useQuery } from "@tanstack/react-query";
import { type ReactElement, useMemo } from "react";
import { useLocation, useSearchParams } from "wouter";
import { bodyOf, control, type Summary } from "../api/control";
import { LoadState } from "../parts/load-state";
import { EmptyList } from "./empty-list";
import { parseFilter } from "./filter";
import { FilterBar } from "./filter-bar";
import { namesIn } from "./names-in";
import { RequestList } from "./request-list";
import { useSettled } from "./use-settled";

/** The maximum number of requests in the list. The list of one world shows all that the page keeps. */
const most = 5_000;

/** Returns the newest requests of all worlds, newest first. Their ids get the world, because worlds share ids. */
const useAllRequests = (text: string) =>
	useQuery({
		queryKey: ["all-requests", text],
		queryFn: async () => {
			const query = { world: "*" as const, limit: most, ...(text === "" ? {} : { q: text }) };
			const { entries } = await bodyOf(control.GET("/journal/summaries", { params: { query } }));
			return entries.map((entry): Summary => ({ ...entry, id: `${entry.id}@${entry.world}` })).reverse();
		},
		refetchInterval: 2_000,
	});

/** The requests of all worlds. A click opens a request in its world. */
export function AllRequestsPage(): ReactElement {
	const [, navigate] = useLocation();
	const [query, setQuery] = useSearchParams();
	const input = query.get("q") ?? "";
	const filter = useMemo(() => parseFilter(input), [input]);
	const { data = [], error, isPending, refetch } = useAllRequests(useSettled(filter.text));
	const entries = useMemo(() => data.filter(filter.passes), [data, filter]);
	const users = useMemo(() => namesIn(data, ({ user }) => user ?? "nobody"), [data]);
	const operations = useMemo(() => namesIn(data, ({ operation }) => operation), [data]);
	const changeFilter = (value: string): void =>
		setQuery(value === "" ? { world: "*" } : { world: "*", q: value }, { replace: true });
	const select = (id: string): void => {
		const [request = "", world = ""] = id.split("@");
		navigate(`/requests/${request}?${new URLSearchParams({ world })}`);
	};
	return (
		<div className="requests">
			<h1 className="hidden-text">Requests</h1>
			<section className="request-pane" aria-label="List of requests">
				<FilterBar value={input} onChange={changeFilter} users={users} operations={operations} />
				{error || isPending ? (
					<LoadState name="requests" error={error} onRetry={() => void refetch()} />
				) : entries.length > 0 ? (
					<RequestList entries={entries} selected={undefined} onSelect={select} onTop={() => {}} />
				) : (
					<EmptyList isLoaded isFiltered={input !== ""} onShowAll={() => changeFilter("")} />
				)}
				<p className="list-foot soft" role="status">
					{input === ""
						? `${entries.length} requests of all worlds`
						: `${entries.length} of ${data.length} requests of all worlds`}
				</p>
			</section>
		</div>
	);
}
