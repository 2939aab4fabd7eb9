import { setFlagsFromString } from "node:v8";

/**
 * Most of what pages and thousands of payouts leave is garbage. V8 clears a heap that grew by a fifth: less memory, and shorter pauses,
 * in no more time.
 */
export function limitHeapGrowth(): void {
	setFlagsFromString("--heap-growing-percent=20");
}
