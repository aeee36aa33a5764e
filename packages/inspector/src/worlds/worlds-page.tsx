import { Plus } from "lucide-react";
import { type ReactElement, useState } from "react";
import { Redirect, useLocation, useRoute } from "wouter";
import { ErrorBoundary } from "../app/error-boundary";
import { useKeys } from "../app/keys";
import { inWorld, useWorld } from "../app/world";
import { LoadState } from "../parts/load-state";
import { Compare } from "./compare";
import { NewWorldDialog } from "./new-world-dialog";
import { SnapshotList } from "./snapshot-list";
import { useWorlds } from "./use-worlds";
import { WorldTable, worldPath } from "./world-table";

/** The worlds, and for the selected one its snapshots and their differences. */
export default function WorldsPage(): ReactElement {
	const world = useWorld();
	const [, selected] = useRoute("/worlds/:name/*?");
	const [, comparison] = useRoute("/worlds/:name/diff/:range");
	const [from, setFrom] = useState<string | null>();
	const { data, error, refetch } = useWorlds();
	const [, navigate] = useLocation();
	const name = selected?.name;
	const step = (by: number): void => {
		const at = data?.findIndex((one) => one.name === name) ?? -1;
		const next = data?.[at + by]?.name;
		if (next !== undefined) navigate(worldPath(`/worlds/${next}`, next));
	};
	useKeys([
		{ key: "n", label: "Open a world", run: () => setFrom(null) },
		{ key: "j", label: "Next world", run: () => step(1) },
		{ key: "k", label: "Previous world", run: () => step(-1) },
	]);
	const first = data?.find((one) => one.name === (world ?? "default")) ?? data?.[0];
	if (name === undefined && first) return <Redirect to={inWorld(`/worlds/${first.name}`, world)} replace />;
	return (
		<div className="page worlds">
			<div className="page-head">
				<h1>Worlds</h1>
				<button type="button" className="button primary" onClick={() => setFrom(null)}>
					<Plus size={16} aria-hidden />
					Open
				</button>
			</div>
			<div className="stack">
				{!data && <LoadState name="worlds" error={error} onRetry={() => void refetch()} />}
				{data?.length === 0 && (
					<div className="empty">
						<h2>No world yet</h2>
						<p>A world is made of the seed with the first request for it. Its header is X-Mock-World: test-7.</p>
					</div>
				)}
				{data && data.length > 0 && <WorldTable worlds={data} selected={name} onFork={setFrom} />}
				{name !== undefined && (
					<ErrorBoundary resetKey={name}>
						<SnapshotList key={name} world={name} />
						<Compare key={`${name} ${comparison?.range}`} world={name} range={comparison?.range} />
					</ErrorBoundary>
				)}
			</div>
			{from !== undefined && <NewWorldDialog from={from} onClose={() => setFrom(undefined)} />}
		</div>
	);
}
