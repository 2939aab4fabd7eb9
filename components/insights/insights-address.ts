import { type InsightsQuery, insightsQuerySchema } from "#lib/contracts/insights.ts";
import { MOST_STATEMENT_DAYS } from "#lib/contracts/statement.ts";
import { addDays, isCalendarDay } from "#lib/dates.ts";
import { periodDays } from "#lib/movements/periods.ts";

export const USUAL_PERIOD = "last30";

/** Defaults to the last thirty days of the first wallet. Cuts a period longer than a year to its last year. */
export function readInsightsQuery(
	params: URLSearchParams,
	{ currencies, today }: { currencies: readonly string[]; today: string },
): InsightsQuery {
	const currency = currencies.find((one) => one === params.get("currency")) ?? currencies[0] ?? "";
	const [from, to] = [params.get("from") ?? "", params.get("to") ?? ""];
	const first = isCalendarDay(to) ? addDays(to, 1 - MOST_STATEMENT_DAYS) : from;
	const asked = insightsQuerySchema.safeParse({
		currency,
		from: isCalendarDay(from) && from < first ? first : from,
		to,
	});
	return asked.success ? asked.data : { currency, ...periodDays(USUAL_PERIOD, today) };
}
