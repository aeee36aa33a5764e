import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { Link, useSearchParams } from "wouter";
import { bodyOf, control } from "../../api/control";
import { inWorld, useWorld } from "../../app/world";
import { LoadState } from "../../parts/load-state";
import { PipelineCard } from "./pipeline-card";

const lists = { open: "Going on", ended: "Ended", all: "All" } as const;
type List = keyof typeof lists;
const isList = (name: string | null): name is List => name !== null && Object.hasOwn(lists, name);

/** Pipelines with their jobs, which the user starts and finishes by hand. */
export function BoardPanel(): ReactElement {
	const world = useWorld();
	const [query, setQuery] = useSearchParams();
	const shown = query.get("show");
	const state = isList(shown) ? shown : "open";
	const { data, error, refetch } = useQuery({
		queryKey: ["board", world, state],
		queryFn: () => bodyOf(control.GET("/pipelines", { params: { query: { state, limit: 20 } } })),
		refetchInterval: 3_000,
	});
	const show = (name: List): void =>
		setQuery((before) => {
			const next = new URLSearchParams(before);
			next.set("show", name);
			return next;
		});
	return (
		<div className="stack">
			<div className="actions">
				{Object.entries(lists).map(([name, label]) => (
					<button
						key={name}
						type="button"
						className="button"
						aria-pressed={name === state}
						onClick={() => isList(name) && show(name)}
					>
						{label}
					</button>
				))}
				{data && <span className="soft">{data.count} pipelines</span>}
				<Link href={inWorld("/control/settings?q=pipelines", world)}>Have jobs go on by themselves</Link>
			</div>
			{!data && <LoadState name="pipelines" error={error} onRetry={() => void refetch()} />}
			{data?.count === 0 && (
				<div className="empty">
					<h2>No pipeline {state === "open" ? "goes on" : "is here"}</h2>
					<p>Start one: POST /api/v4/projects/acme%2Fweb/pipeline?ref=main</p>
					{state === "open" && (
						<button type="button" className="button" onClick={() => show("all")}>
							Show all pipelines
						</button>
					)}
				</div>
			)}
			{data?.pipelines.map((pipeline) => (
				<PipelineCard key={pipeline.id} pipeline={pipeline} />
			))}
			{data && data.count > data.pipelines.length && (
				<p className="soft">{data.count - data.pipelines.length} older ones are not shown.</p>
			)}
		</div>
	);
}
