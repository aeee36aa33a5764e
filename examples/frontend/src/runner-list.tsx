import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { usePermissions } from "./permissions";
import { Failure, usePlatform } from "./platform";

/** The runners of the project, with a button to pause each that the user may pause. */
export function RunnerList() {
	const { tenon, queries } = usePlatform();
	const cache = useQueryClient();
	const allowed = usePermissions();
	const found = useQuery(queries.projectRunners.list({ id: "acme/web", per_page: 50 }));
	const pause = useMutation({
		mutationFn: ({ id, paused }: { id: number; paused: boolean }) => tenon.runners.update({ id, paused }),
		onSettled: () => cache.invalidateQueries({ queryKey: queries.projectRunners.key() }),
	});
	return (
		<section aria-label="Runners">
			<Failure error={found.error ?? pause.error} />
			<table>
				<thead>
					<tr>
						<th>Runner</th>
						<th>Kind</th>
						<th>Status</th>
						<td />
					</tr>
				</thead>
				<tbody>
					{found.data?.items.map((runner) => (
						<tr key={runner.id}>
							<td>
								<strong>#{runner.id}</strong> {runner.description ?? runner.name ?? "without a name"}
							</td>
							<td>{runner.runner_type.replace("_type", "")}</td>
							<td>
								<span className={`dot ${runner.status}`} aria-hidden="true" />{" "}
								{runner.paused ? "paused" : runner.status.replaceAll("_", " ")}
							</td>
							<td>
								{allowed.pause(runner.id) && (
									<button
										type="button"
										disabled={pause.isPending}
										onClick={() => pause.mutate({ id: runner.id, paused: !runner.paused })}
									>
										{runner.paused ? "Resume" : "Pause"}
									</button>
								)}
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</section>
	);
}
