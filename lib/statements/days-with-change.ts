import type { StatementDay } from "#lib/contracts/statement.ts";

/** Returns the days that have lines, adjustments or an unexplained change of the balance. */
export function daysWithChange(byDay: readonly StatementDay[]): StatementDay[] {
	return byDay.filter(
		({ count, adjustments, unexplained }) => count > 0 || adjustments !== "0.00" || unexplained !== "0.00",
	);
}
