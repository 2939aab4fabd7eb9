/** When a reference from elsewhere is asked for again. Pure. */
import type { ImportState } from "#lib/import-states.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Old transactions: nobody waits at the counter for them, and there may be thousands. */
const LONGEST_MS = 12 * HOUR_MS;
// Assumption: what is not final a month after it was brought here will not become so; people may still look it up.
const WATCHED_MS = 30 * 24 * HOUR_MS;
/** A reference that the service does not know may be younger than its own register: asked a few times more. */
const DOUBTFUL_LOOKS = 4;

export interface ImportedCheck {
	state: ImportState;
	/** The service's word; only `success` is final, as everywhere. */
	serviceStatus: string | null;
	/** Looks made, this one included. */
	checks: number;
	/** Since it was brought here. */
	ageMs: number;
	retryAfterMs?: number;
}

/** Milliseconds until the next check; null: it is not watched any more. */
export function importDelayMs({ state, serviceStatus, checks, ageMs, retryAfterMs = 0 }: ImportedCheck): number | null {
	if (state === "found" && serviceStatus === "success") return null;
	if (ageMs > WATCHED_MS) return null;
	if ((state === "not_found" || state === "unreadable") && checks > DOUBTFUL_LOOKS) return null;
	const growing = Math.min(MINUTE_MS * 2 ** Math.min(checks, 12), LONGEST_MS);
	return Math.max(growing, retryAfterMs);
}
