import { useEffect, useState, useSyncExternalStore } from "react";
import { Feed, type FeedState } from "./feed";

const nothing: FeedState = { connection: { kind: "connecting" }, entries: [], isLoaded: false, dropped: 0 };
const never = (): (() => void) => () => {};

/** The requests of a world that hold a text, live. */
export function useFeed(world: string | undefined, search: string): FeedState & { dismissGap: () => void } {
	const [feed, setFeed] = useState<Feed>();
	const [tokens, setTokens] = useState(0);
	useEffect(() => {
		const again = (): void => setTokens((count) => count + 1);
		addEventListener("tenon-token", again);
		return () => removeEventListener("tenon-token", again);
	}, []);
	// biome-ignore lint/correctness/useExhaustiveDependencies: another world, or another control token, has another feed.
	useEffect(() => {
		const made = new Feed(search);
		setFeed(made);
		return () => made.close();
	}, [world, search, tokens]);
	const state = useSyncExternalStore(feed?.subscribe ?? never, () => feed?.state ?? nothing);
	return { ...state, dismissGap: feed?.dismissGap ?? (() => {}) };
}
