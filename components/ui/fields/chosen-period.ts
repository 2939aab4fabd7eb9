/** The usual period that this page's reader chose last: an address has its days alone, which several periods may share. */
import type { Period } from "#lib/movements/periods.ts";

let chosen: Period | null = null;

export function choosePeriod(period: Period | null): void {
	chosen = period;
}

export function chosenPeriod(): Period | null {
	return chosen;
}
