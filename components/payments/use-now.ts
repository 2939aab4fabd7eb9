"use client";
import { useNow as useRenderTime } from "next-intl";
import { useEffect, useState } from "react";
import { useHydrated } from "#components/ui/use-hydrated.ts";

/** The server's time in ms, updated each second. The page's first render in the browser uses the time of the server's, so both are the same. */
export function useNow(): number {
	const renderedAt = useRenderTime();
	const isHydrated = useHydrated();
	const [now, setNow] = useState(() => (isHydrated ? Date.now() + knownAhead : renderedAt.getTime()));
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
/** The measured difference, so that the next pages are right from their first frame; 0 before the first measurement. */
let knownAhead = 0;

/** Returns how many ms the clock of this device is behind the server's: on a fast clock, every countdown would seem to be over. */
async function measureAhead(): Promise<number> {
	const answer = await fetch("/healthz", { method: "HEAD", cache: "no-store" }).catch(() => null);
	const ahead = Date.parse(answer?.headers.get("date") ?? "") - Date.now();
	knownAhead = Math.abs(ahead) > NOTABLE_MS ? ahead : 0;
	return knownAhead;
}
