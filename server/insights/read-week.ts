import type { WeekOutcomes } from "#lib/contracts/insights.ts";
import { dayOf } from "#lib/dates.ts";
import { periodDays } from "#lib/movements/periods.ts";
import { shiftedPeriod } from "#lib/movements/shifted-period.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { readOutcomes } from "#server/insights/read-outcomes.ts";

/** Reads how each wallet's payments of the last seven days ended, counted as Insights counts them. Throws forbidden. */
export function readWeek(context: Context): Promise<WeekOutcomes[]> {
	requirePermission(context, "payment.read");
	const { environment, timeZone, walletCurrencies } = context.config;
	const today = dayOf(context.clock.now(), timeZone);
	const week = periodDays("last7", today);
	const before = shiftedPeriod(week, -1, today);
	return Promise.all(
		walletCurrencies.map(async (currency) => {
			const { byOperator } = await readOutcomes(context, { environment, currency }, week, before);
			return { currency, ...week, byOperator };
		}),
	);
}
