/** Is somebody at the screen? Requests that no person caused must not keep a session alive. Browser only. */

// Longer than a page takes to load what a click asked for, shorter than any idle limit.
const ACTIVE_MS = 30_000;
const SIGNS = ["pointerdown", "keydown", "wheel", "touchstart"] as const;

let lastSignAt = Date.now();

/** Listens until the returned function is called. */
export function watchPerson(): () => void {
	const note = () => {
		lastSignAt = Date.now();
	};
	for (const sign of SIGNS) addEventListener(sign, note, { passive: true, capture: true });
	return () => {
		for (const sign of SIGNS) removeEventListener(sign, note, { capture: true });
	};
}

export function isPersonActive(): boolean {
	return Date.now() - lastSignAt < ACTIVE_MS;
}
