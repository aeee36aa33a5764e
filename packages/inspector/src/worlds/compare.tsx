import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useLocation } from "wouter";
import { bodyOf, control, forWorld, type Schemas } from "../api/control";
import { inWorld, useWorld } from "../app/world";
import { LoadState } from "../parts/load-state";
import { DiffView } from "./diff-view";
import { useSnapshots } from "./use-worlds";

/** The names of the two states that are not snapshots. */
const beginning = "beginning";
const now = "now";

function loadDiff(world: string, from: string, to: string): Promise<Schemas["StateDiff"]> {
	const query = to === now ? {} : { to };
	if (from === beginning) return bodyOf(control.GET("/changes", { ...forWorld(world), params: { query } }));
	return bodyOf(
		control.GET("/snapshots/{snapshot}/diff", { ...forWorld(world), params: { path: { snapshot: from }, query } }),
	);
}

interface CompareProps {
	readonly world: string;
	/** `a..b`; undefined until the user has chosen. */
	readonly range: string | undefined;
}

/** Compares two states of a world, row by row. */
export function Compare({ world, range }: CompareProps): ReactElement {
	const shown = useWorld();
	const [, navigate] = useLocation();
	const [from = beginning, to = now] = range?.split("..") ?? [];
	const snapshots = useSnapshots(world);
	const { data, error, refetch } = useQuery({
		queryKey: ["diff", world, from, to],
		queryFn: () => loadDiff(world, from, to),
		enabled: range !== undefined,
		refetchInterval: to === now ? 5_000 : false,
	});
	const open = (a: string, b: string): void =>
		navigate(inWorld(`/worlds/${world}/diff/${a}..${b}`, shown), { replace: range !== undefined });
	const names = snapshots.data?.map(({ name }) => name) ?? [];
	// A name that does not exist is shown too, because the error message names it.
	const choices = (fixed: string, chosen: string) => [...new Set([fixed, ...names, chosen])];
	return (
		<section className="card" aria-label="Compare">
			<div className="actions">
				<h2>Compare</h2>
				<select className="field" aria-label="From" value={from} onChange={(event) => open(event.target.value, to)}>
					{choices(beginning, from).map((name) => (
						<option key={name}>{name}</option>
					))}
				</select>
				with
				<select className="field" aria-label="To" value={to} onChange={(event) => open(from, event.target.value)}>
					{choices(now, to).map((name) => (
						<option key={name}>{name}</option>
					))}
				</select>
				{range === undefined && (
					<button type="button" className="button" onClick={() => open(from, to)}>
						Show
					</button>
				)}
			</div>
			{range !== undefined && !data && <LoadState name="difference" error={error} onRetry={() => void refetch()} />}
			{data && <DiffView diff={data} />}
		</section>
	);
}
