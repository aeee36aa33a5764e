/** A change of a fault or an override. */
export interface RuleChange<Options> {
	/** Whether it is applied to requests. */
	readonly enabled?: boolean;
	/** The new options, in place of all current ones. */
	readonly options?: Options;
	/** The position in the list, starting at 0. A larger one than the last means the last. */
	readonly position?: number;
}

/** Returns the list with one of its elements moved to another position. */
export function movedTo<Element>(list: readonly Element[], element: Element, position: number): Element[] {
	const others = list.filter((one) => one !== element);
	return [...others.slice(0, position), element, ...others.slice(position)];
}
