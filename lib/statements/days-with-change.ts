import type { StatementDay } from "#lib/contracts/statement.ts";

/** Days with lines or a changed balance. Readers need no row for the others: they end as they began. */
export function daysWithChange(byDay: readonly StatementDay[]): StatementDay[] {
	return byDay.filter(
		({ count, adjustments, unexplained }) => count > 0 || adjustments !== "0.00" || unexplained !== "0.00",
	);
}
