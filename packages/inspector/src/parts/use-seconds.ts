import { useEffect, useState } from "react";

/** Returns the seconds until a time, counting down. */
export function useSecondsUntil(time: number | undefined): number {
	const [now, setNow] = useState(Date.now);
	useEffect(() => {
		if (time === undefined) return;
		setNow(Date.now());
		const timer = setInterval(() => setNow(Date.now()), 1_000);
		return () => clearInterval(timer);
	}, [time]);
	return time === undefined ? 0 : Math.max(0, Math.ceil((time - now) / 1_000));
}
