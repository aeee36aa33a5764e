import { useEffect, useState, useSyncExternalStore } from "react";
import { onToken } from "../parts/token-form";
import { Feed, type FeedState } from "./feed";

const nothing: FeedState = { connection: { kind: "connecting" }, entries: [], isLoaded: false, dropped: 0 };
const never = (): (() => void) => () => {};

/** Returns the requests of a world that contain a text, live. */
export function useFeed(world: string | undefined, search: string): FeedState & { dismissGap: () => void } {
	const [feed, setFeed] = useState<Feed>();
	const [tokens, setTokens] = useState(0);
	useEffect(() => {
		return onToken(() => setTokens((count) => count + 1));
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
