import type { ReactElement } from "react";
import { lengthWords, timeWords } from "./time-words";
import type { Upcoming } from "./use-move";

interface EventListProps {
	readonly events: readonly Upcoming[];
	/** The total number of events, including those that are not listed. */
	readonly count: number;
	/** The platform's time, to show how long it is until an event. */
	readonly now?: number | undefined;
	readonly onGo?: (event: Upcoming) => void;
}

/** Events in chronological order, each with a button that moves the clock to its time. */
export function EventList({ events, count, now, onGo }: EventListProps): ReactElement {
	return (
		<>
			<ol className="rows">
				{events.map((event) => (
					<li key={`${event.at} ${event.table} ${event.id} ${event.event}`}>
						<time className="mono soft" dateTime={event.at}>
							{timeWords(event.at)}
						</time>
						<span className="grow">
							{event.subject} <strong>{event.event}</strong>
						</span>
						<span className="actions">
							{now !== undefined && <span className="soft">in {lengthWords(Date.parse(event.at) - now)}</span>}
							{onGo && (
								<button
									type="button"
									className="button"
									aria-label={`Go to ${timeWords(event.at)}: ${event.subject} ${event.event}`}
									onClick={() => onGo(event)}
								>
									Go
								</button>
							)}
						</span>
					</li>
				))}
			</ol>
			{count > events.length && <p className="soft">{count - events.length} more later.</p>}
		</>
	);
}
