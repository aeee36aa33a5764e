import { Pause, Play } from "lucide-react";
import type { ReactElement } from "react";
import { control } from "../../api/control";
import { useClock } from "../../app/top-bar";
import { useUndoable } from "../../parts/use-undoable";
import { timeWords } from "./time-words";

/** The platform's time, with a button that stops and starts the clock. */
export function ClockStrip(): ReactElement | null {
	const clock = useClock();
	const { callAndOffer } = useUndoable();
	if (!clock) return null;
	const { isTicking } = clock;
	const toggle = (): void =>
		void callAndOffer(isTicking ? "The clock is stopped" : "The clock runs", () =>
			control.PUT("/clock", { body: { ticking: !isTicking } }),
		);
	return (
		<div className="actions">
			<time className="mono" dateTime={new Date(clock.now).toISOString()}>
				{timeWords(clock.now)} UTC
			</time>
			<span className="chip">{isTicking ? "running" : "stopped"}</span>
			<button type="button" className="button" onClick={toggle}>
				{isTicking ? <Pause size={14} aria-hidden /> : <Play size={14} aria-hidden />}
				{isTicking ? "Stop" : "Run"}
			</button>
		</div>
	);
}
