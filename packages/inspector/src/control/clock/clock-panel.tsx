import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactElement, useState } from "react";
import { bodyOf, ControlFailure, control } from "../../api/control";
import { useClock } from "../../app/top-bar";
import { useWorld } from "../../app/world";
import { LoadState } from "../../parts/load-state";
import { useUndoable } from "../../parts/use-undoable";
import { EventList } from "./event-list";
import { timeWords } from "./time-words";
import { useMove } from "./use-move";

const steps = [
	["+1 minute", 60_000],
	["+1 hour", 3_600_000],
	["+1 day", 86_400_000],
	["+30 days", 30 * 86_400_000],
] as const;

function SetTime({ now }: { now: number }): ReactElement {
	const { callAndOffer } = useUndoable();
	const [fault, setFault] = useState<string>();
	const day = timeWords(now).slice(0, 10);
	/** The day on which the user began to type. If the clock's day changes meanwhile, the typed text stays. */
	const [typedOn, setTypedOn] = useState<string>();
	const submit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const text = String(new FormData(event.currentTarget).get("time") ?? "").trim();
		setFault(undefined);
		const isSet = callAndOffer("The clock is set", async () => {
			try {
				return await control.PUT("/clock", { body: { now: text.replace(" ", "T").replace(/(?<!Z)$/, "Z") } });
			} catch (error) {
				if (error instanceof ControlFailure) setFault(error.faults[0]?.message ?? error.message);
				throw error;
			}
		});
		void isSet.then((done) => done && setTypedOn(undefined));
	};
	return (
		<form onSubmit={submit} className="actions">
			<label className="labelled">
				<span className="label">Time in UTC</span>
				<input
					className="field mono"
					name="time"
					size={20}
					key={typedOn ?? day}
					defaultValue={timeWords(now)}
					onChange={() => setTypedOn((since) => since ?? day)}
					aria-invalid={fault !== undefined}
				/>
			</label>
			<button type="submit" className="button low">
				Set
			</button>
			{fault && (
				<p className="fault" role="alert">
					{fault}
				</p>
			)}
		</form>
	);
}

/** The clock, with the events that follow and those that have happened. */
export function ClockPanel(): ReactElement {
	const world = useWorld();
	const clock = useClock();
	const { passed, move } = useMove();
	const { data, error, refetch } = useQuery({
		queryKey: ["upcoming", world],
		queryFn: () => bodyOf(control.GET("/clock/upcoming", { params: { query: { limit: 50 } } })),
		refetchInterval: 10_000,
	});
	return (
		<div className="stack">
			<div className="actions clock-steps">
				{steps.map(([label, by]) => (
					<button
						key={label}
						type="button"
						className="button low"
						onClick={() => void move({ by }, `The clock went on: ${label}`)}
					>
						{label}
					</button>
				))}
				{clock && <SetTime now={clock.now} />}
			</div>
			{passed && (
				<section className="card" aria-label="What happened">
					<h2>Up to {timeWords(passed.to)}</h2>
					{passed.count === 0 ? (
						<p className="soft">Nothing expired or happened by itself.</p>
					) : (
						<EventList events={passed.events} count={passed.count} />
					)}
				</section>
			)}
			<section className="card" aria-label="Next">
				<h2>Next</h2>
				{!data && <LoadState name="list of what happens next" error={error} onRetry={() => void refetch()} />}
				{data?.count === 0 && (
					<p className="soft">
						Nothing expires and nothing is planned. Jobs go on by themselves if the setting "Pipelines" is simulated.
					</p>
				)}
				{data && data.count > 0 && (
					<EventList
						events={data.events}
						count={data.count}
						now={clock?.now}
						onGo={({ at, subject, event }) => void move({ to: at }, `The ${subject} ${event}`)}
					/>
				)}
			</section>
		</div>
	);
}
