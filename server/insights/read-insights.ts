import { sql } from "kysely";
import type { Insights, InsightsQuery } from "#lib/contracts/insights.ts";
import type { StatementQuery } from "#lib/contracts/statement.ts";
import { addDays, dayOf } from "#lib/dates.ts";
import { absolute } from "#lib/money.ts";
import { shiftedPeriod } from "#lib/movements/shifted-period.ts";
import { WAITING_STATES } from "#lib/payment-state.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context, SystemContext } from "#server/context.ts";
import { forecast, LEARNED_DAYS } from "#server/insights/forecast.ts";
import { readFailures, readOutcomes, readTimes, readUnknown } from "#server/insights/read-outcomes.ts";
import { type Amounts, payoutFees, sumAmountsAndFees } from "#server/payment-records/expected-fee.ts";
import { readEffects } from "#server/reconciliation/proof/fee-rules.ts";
import { asDecimals } from "#server/statements/add-up-days.ts";
import { inSnapshot, listedUntil, readFigures } from "#server/statements/read-statement.ts";
import { listed, ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";
import { newestReading, requireWalletKey } from "#server/wallets/balance-readings.ts";
import { readDayBalances } from "#server/wallets/movement-days.ts";
import { readOldest } from "#server/wallets/movement-rows.ts";
import { readSyncRow } from "#server/wallets/sync-row.ts";

/** Reads what a wallet did in a period, with money as in its statement. The service is not asked. Throws forbidden, wallet_unknown. */
export async function readInsights(context: Context, { currency, from, to }: InsightsQuery): Promise<Insights> {
	requirePermission(context, "movement.read");
	requirePermission(context, "payment.read");
	const wallet = requireWalletKey(context, currency);
	const period = { from, to };
	const today = dayOf(context.clock.now(), context.config.timeZone);
	const before = shiftedPeriod(period, -1, today);
	const [{ books, earlier, ...listed }, outcomes, times, failures, unknown, next] = await Promise.all([
		readMoney(context, wallet, [period, before]),
		readOutcomes(context, wallet, period, before),
		readTimes(context, wallet, period),
		readFailures(context, wallet, period),
		readUnknown(context, wallet, period),
		readForecast(context, wallet, today),
	]);
	return {
		...{ currency, ...period, ...listed, books },
		before: { ...before, in: earlier.in, out: earlier.out, fees: earlier.fees },
		...{ ...outcomes, times, failures, unknown, next },
	};
}

/** Reads both periods' statements in one snapshot, so that their parts agree. */
function readMoney(context: Context, wallet: WalletKey, [period, before]: [StatementQuery, StatementQuery]) {
	return inSnapshot(context, async (within) => {
		const listed = listedUntil(context, await readSyncRow(within.database, wallet), period.to);
		const { figures: books, isKept } = await readFigures(within, wallet, period);
		const { figures: earlier } = await readFigures(within, wallet, before);
		return { books, earlier, ...listed, isComplete: isKept || listed.isComplete };
	});
}

async function readForecast(system: SystemContext, wallet: WalletKey, today: string): Promise<Insights["next"]> {
	const [past, newest, waiting, first] = await Promise.all([
		readPast(system, wallet, today),
		newestReading(system.database, wallet.environment, wallet.currency),
		readWaiting(system, wallet),
		readOldest(system, wallet.currency),
	]);
	return forecast({
		...{ today, balance: newest?.balance ?? null, waiting, past },
		firstDay: first && dayOf(first, system.config.timeZone),
	});
}

/** Sums the effects of the lines on each of the last days before today, by the wallet's fee rule. */
async function readPast(system: SystemContext, wallet: WalletKey, today: string) {
	const effectOf = await readEffects(system.database, wallet);
	const days = Array.from({ length: LEARNED_DAYS + 1 }, (_, place) => addDays(today, place - LEARNED_DAYS));
	const { sums } = await readDayBalances(system, wallet.currency, days, () => effectOf);
	const byDay = Map.groupBy(sums, ({ day }) => day);
	return days.slice(0, -1).map((day) => {
		const flow = { in: 0n, out: 0n, fees: 0n, count: 0 };
		for (const { type, lines, amount, fee } of byDay.get(day) ?? []) {
			const [whole, withoutFee] = [effectOf(type, amount, fee) ?? 0n, effectOf(type, amount, 0n) ?? 0n];
			flow[withoutFee < 0n ? "out" : "in"] += absolute(withoutFee);
			flow.fees += withoutFee - whole;
			flow.count += lines;
		}
		return { day, ...asDecimals(flow) };
	});
}

async function readWaiting({ database }: SystemContext, wallet: WalletKey) {
	const { rows } = await sql<Amounts>`
		select operator, amount, count(*)::integer as count from payment
		where kind = 'payout' and state in (${listed(WAITING_STATES)}) and ${ofWallet(wallet)}
		group by operator, amount`.execute(database);
	const { minor: amountMinor, fees: feesMinor } = await sumAmountsAndFees(rows, payoutFees(database, wallet));
	return { count: rows.reduce((sum, { count }) => sum + count, 0), amountMinor, feesMinor };
}
