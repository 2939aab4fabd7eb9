"use client";
import { useEffect, useState } from "react";

/** The time in ms, updated each second; `start` (ISO, from the server) makes the first render the same on both sides. */
export function useNow(start: string): number {
	const [now, setNow] = useState(() => Date.parse(start));
	useEffect(() => {
		const tick = () => setNow(Date.now());
		const first = setTimeout(tick, 0);
		const timer = setInterval(tick, 1_000);
		return () => {
			clearTimeout(first);
			clearInterval(timer);
		};
	}, []);
	return now;
}
