import type { ReactElement } from "react";
import { control, type Schemas } from "../../api/control";
import { useUndoable } from "../../parts/use-undoable";

type Pipeline = Schemas["Pipeline"];
type Job = Schemas["Job"];
type Ending = NonNullable<Schemas["Ending"]>;

const columns = ["Waiting", "Running", "Done"] as const;
const done: ReadonlySet<string> = new Set(["success", "failed", "canceled", "skipped"]);

const columnOf = ({ status }: Job): (typeof columns)[number] =>
	done.has(status) ? "Done" : status === "running" ? "Running" : "Waiting";

function JobCard({ job }: { job: Job }): ReactElement {
	const { callAndOffer } = useUndoable();
	const { id, name, stage, status } = job;
	const path = { params: { path: { job_id: id } } };
	const end = (to: Ending): void =>
		void callAndOffer(`Job ${name}: ${to}`, () =>
			control.POST("/jobs/{job_id}/finish", { ...path, body: { status: to } }),
		);
	const isDone = done.has(status);
	return (
		<li className="job">
			<span>
				<strong>{name}</strong> <span className="soft">{stage}</span>
			</span>
			<span className={`chip job-${status}`}>{status}</span>
			{!isDone && (
				<span className="actions">
					{status !== "running" && (
						<button
							type="button"
							className="button"
							aria-label={`Start ${name}`}
							onClick={() => void callAndOffer(`Job ${name} runs`, () => control.POST("/jobs/{job_id}/start", path))}
						>
							Start
						</button>
					)}
					<button type="button" className="button" aria-label={`Pass ${name}`} onClick={() => end("success")}>
						Pass
					</button>
					<button type="button" className="button" aria-label={`Fail ${name}`} onClick={() => end("failed")}>
						Fail
					</button>
				</span>
			)}
		</li>
	);
}

/** A pipeline with its jobs by how far they are. */
export function PipelineCard({ pipeline }: { pipeline: Pipeline }): ReactElement {
	const { callAndOffer } = useUndoable();
	const { id, iid, project, project_id, ref, status, jobs } = pipeline;
	const name = `${project ?? `project ${project_id}`} #${iid}`;
	const end = (to: Ending): void =>
		void callAndOffer(`Pipeline ${name}: ${to}`, () =>
			control.POST("/pipelines/{pipeline_id}/finish", {
				params: { path: { pipeline_id: id } },
				body: { status: to },
			}),
		);
	return (
		<section className="card" aria-label={`Pipeline ${name}`}>
			<div className="actions">
				<h2>{name}</h2>
				<span className="soft">
					{ref}, id {id}
				</span>
				<span className={`chip job-${status}`}>{status}</span>
				{!done.has(status) && (
					<>
						<button type="button" className="button" onClick={() => end("success")}>
							Pass all
						</button>
						<button type="button" className="button" onClick={() => end("failed")}>
							Fail all
						</button>
						<button type="button" className="button" onClick={() => end("canceled")}>
							Cancel all
						</button>
					</>
				)}
			</div>
			<div className="board">
				{columns.map((column) => {
					const own = jobs.filter((job) => columnOf(job) === column);
					return (
						<div key={column}>
							<h3>{column}</h3>
							<ul aria-label={column}>
								{own.map((job) => (
									<JobCard key={job.id} job={job} />
								))}
							</ul>
							{own.length === 0 && <p className="soft">–</p>}
						</div>
					);
				})}
			</div>
		</section>
	);
}
