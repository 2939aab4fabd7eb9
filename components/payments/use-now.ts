"use client";
import { useEffect, useState } from "react";

/** The server's time in ms, updated each second; `start` (ISO, from the server) makes the first render the same on both sides. */
export function useNow(start: string): number {
	const [now, setNow] = useState(() => Date.parse(start));
	useEffect(() => {
		let timer: ReturnType<typeof setInterval> | undefined;
		let isShown = true;
		serverAhead ??= measureAhead();
		void serverAhead.then((ahead) => {
			if (!isShown) return;
			const tick = () => setNow(Date.now() + ahead);
			tick();
			timer = setInterval(tick, 1_000);
		});
		return () => {
			isShown = false;
			clearInterval(timer);
		};
	}, []);
	return now;
}

/** A smaller difference may be the travel time of the answer, or the `Date` header, which has whole seconds. */
const NOTABLE_MS = 5_000;

let serverAhead: Promise<number> | undefined;

/** Returns how many ms the clock of this device is behind the server's: on a fast clock, every countdown would seem to be over. */
async function measureAhead(): Promise<number> {
	const answer = await fetch("/healthz", { method: "HEAD", cache: "no-store" }).catch(() => null);
	const ahead = Date.parse(answer?.headers.get("date") ?? "") - Date.now();
	return Math.abs(ahead) > NOTABLE_MS ? ahead : 0;
}
