/** Detects a person at the screen: requests that no person caused must not keep a session alive. Browser only. */

// Longer than a page takes to load after a click, shorter than any idle limit.
const ACTIVE_MS = 30_000;
const SIGNS = ["pointerdown", "keydown", "wheel", "touchstart"] as const;

let lastSignAt = Date.now();

/** Returns a function that stops listening. */
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
