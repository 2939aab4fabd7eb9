import { type BatchDetails, type DetailRow, type DetailRows, MOST_DETAILS } from "#lib/contracts/batch.ts";
import { type AmountMinor, minorOf, toDecimal } from "#lib/money.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import { compareWithLast, type PaidRow, readPaidRows } from "#server/batches/compare-with-last.ts";
import { readBatch } from "#server/batches/read-batch.ts";
import type { Context } from "#server/context.ts";
import { learnFees } from "#server/payment-records/expected-fee.ts";
import { findOverLimit } from "#server/payments/rules/limit-use.ts";

/** Describes the rows that are or would be paid. Throws forbidden, not_found. */
export async function readDetails(context: Context, { id }: { id: string }): Promise<BatchDetails> {
	requirePermission(context, "payment.read");
	const batch = await readBatch(context, { id });
	const rows = await readPaidRows(context, id);
	const waiting = context.database.selectFrom("payment").selectAll().where("batch_id", "=", id);
	const asked = await waiting.where("state", "=", "awaiting_approval").execute();
	const over = await findOverLimit(context.database, asked, context.config.timeZone);
	return {
		operators: await sumOperators(context, rows),
		largest: first(byAmount(rows)).rows,
		blocked: first(rows.filter(({ isBlocked }) => isBlocked)),
		overLimit: first(rows.filter(({ paymentId }) => over.has(paymentId ?? ""))),
		firstPayments: first(rows.filter(({ warnings }) => warnings.some(({ code }) => code === "first_payment"))),
		duplicates: first(rows.filter(({ reason }) => reason !== null)),
		since: await compareWithLast(context, { id, basedOn: batch.basedOn, rows }),
	};
}

/** Puts the largest row of each currency first, then each second largest: amounts of two currencies cannot be compared. */
function byAmount(rows: readonly PaidRow[]): PaidRow[] {
	const ofCurrencies = [...Map.groupBy(rows, ({ facts }) => facts.currency).values()];
	return ofCurrencies
		.flatMap((group) =>
			group
				.toSorted((a, b) => (minorOf(b.facts.amount) > minorOf(a.facts.amount) ? 1 : -1))
				.map((row, place) => ({ row, place })),
		)
		.sort((a, b) => a.place - b.place)
		.map(({ row }) => row);
}

function first(rows: readonly PaidRow[]): DetailRows {
	return { count: rows.length, rows: rows.slice(0, MOST_DETAILS).map(toDetail) };
}

function toDetail({ n, name, facts: { number, amount, currency }, paymentId, reason }: PaidRow): DetailRow {
	return { n, name, destination: number, amount, currency, paymentId, reason };
}

/** `fee`: an estimate; null when the operator's last payouts do not show the fee of each amount. */
async function sumOperators(context: Context, rows: readonly PaidRow[]): Promise<BatchDetails["operators"]> {
	const { environment } = context.config;
	const groups = Map.groupBy(rows, ({ facts }) => `${facts.currency} ${facts.operator}`);
	const sums = [...groups.values()].map(async (group) => {
		const [{ facts } = { facts: null }] = group;
		if (facts === null) return [];
		const { currency, operator, operatorName, country } = facts;
		const feeOf = await learnFees(context.database, { environment, currency, kind: "payout", operator });
		const amounts = group.map((row) => minorOf(row.facts.amount));
		const feesMinor = feesOf(amounts, feeOf);
		const fee = feesMinor === null ? null : toDecimal(feesMinor);
		const amount = toDecimal(amounts.reduce((sum, one) => sum + one, 0n));
		return [{ currency, operator, operatorName, country, count: group.length, amount, fee }];
	});
	return (await Promise.all(sums)).flat().sort((a, b) => b.count - a.count);
}

function feesOf(
	amounts: readonly AmountMinor[],
	feeOf: (amount: AmountMinor) => AmountMinor | null,
): AmountMinor | null {
	let sum: AmountMinor = 0n;
	for (const [amount, { length }] of Map.groupBy(amounts, (one) => one)) {
		const fee = feeOf(amount);
		if (fee === null) return null;
		sum += fee * BigInt(length);
	}
	return sum;
}
