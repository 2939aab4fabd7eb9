"use client";
import { useEffect, useState } from "react";

/** Whole seconds until the end, once a second; 0 when it is over or never began. */
export function useCountdown(): [secondsLeft: number, start: (seconds: number) => void] {
	const [endsAt, setEndsAt] = useState(0);
	const [now, setNow] = useState(0);
	const left = Math.max(0, Math.ceil((endsAt - now) / 1_000));
	useEffect(() => {
		if (left === 0) return;
		const timer = setTimeout(() => setNow(Date.now()), 1_000);
		return () => clearTimeout(timer);
	});
	const start = (seconds: number) => {
		setNow(Date.now());
		setEndsAt(Date.now() + seconds * 1_000);
	};
	return [left, start];
}
