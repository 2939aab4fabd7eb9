/** Computes how long the next list of movements waits: by the last one's time, and by its bytes unless somebody asked. Pure. */

/** A service that needs minutes for its list, or sends it uncompressed, is still asked once an hour. */
export const LONGEST_WAIT_MS = 3_600_000;
// After a sync the next one waits five times as long as it took.
const SPACING = 5;
// Lists that nobody asked for may take one percent of a line of 4 Mbit/s; in bytes per millisecond.
const BYTES_A_MS = 400_000_000 / 86_400_000;

export interface LastList {
	/** Since its end. */
	ageMs: number;
	tookMs: number;
	/** Of its body on the wire. */
	bytes: number;
}

/** `asked`: a person waits, or a payment whose outcome is unknown. */
export function waitMsAfter(last: LastList | null, asked: boolean): number {
	if (last === null) return 0;
	const spacing = Math.max(SPACING * last.tookMs, asked ? 0 : last.bytes / BYTES_A_MS);
	// Negative after the database's clock was set back: nobody waits for that time to come again.
	return Math.max(0, Math.ceil(Math.min(spacing, LONGEST_WAIT_MS) - Math.max(0, last.ageMs)));
}
