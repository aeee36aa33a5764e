/** What can be changed of a fault or an override. */
export interface RuleChange<Options> {
	/** Whether it strikes. */
	readonly enabled?: boolean;
	/** In place of all that it has. */
	readonly options?: Options;
	/** Its place in the list, from 0 on; behind the last one it becomes the last one. */
	readonly position?: number;
}

/** The list with one of its elements at another place. */
export function movedTo<Element>(list: readonly Element[], element: Element, position: number): Element[] {
	const others = list.filter((one) => one !== element);
	return [...others.slice(0, position), element, ...others.slice(position)];
}
