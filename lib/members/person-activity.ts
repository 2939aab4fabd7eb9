/** Detects whether a person uses the page, because requests of an unattended page must not keep the session alive. Browser only. */

// Longer than a page takes to load after a click, shorter than any session's idle limit.
const ACTIVE_MS = 30_000;
const SIGNS = ["pointerdown", "keydown", "wheel", "touchstart"] as const;

let lastSignAt = Date.now();

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
