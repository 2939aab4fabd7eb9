/** Reads the address of Insights: wallet and days. */
import { type InsightsQuery, insightsQuerySchema } from "#lib/contracts/insights.ts";
import { addDays } from "#lib/dates.ts";

const USUAL_DAYS = 30;

/** The last thirty days of the first wallet, where the address names none or no valid ones. */
export function readInsightsQuery(
	params: URLSearchParams,
	{ currencies, today }: { currencies: readonly string[]; today: string },
): InsightsQuery {
	const currency = currencies.find((one) => one === params.get("currency")) ?? currencies[0] ?? "";
	const asked = insightsQuerySchema.safeParse({ currency, from: params.get("from"), to: params.get("to") });
	return asked.success ? asked.data : { currency, from: addDays(today, 1 - USUAL_DAYS), to: today };
}
