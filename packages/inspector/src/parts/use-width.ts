import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** Returns the current width of an element in CSS pixels; undefined until it is drawn. */
export function useWidth<Target extends HTMLElement>(): [ref: RefObject<Target | null>, width: number | undefined] {
	const ref = useRef<Target>(null);
	const [width, setWidth] = useState<number>();
	useLayoutEffect(() => {
		const target = ref.current;
		if (!target) return;
		setWidth(target.clientWidth);
		const observer = new ResizeObserver(() => setWidth(target.clientWidth));
		observer.observe(target);
		return () => observer.disconnect();
	}, []);
	return [ref, width];
}
