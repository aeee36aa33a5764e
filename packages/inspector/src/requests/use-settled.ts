import { useEffect, useState } from "react";

/** A value that follows another one once that has stood still. */
export function useSettled(value: string): string {
	const [settled, setSettled] = useState(value);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(value), 250);
		return () => clearTimeout(timer);
	}, [value]);
	return settled;
}
