/** Finds ranges of a filter whose start is above their end; each fault is named by the range's first field. */
import { isAmountBound, minorOf } from "#lib/money.ts";

export interface Ranges {
	from?: string | undefined;
	to?: string | undefined;
	minAmount?: string | undefined;
	maxAmount?: string | undefined;
}

export function rangeFaults({
	from,
	to,
	minAmount = "",
	maxAmount = "",
}: Ranges): [field: keyof Ranges, fault: string][] {
	const faults: [keyof Ranges, string][] = [];
	if (from !== undefined && to !== undefined && from > to) faults.push(["from", "from_after_to"]);
	if ([minAmount, maxAmount].every(isAmountBound) && minorOf(minAmount) > minorOf(maxAmount))
		faults.push(["minAmount", "min_above_max"]);
	return faults;
}
