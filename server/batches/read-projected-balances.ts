/** Computes what would be left in the wallets after a batch and all other open payouts, expected fees included. */
import { type SqlBool, sql } from "kysely";
import type { Batch } from "#lib/contracts/batch.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { UNANSWERED_STATES } from "#lib/payment-state.ts";
import type { Context } from "#server/context.ts";
import { type Amounts, payoutFees, sumAmountsAndFees } from "#server/payment-records/expected-fee.ts";
import { listed } from "#server/store/sql-fragments.ts";
import { newestReading } from "#server/wallets/balance-readings.ts";

const PROJECTED_STATES: readonly Batch["state"][] = ["draft", "awaiting_approval"];

/** Returns the balances by batch id. A requested batch's rows are among the open payouts and count once; a draft's are not among them. */
export async function readProjectedBalances(
	context: Context,
	batches: readonly Omit<Batch, "outlook">[],
): Promise<Map<string, Batch["outlook"]>> {
	const open = batches.filter(({ state }) => PROJECTED_STATES.includes(state));
	if (open.length === 0) return new Map();
	const currencies = [...new Set(open.flatMap(({ totals }) => totals.map(({ currency }) => currency)))];
	const [waiting, own] = await Promise.all([readWaiting(context, currencies), readOwn(context, open)]);
	const { environment } = context.config;
	const readWallet = async (currency: string) => {
		const reading = await newestReading(context.database, environment, currency);
		const feeOf = payoutFees(context.database, { environment, currency });
		return reading && { ...reading, feeOf, waiting: await sumAmountsAndFees(waiting.get(currency) ?? [], feeOf) };
	};
	const wallets = new Map(
		await Promise.all(currencies.map(async (currency) => [currency, await readWallet(currency)] as const)),
	);
	const projected = open.map(async ({ id, state, totals }) => {
		const lines = totals.map(async ({ currency }) => {
			const wallet = wallets.get(currency);
			if (!wallet) return [];
			const its = await sumAmountsAndFees(own.get(`${id} ${currency}`) ?? [], wallet.feeOf);
			const others = wallet.waiting.minor + wallet.waiting.fees - (state === "draft" ? 0n : its.minor + its.fees);
			const rest = minorOf(wallet.balance) - others - its.minor - its.fees;
			const [fees, left] = [toDecimal(its.fees), toDecimal(rest)];
			return [{ currency, balance: wallet.balance, others: toDecimal(others), fees, rest: left }];
		});
		return [id, (await Promise.all(lines)).flat()] as const;
	});
	return new Map(await Promise.all(projected));
}

async function readWaiting({ database, config }: Context, currencies: readonly string[]) {
	const rows = await database
		.selectFrom("payment")
		.select(["currency", "operator", "amount", sql<number>`count(*)::integer`.as("count")])
		.where("kind", "=", "payout")
		.where("environment", "=", config.environment)
		.where(sql<SqlBool>`currency = any(${currencies})`)
		.where("state", "in", UNANSWERED_STATES)
		.groupBy(["currency", "operator", "amount"])
		.execute();
	return Map.groupBy(rows, ({ currency }) => currency);
}

/** Counts, by batch id and currency, a draft's rows that can be paid, or the open payouts of a requested batch. */
async function readOwn({ database }: Context, open: readonly Pick<Batch, "id">[]) {
	const ids = open.map(({ id }) => id);
	const { rows } = await sql<Amounts & { id: string; currency: string }>`
		select batch_id as id, currency, operator, amount, count(*)::integer as count
		from payment where batch_id = any(${ids}) and state in (${listed(UNANSWERED_STATES)}) group by 1, 2, 3, 4
		union all
		select batch_id, facts ->> 'currency', facts ->> 'operator', (facts ->> 'amount')::numeric(20, 2), count(*)::integer
		from batch_row join batch on batch.id = batch_row.batch_id and batch.requested_at is null
		where batch_id = any(${ids}) and faults = '[]' and left_out is null group by 1, 2, 3, 4`.execute(database);
	return Map.groupBy(rows, ({ id, currency }) => `${id} ${currency}`);
}
