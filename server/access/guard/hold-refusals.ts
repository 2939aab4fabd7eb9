/** Who guesses without a pause from one address is refused without hurry: what they make the desk do leaves it to others. */
import { setTimeout as pause } from "node:timers/promises";

/** Refusals that are answered at once when nothing came from the address for a while, then so many a second. */
const AT_ONCE = 20;
const A_SECOND = 20;
/** No refusal is held for longer: a held connection costs something too. */
const LONGEST_MS = 2_000;
const SPACING_MS = 1_000 / A_SECOND;
const ADDRESSES = 10_000;

const lastOf = new Map<string, number>();

/** When the next refusal is answered, in ms of a clock that cannot be set; `last` is when the one before was. Pure. */
export function nextRefusal(last: number | undefined, now: number): number {
	const free = now - AT_ONCE * SPACING_MS;
	return Math.min(now + LONGEST_MS, Math.max(last ?? free, free) + SPACING_MS);
}

/** Resolves when the refusal of this address may be answered: mostly at once. */
export async function holdRefusal(address: string): Promise<void> {
	const now = performance.now();
	const at = nextRefusal(lastOf.get(address), now);
	// The oldest goes: whoever is forgotten is answered at once again.
	lastOf.delete(address);
	if (lastOf.size >= ADDRESSES) lastOf.delete(lastOf.keys().next().value ?? "");
	lastOf.set(address, at);
	if (at > now) await pause(at - now);
}
