import { type ReactElement, useState } from "react";
import { control, type Schemas } from "../../api/control";
import { useUndoable } from "../../parts/use-undoable";

type Pipeline = Schemas["Pipeline"];
type Job = Schemas["Job"];
type Ending = NonNullable<Schemas["Ending"]>;

const columns = ["Waiting", "Running", "Done"] as const;
const done: ReadonlySet<string> = new Set(["success", "failed", "canceled", "skipped"]);

const columnOf = ({ status }: Job): (typeof columns)[number] =>
	done.has(status) ? "Done" : status === "running" ? "Running" : "Waiting";

interface JobActions {
	readonly start: () => void;
	readonly end: (to: Ending) => void;
}

/** Returns a function that returns the actions for a job. */
function useJobActions(): (job: Job) => JobActions {
	const { callAndOffer } = useUndoable();
	return ({ id, name }) => {
		const path = { params: { path: { job_id: id } } };
		return {
			start: () => void callAndOffer(`Job ${name} runs`, () => control.POST("/jobs/{job_id}/start", path)),
			end: (to) =>
				void callAndOffer(`Job ${name}: ${to}`, () =>
					control.POST("/jobs/{job_id}/finish", { ...path, body: { status: to } }),
				),
		};
	};
}

/** A job with its buttons. A job that is not finished can also be dragged to another column. */
function JobCard({ job, onDrag }: { job: Job; onDrag: (job: Job | undefined) => void }): ReactElement {
	const { start, end } = useJobActions()(job);
	const { name, stage, status } = job;
	const isDone = done.has(status);
	return (
		<li
			className="job"
			draggable={!isDone}
			onDragStart={(event) => {
				event.dataTransfer.effectAllowed = "move";
				event.dataTransfer.setData("text/plain", name);
				onDrag(job);
			}}
			onDragEnd={() => onDrag(undefined)}
		>
			<span>
				<strong>{name}</strong> <span className="soft">{stage}</span>
			</span>
			<span className={`chip job-${status}`}>{status}</span>
			{!isDone && (
				<span className="actions">
					{status !== "running" && (
						<button type="button" className="button" aria-label={`Start ${name}`} onClick={start}>
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

/** Returns the action for a job that is dropped on a column: it starts or succeeds. Undefined if it cannot go there. */
function dropOf(
	job: Job | undefined,
	column: (typeof columns)[number],
	actionsOf: (job: Job) => JobActions,
): (() => void) | undefined {
	if (!job || columnOf(job) === column) return undefined;
	if (column === "Running") return actionsOf(job).start;
	return column === "Done" ? () => actionsOf(job).end("success") : undefined;
}

/** A pipeline, with its jobs in columns by progress. */
export function PipelineCard({ pipeline }: { pipeline: Pipeline }): ReactElement {
	const { callAndOffer } = useUndoable();
	const actionsOf = useJobActions();
	const [dragged, setDragged] = useState<Job>();
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
					const drop = dropOf(dragged, column, actionsOf);
					return (
						// biome-ignore lint/a11y/noStaticElementInteractions: the buttons of each job do the same.
						<div
							key={column}
							className={drop && "drop-target"}
							onDragOver={(event) => drop && event.preventDefault()}
							onDrop={(event) => {
								event.preventDefault();
								drop?.();
								setDragged(undefined);
							}}
						>
							<h3>{column}</h3>
							<ul aria-label={column}>
								{own.map((job) => (
									<JobCard key={job.id} job={job} onDrag={setDragged} />
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
