import { useSyncExternalStore } from "react";

const subscribe = (listener: () => void): (() => void) => {
	addEventListener("popstate", listener);
	return () => removeEventListener("popstate", listener);
};

/** A choice that is part of the page's address, so that it outlives a reload. Anything but a choice means the first one. */
export function usePlace<Choice extends string>(
	name: string,
	choices: readonly [Choice, ...Choice[]],
): [Choice, (next: Choice) => void] {
	const text = useSyncExternalStore(subscribe, () => new URLSearchParams(location.search).get(name));
	const chosen = choices.find((choice) => choice === text) ?? choices[0];
	const choose = (next: Choice): void => {
		const address = new URL(location.href);
		address.searchParams.set(name, next);
		history.pushState(null, "", address);
		dispatchEvent(new PopStateEvent("popstate"));
	};
	return [chosen, choose];
}
