import { notifyManager, type QueryCache, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useEffect, useState, useSyncExternalStore } from "react";
import { ControlFailure } from "../api/control";
import { onToken } from "../parts/token-form";
import { useSecondsUntil } from "../parts/use-seconds";

/** The error of the last failed refresh; null if all data is current. */
const failureIn = (cache: QueryCache): Error | null =>
	cache.findAll({ type: "active" }).find(({ state }) => state.status === "error" && state.data !== undefined)?.state
		.error ?? null;

/** Refreshes all data, after increasing pauses. */
function useRetry(isLost: boolean, retry: () => void): number {
	const [tries, setTries] = useState(0);
	const [until, setUntil] = useState<number>();
	// biome-ignore lint/correctness/useExhaustiveDependencies: each try has a pause after it.
	useEffect(() => {
		if (!isLost) {
			setTries(0);
			setUntil(undefined);
			return;
		}
		const pause = Math.min(30_000, 2_000 * 2 ** tries);
		setUntil(Date.now() + pause);
		const timer = setTimeout(() => {
			retry();
			setTries(tries + 1);
		}, pause);
		return () => clearTimeout(timer);
	}, [isLost, tries]);
	return useSecondsUntil(until);
}

/** Shows that the data is stale, why, and when it is refreshed. Requests have their own notice. */
export function StaleNotice({ hasFeed }: { hasFeed: boolean }): ReactElement | null {
	const queries = useQueryClient();
	const cache = queries.getQueryCache();
	const failure = useSyncExternalStore(
		(listener) => cache.subscribe(notifyManager.batchCalls(listener)),
		() => failureIn(cache),
	);
	const retry = (): void => void queries.refetchQueries({ type: "active" });
	const isLost = failure !== null && !(failure instanceof ControlFailure);
	const seconds = useRetry(isLost, retry);
	useEffect(() => onToken(() => void queries.refetchQueries({ type: "active" })), [queries]);
	if (!failure || (isLost && hasFeed)) return null;
	return (
		<div className="notice bad" role="alert">
			{isLost
				? `The mock does not respond. What you see is as it was. Retrying${seconds > 0 ? ` in ${seconds} s` : ""}.`
				: `What you see is as it was: ${failure.message}`}
			<button type="button" className="button" onClick={retry}>
				Retry
			</button>
		</div>
	);
}
