import { useEffect, useState } from "react";

/** Returns a value that is updated once another value has stopped changing. */
export function useSettled(value: string): string {
	const [settled, setSettled] = useState(value);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(value), 250);
		return () => clearTimeout(timer);
	}, [value]);
	return settled;
}
