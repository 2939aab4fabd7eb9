import type { WeekOutcomes } from "#lib/contracts/insights.ts";
import { dayOf } from "#lib/dates.ts";
import { periodDays } from "#lib/movements/periods.ts";
import { requirePermission } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { periodBefore } from "#server/insights/periods.ts";
import { readOutcomes } from "#server/insights/read-outcomes.ts";

/** How each wallet's payments of the last seven days ended, counted as Insights counts them. Throws forbidden. */
export function readWeek(context: Context): Promise<WeekOutcomes[]> {
	requirePermission(context, "payment.read");
	const { environment, timeZone, walletCurrencies } = context.config;
	const week = periodDays("last7", dayOf(context.clock.now(), timeZone));
	return Promise.all(
		walletCurrencies.map(async (currency) => {
			const { byOperator } = await readOutcomes(context, { environment, currency }, week, periodBefore(week));
			return { currency, ...week, byOperator };
		}),
	);
}
