import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { usePermissions } from "./permissions";
import { Failure, usePlatform } from "./platform";
import { ago } from "./time";

const project = "acme/web";
const columns: readonly { title: string; statuses: readonly string[] }[] = [
	{ title: "Waiting", statuses: ["created", "waiting_for_resource", "preparing", "pending", "scheduled", "manual"] },
	{ title: "Running", statuses: ["running"] },
	{ title: "Failed", statuses: ["failed", "canceled"] },
	{ title: "Done", statuses: ["success", "skipped"] },
];

/** The newest pipelines by what has become of them; a failed one can be retried, a running one canceled. */
export function PipelineBoard() {
	const { tenon, queries } = usePlatform();
	const cache = useQueryClient();
	const found = useQuery({
		...queries.pipelines.list({ id: project, per_page: 40 }),
		placeholderData: keepPreviousData,
		// Jobs run as time passes.
		refetchInterval: 2_000,
	});
	const allowed = usePermissions();
	const settled = () => cache.invalidateQueries({ queryKey: queries.pipelines.key() });
	const act = useMutation({
		mutationFn: ({ id, what }: { id: number; what: "retry" | "cancel" }) =>
			tenon.pipelines[what]({ id: project, pipeline_id: id }),
		onSettled: settled,
	});
	const run = useMutation({
		mutationFn: () => tenon.pipelines.create({ id: project, ref: "main" }),
		onSettled: settled,
	});
	return (
		<section aria-label="Pipelines">
			<div className="bar">
				<p>{found.data ? `${found.data.total} pipelines, the newest ${found.data.items.length} here` : "Loading …"}</p>
				{allowed.run && (
					<button type="button" className="primary" disabled={run.isPending} onClick={() => run.mutate()}>
						Run on main
					</button>
				)}
			</div>
			<Failure error={found.error ?? run.error ?? act.error} />
			<div className="board">
				{columns.map(({ title, statuses }) => {
					const pipelines = found.data?.items.filter(({ status }) => statuses.includes(status)) ?? [];
					return (
						<div key={title} className="column">
							<h2>
								{title} <small>{pipelines.length}</small>
							</h2>
							<ul aria-label={title}>
								{pipelines.map((pipeline) => (
									<li key={pipeline.id} className={`card ${pipeline.status}`}>
										<strong>#{pipeline.iid}</strong> {pipeline.ref}
										<p>
											{pipeline.status.replaceAll("_", " ")} · {ago(pipeline.created_at)}
										</p>
										{pipeline.status === "running" && allowed.cancel(pipeline.id) && (
											<button type="button" onClick={() => act.mutate({ id: pipeline.id, what: "cancel" })}>
												Cancel
											</button>
										)}
										{title === "Failed" && allowed.retry(pipeline.id) && (
											<button type="button" onClick={() => act.mutate({ id: pipeline.id, what: "retry" })}>
												Retry
											</button>
										)}
									</li>
								))}
							</ul>
						</div>
					);
				})}
			</div>
		</section>
	);
}
