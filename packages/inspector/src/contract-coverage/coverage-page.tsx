import { useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { type ReactElement, useRef } from "react";
import { useLocation, useRoute, useSearchParams } from "wouter";
import { bodyOf, control } from "../api/control";
import { ErrorBoundary } from "../app/error-boundary";
import { useKeys } from "../app/keys";
import { useWorld } from "../app/world";
import { LoadState } from "../parts/load-state";
import { useMessages } from "../parts/toasts";
import { gapsOf, type OperationCoverage, shownOperations } from "./gaps";
import { Matrix } from "./matrix";
import { OperationDetail } from "./operation-detail";
import { Totals } from "./totals";

const useCoverage = (world: string | undefined) =>
	useQuery({
		queryKey: ["coverage", world],
		queryFn: async () => {
			const body = await bodyOf(control.GET("/coverage", { params: { query: world === "*" ? { world } : {} } }));
			// The response is only a text for callers that request text/plain.
			if (typeof body === "string") throw new Error("The mock responded with a text.");
			return body;
		},
		refetchInterval: 5_000,
	});

const hasCalls = (operations: readonly OperationCoverage[]): boolean => operations.some(({ calls }) => calls > 0);

/** Operations and statuses as a matrix: what was called, and what was not. */
export default function CoveragePage(): ReactElement {
	const world = useWorld();
	const [, navigate] = useLocation();
	const [, open] = useRoute("/coverage/:operation");
	const [query, setQuery] = useSearchParams();
	const { data, error, refetch } = useCoverage(world);
	const { say, fail } = useMessages();
	const field = useRef<HTMLInputElement>(null);
	const [search, isUntouched] = [query.get("q") ?? "", query.get("untouched") === "1"];
	const set = (name: string, value: string): void =>
		setQuery(
			(before) => {
				const next = new URLSearchParams(before);
				if (value === "") next.delete(name);
				else next.set(name, value);
				return next;
			},
			{ replace: true },
		);
	const close = (): void => navigate(`/coverage${query.size > 0 ? `?${query}` : ""}`);
	useKeys([
		{ key: "/", label: "Find an operation", run: () => field.current?.focus() },
		{ key: "Escape", label: "Close the operation", run: close },
	]);
	if (!data)
		return (
			<div className="page">
				<h1>Coverage</h1>
				<LoadState name="coverage" error={error} onRetry={() => void refetch()} />
			</div>
		);
	const shown = shownOperations(data.operations, search, isUntouched);
	const copy = (): void =>
		void navigator.clipboard
			.writeText(gapsOf(shown))
			.then(() => say({ title: "The gaps are copied as Markdown" }), fail);
	const selected = data.operations.find(({ operation }) => operation === open?.operation);
	return (
		<div className="page coverage">
			<div className="page-head">
				<h1>Coverage</h1>
				<fieldset className="actions plain">
					<legend className="hidden-text">Worlds</legend>
					<button type="button" className="button" aria-pressed={world !== "*"} onClick={() => set("world", "")}>
						{world === undefined || world === "*" ? "The default world" : `World ${world}`}
					</button>
					<button type="button" className="button" aria-pressed={world === "*"} onClick={() => set("world", "*")}>
						All worlds
					</button>
				</fieldset>
				<button type="button" className="button" onClick={copy}>
					<Copy size={14} aria-hidden />
					Copy gaps as Markdown
				</button>
			</div>
			<div className="stack">
				<Totals totals={data.totals} />
				{!hasCalls(data.operations) && (
					<div className="card" role="note">
						<h2>Nothing was called yet</h2>
						<p>Run your tests against {location.origin}. Every response is counted here until the mock is stopped.</p>
					</div>
				)}
				<div className="actions">
					<input
						ref={field}
						type="search"
						className="field"
						aria-label="Find an operation"
						placeholder="Find an operation"
						value={search}
						onChange={(event) => set("q", event.target.value)}
					/>
					<label>
						<input
							type="checkbox"
							checked={isUntouched}
							onChange={(event) => set("untouched", event.target.checked ? "1" : "")}
						/>{" "}
						untouched only
					</label>
					<span className="soft" role="status">
						{shown.length} of {data.operations.length} operations
					</span>
				</div>
				{open && (
					<ErrorBoundary resetKey={open.operation}>
						<OperationDetail
							key={open.operation}
							name={open.operation}
							coverage={selected}
							status={query.get("status")}
							onClose={close}
						/>
					</ErrorBoundary>
				)}
				{shown.length > 0 ? (
					<Matrix operations={shown} world={world} selected={open?.operation} />
				) : (
					<div className="empty">
						<h2>No operation matches</h2>
						<button
							type="button"
							className="button"
							onClick={() => {
								set("q", "");
								set("untouched", "");
							}}
						>
							Show all operations
						</button>
					</div>
				)}
			</div>
		</div>
	);
}
