import { basePath } from "./base";
import { host } from "./host";

/** How long to wait for a response of the tab with the stream, in milliseconds. */
const patience = 2_000;

interface TabOptions<Message> {
	/** Tabs with the same name share the work. */
	readonly name: string;
	readonly signal: AbortSignal;
	/** Does the work for all tabs, and resolves when it can no longer continue. Can be called again while it runs. */
	readonly work: () => Promise<void>;
	/** Returns what a new tab needs to know. */
	readonly greeting: () => Message;
	/** Receives the messages of the working tab. */
	readonly onMessage: (message: Message) => void;
}

/** Sends a message to the other tabs if this tab does the work. */
export type Publish<Message> = (message: Message) => void;

/**
 * Has one tab do something for all tabs of the browser: the tab with the lock works and publishes, and when that tab
 * closes the next one takes over. A browser has six connections to a host, and a stream takes one for good.
 *
 * A tab works for itself alone where browsers have no locks (pages of a host by plain HTTP), in a drawer, whose
 * platform is its own page's, and if the tab that works does not respond.
 */
export function shareWithTabs<Message>(options: TabOptions<Message>): Publish<Message> {
	const { name, signal, work, greeting, onMessage } = options;
	const locks: LockManager | undefined = navigator.locks;
	if (!locks || host().drawer || typeof BroadcastChannel === "undefined") {
		void work();
		return () => {};
	}
	const key = `tenon-inspector ${basePath} ${name}`;
	const channel = new BroadcastChannel(key);
	let isWorking = false;
	const alone = setTimeout(() => void work(), patience);
	channel.onmessage = ({ data }: MessageEvent<Message | "hello">) => {
		if (data === "hello") {
			if (isWorking) channel.postMessage(greeting());
			return;
		}
		clearTimeout(alone);
		onMessage(data);
	};
	channel.postMessage("hello");
	signal.addEventListener("abort", () => {
		clearTimeout(alone);
		channel.close();
	});
	locks
		.request(key, { signal }, async () => {
			clearTimeout(alone);
			isWorking = true;
			await work();
			isWorking = false;
		})
		// The page no longer needs it.
		.catch(() => undefined);
	return (message) => {
		if (isWorking && !signal.aborted) channel.postMessage(message);
	};
}
