import { setFlagsFromString } from "node:v8";

/**
 * Pages and payouts leave mostly garbage. Collecting it when the heap has grown by a fifth takes less memory, shorter pauses and no
 * more time in all.
 */
export function limitHeapGrowth(): void {
	setFlagsFromString("--heap-growing-percent=20");
}
