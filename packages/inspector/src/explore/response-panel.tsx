import { useQuery } from "@tanstack/react-query";
import { type ReactElement, useEffect, useRef } from "react";
import { Link } from "wouter";
import { bodyOf, control, type Detail } from "../api/control";
import { ErrorBoundary } from "../app/error-boundary";
import { inWorld, useWorld } from "../app/world";
import { BodyView } from "../parts/body-view";
import { outcomeOf, StatusIcon } from "../parts/status-icon";
import { ChangesPanel } from "../requests/changes-panel";
import { WhyPanel } from "../requests/why-panel";

interface ResponsePanelProps {
	/** The id of the journal entry; undefined until a request is sent. */
	readonly id: string | undefined;
	/** Shows another entry, such as the same request sent by another user. */
	readonly onOpen: (id: string) => void;
}

/** Says whether the response conforms to the contract. */
function verdictOf({ verdict }: Detail): string {
	if (!verdict) return "not validated";
	return verdict.ok ? "contract ok" : "breaks the contract";
}

function Summary({ entry }: { entry: Detail }): ReactElement {
	const world = useWorld();
	const outcome = outcomeOf(entry);
	const { changes } = entry;
	return (
		<p className="response-line">
			<StatusIcon outcome={outcome} isDecoration />
			<strong className={`status ${outcome}`}>{entry.status || "No response"}</strong>
			<span className={entry.verdict?.ok === false ? "bad" : ""}>{verdictOf(entry)}</span>
			<span className="soft">{entry.milliseconds.toFixed(1)} ms</span>
			{changes.length > 0 && (
				<span>
					{changes.length} changed {changes.length === 1 ? "row" : "rows"}
				</span>
			)}
			<Link href={inWorld(`/requests/${entry.id}`, world)}>Request {Number.parseInt(entry.id, 16)}</Link>
		</p>
	);
}

function Loaded({ entry, onOpen }: { entry: Detail; onOpen: ResponsePanelProps["onOpen"] }): ReactElement {
	const frame = useRef<HTMLDivElement>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: the page also scrolls when another response arrives.
	useEffect(() => {
		// On a small screen, the form fills the screen and hides the response.
		if ((frame.current?.getBoundingClientRect().top ?? 0) > innerHeight / 2)
			frame.current?.scrollIntoView({ block: "start" });
	}, [entry.id]);
	return (
		<div ref={frame} className="stack response" role="status" aria-label="Response">
			<Summary entry={entry} />
			{(entry.status >= 400 || entry.verdict?.ok === false) && (
				<WhyPanel entry={entry} onOpen={onOpen} onTab={() => {}} />
			)}
			<BodyView body={entry.responseBody} name="Response body" />
			{entry.changes.length > 0 && <ChangesPanel entry={entry} />}
		</div>
	);
}

/** The response to the last request, with its verdict and the reasons for a refusal. */
export function ResponsePanel({ id, onOpen }: ResponsePanelProps): ReactElement {
	const world = useWorld();
	const { data, error } = useQuery({
		queryKey: ["request", world, id],
		queryFn: () => bodyOf(control.GET("/journal/{request_id}", { params: { path: { request_id: id ?? "" } } })),
		enabled: id !== undefined,
		staleTime: Number.POSITIVE_INFINITY,
	});
	if (id === undefined) return <p className="soft">Send the request to see its response here.</p>;
	if (error)
		return (
			<p className="fault" role="alert">
				{error.message}
			</p>
		);
	if (!data) return <div className="skeleton" aria-busy="true" />;
	return (
		<ErrorBoundary resetKey={id} data={data}>
			<Loaded entry={data} onOpen={onOpen} />
		</ErrorBoundary>
	);
}
