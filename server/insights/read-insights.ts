import { sql } from "kysely";
import type { Insights, InsightsQuery } from "#lib/contracts/insights.ts";
import { addDays, dayOf } from "#lib/dates.ts";
import { minorOf } from "#lib/money.ts";
import { WAITING_STATES } from "#lib/payment-state.ts";
import { requirePermission } from "#server/access/permissions.ts";
import type { Context, SystemContext } from "#server/context.ts";
import { foresee, LEARNED_DAYS } from "#server/insights/forecast.ts";
import { periodBefore } from "#server/insights/periods.ts";
import { readFailures, readOutcomes, readTimes, readUnknown } from "#server/insights/read-outcomes.ts";
import type { WalletKey } from "#server/reconciliation/matching/read-candidates.ts";
import { requireWalletKey } from "#server/reconciliation/wallet-key.ts";
import { reckonStatement } from "#server/statements/reckon-statement.ts";
import { listed } from "#server/store/listed.ts";

/** What a wallet did in a period; its money as its statement counts it. The service is not asked. Throws forbidden, wallet_unknown. */
export async function readInsights(context: Context, { currency, from, to }: InsightsQuery): Promise<Insights> {
	requirePermission(context, "movement.read");
	requirePermission(context, "payment.read");
	const wallet = requireWalletKey(context, currency);
	const period = { from, to };
	const before = periodBefore(period);
	const [books, earlier, outcomes, times, failures, unknown, next] = await Promise.all([
		reckonStatement(context, wallet, period),
		reckonStatement(context, wallet, before),
		readOutcomes(context, wallet, period, before),
		readTimes(context, wallet, period),
		readFailures(context, wallet, period),
		readUnknown(context, wallet, period),
		readForecast(context, wallet),
	]);
	return {
		...{ currency, ...period, books },
		before: { ...before, in: earlier.in, out: earlier.out, fees: earlier.fees },
		...{ ...outcomes, times, failures, unknown, next },
	};
}

async function readForecast(system: SystemContext, wallet: WalletKey): Promise<Insights["next"]> {
	const today = dayOf(system.clock.now(), system.config.timeZone);
	const [{ byDay }, balance, waiting, firstDay] = await Promise.all([
		reckonStatement(system, wallet, { from: addDays(today, -LEARNED_DAYS), to: addDays(today, -1) }),
		readBalance(system, wallet),
		readWaiting(system, wallet),
		readFirstLineDay(system, wallet),
	]);
	return foresee({ today, balance, waiting, past: byDay, firstDay });
}

async function readFirstLineDay({ database, config }: SystemContext, { environment, currency }: WalletKey) {
	const first = await database
		.selectFrom("movement")
		.select(({ fn }) => fn.min("created_at").as("at"))
		.where("environment", "=", environment)
		.where("currency", "=", currency)
		.where("withdrawn_at", "is", null)
		.executeTakeFirst();
	return first?.at ? dayOf(first.at, config.timeZone) : null;
}

async function readBalance({ database }: SystemContext, { environment, currency }: WalletKey): Promise<string | null> {
	const newest = await database
		.selectFrom("balance_reading")
		.select("balance")
		.where("environment", "=", environment)
		.where("currency", "=", currency)
		.orderBy("fetched_at", "desc")
		.orderBy("id", "desc")
		.limit(1)
		.executeTakeFirst();
	return newest?.balance ?? null;
}

/** Payouts that wait for approval, for the balance or to be sent. */
async function readWaiting({ database }: SystemContext, { environment, currency }: WalletKey) {
	const { rows } = await sql<{ count: number; amount: string }>`
		select count(*)::integer as count, coalesce(sum(amount), 0)::numeric(30, 2) as amount from payment
		where kind = 'payout' and state in (${listed(WAITING_STATES)}) and environment = ${environment}
			and currency = ${currency}`.execute(database);
	const { count = 0, amount = "0.00" } = rows[0] ?? {};
	return { count, amountMinor: minorOf(amount) };
}
