import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactElement, useState } from "react";
import { Link } from "wouter";
import { bodyOf, control, forWorld } from "../api/control";
import { inWorld, useWorld } from "../app/world";
import { agoWords } from "../control/clock/time-words";
import { LoadState } from "../parts/load-state";
import { useMessages } from "../parts/toasts";
import { undoOf, useUndoable } from "../parts/use-undoable";
import { type SnapshotDetail, useSnapshots } from "./use-worlds";

/** Downloads a value as a JSON file. */
function save(name: string, value: unknown): void {
	const address = URL.createObjectURL(new Blob([JSON.stringify(value)], { type: "application/json" }));
	const link = document.createElement("a");
	link.href = address;
	link.download = name;
	link.click();
	URL.revokeObjectURL(address);
}

function TakeForm({ world }: { world: string }): ReactElement {
	const queries = useQueryClient();
	const { offer } = useUndoable();
	const [fault, setFault] = useState<string>();
	const take = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
		event.preventDefault();
		const form = event.currentTarget;
		const name = String(new FormData(form).get("snapshot") ?? "").trim();
		try {
			const body = name === "" ? {} : { snapshot: name };
			const call = control.POST("/snapshot", { ...forWorld(world), body });
			const { snapshot } = await bodyOf(call);
			form.reset();
			setFault(undefined);
			await queries.invalidateQueries();
			offer(`Snapshot ${snapshot} of ${world} is taken`, undoOf((await call).response, world));
		} catch (error) {
			setFault(error instanceof Error ? error.message : String(error));
		}
	};
	return (
		<form className="actions" onSubmit={(event) => void take(event)}>
			<input
				className="field"
				name="snapshot"
				aria-label="Name of the snapshot"
				placeholder="before-run"
				aria-invalid={fault !== undefined}
			/>
			<button type="submit" className="button">
				Take
			</button>
			{fault && (
				<p className="fault" role="alert">
					{fault}
				</p>
			)}
		</form>
	);
}

/** The time at which a snapshot was taken, and its size. */
function SnapshotFacts({ takenAt, rows }: Omit<SnapshotDetail, "name">): ReactElement {
	return (
		<span className="soft snapshot-facts">
			{takenAt && (
				<time dateTime={takenAt} title={new Date(takenAt).toLocaleString()}>
					{agoWords(Date.parse(takenAt))}
				</time>
			)}
			{takenAt && rows !== null && ", "}
			{rows !== null && `${rows.toLocaleString("en")} ${rows === 1 ? "row" : "rows"}`}
		</span>
	);
}

/** The snapshots of a world. */
export function SnapshotList({ world }: { world: string }): ReactElement {
	const shown = useWorld();
	const { data, error, refetch } = useSnapshots(world);
	const { callAndOffer } = useUndoable();
	const { fail } = useMessages();
	const path = (snapshot: string) => ({ ...forWorld(world), params: { path: { snapshot } } });
	const restore = (snapshot: string): void =>
		void callAndOffer(
			`${world} holds what ${snapshot} held`,
			() => control.POST("/restore", { ...forWorld(world), body: { snapshot } }),
			world,
		);
	const remove = (snapshot: string): void =>
		void callAndOffer(
			`Snapshot ${snapshot} is deleted`,
			() => control.DELETE("/snapshots/{snapshot}", path(snapshot)),
			world,
		);
	const download = (snapshot: string): void =>
		void bodyOf(control.GET("/snapshots/{snapshot}/state", path(snapshot))).then(
			(state) => save(`${world}-${snapshot}.json`, state),
			fail,
		);
	return (
		<section className="card" aria-label={`Snapshots of ${world}`}>
			<h2>Snapshots of {world}</h2>
			<TakeForm world={world} />
			{!data && <LoadState name="snapshots" error={error} onRetry={() => void refetch()} />}
			{data?.length === 0 && <p className="soft">No snapshot yet. Take one, change something, and compare.</p>}
			<ul className="rows">
				{data?.map(({ name: snapshot, ...facts }) => (
					<li key={snapshot}>
						<span className="grow">
							{snapshot} <SnapshotFacts {...facts} />
						</span>
						<span className="actions">
							<Link className="button" href={inWorld(`/worlds/${world}/diff/${snapshot}..now`, shown)}>
								Compare<span className="hidden-text"> {snapshot} with now</span>
							</Link>
							<button
								type="button"
								className="button"
								aria-label={`Restore ${snapshot}`}
								onClick={() => restore(snapshot)}
							>
								Restore
							</button>
							<button
								type="button"
								className="button"
								aria-label={`Download ${snapshot}`}
								onClick={() => download(snapshot)}
							>
								Download
							</button>
							<button
								type="button"
								className="button"
								aria-label={`Delete ${snapshot}`}
								onClick={() => remove(snapshot)}
							>
								Delete
							</button>
						</span>
					</li>
				))}
			</ul>
		</section>
	);
}
