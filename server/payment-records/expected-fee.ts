/**
 * Estimates fees. Assumption: the service charges what it charged recently for this wallet and operator, on top of the amount
 * unless an admin set otherwise. A payout waits until the balance covers its estimated fee too; an estimate never refuses a payout.
 */
import { sql } from "kysely";
import { expectedFee, type FeeLine } from "#lib/amounts/tariff.ts";
import { type AmountMinor, minorOf } from "#lib/money.ts";
import { type PaymentKind, transactionTypeOf } from "#lib/payment-state.ts";
import type { Database } from "#server/store/database.ts";

export interface FeeQuestion {
	environment: string;
	currency: string;
	kind: PaymentKind;
	operator: string;
}

export const FEE_RULES = "fee_rules";

// Only the newest lines count, so that a changed tariff soon dominates.
const LATELY = 2_000;
const MOST_LINES = 50;

/** Reads the operator's newest lines once. The returned function estimates an amount's fee; null when the lines show no clear fee. */
export async function learnFees(
	database: Database,
	{ environment, currency, kind, operator }: FeeQuestion,
): Promise<(amount: AmountMinor) => AmountMinor | null> {
	const { rows } = await sql<{ amount: string; fee: string }>`
		select movement.amount, movement.fee from (
			select id, kind, operator, sent_at from payment
			where environment = ${environment} and currency = ${currency} and sent_at is not null
			order by sent_at desc limit ${LATELY}
		) as payment
		join reconciliation_line as line on line.payment_id = payment.id and line.status = 'matched'
		join movement on movement.id = line.movement_id and movement.amount > 0
		where payment.kind = ${kind} and payment.operator = ${operator}
			and not exists (select from setting cross join jsonb_array_elements(setting.value -> 'wallets') as kept
				where setting.name = ${FEE_RULES} and kept ->> 'currency' = ${currency}
					and kept -> 'rule' ->> ${transactionTypeOf(kind)} = 'inside')
		order by payment.sent_at desc limit ${MOST_LINES}`.execute(database);
	const lines: FeeLine[] = rows.map(({ amount, fee }) => ({ amount: minorOf(amount), fee: minorOf(fee) }));
	return (amount) => expectedFee(lines, amount);
}

export type FeeOf = (operator: string, amount: AmountMinor) => Promise<AmountMinor | null>;

export function payoutFees(
	database: Database,
	{ environment, currency }: Pick<FeeQuestion, "environment" | "currency">,
): FeeOf {
	const known = new Map<string, ReturnType<typeof learnFees>>();
	return async (operator, amount) => {
		const fees = known.get(operator) ?? learnFees(database, { environment, currency, kind: "payout", operator });
		known.set(operator, fees);
		return (await fees)(amount);
	};
}

export interface Amounts {
	operator: string;
	amount: string;
	count: number;
}

/** Returns the sum of the amounts and the sum of their fees. Unknown fees count as zero. */
export async function sumAmountsAndFees(
	amounts: readonly Amounts[],
	feeOf: FeeOf,
): Promise<{ minor: AmountMinor; fees: AmountMinor }> {
	const all = { minor: 0n, fees: 0n };
	for (const { operator, amount, count } of amounts) {
		const minor = minorOf(amount);
		all.minor += minor * BigInt(count);
		all.fees += ((await feeOf(operator, minor)) ?? 0n) * BigInt(count);
	}
	return all;
}

export async function sumWithFees(
	database: Database,
	{ environment, currency }: Pick<FeeQuestion, "environment" | "currency">,
	amounts: readonly Amounts[],
): Promise<AmountMinor> {
	const { minor, fees } = await sumAmountsAndFees(amounts, payoutFees(database, { environment, currency }));
	return minor + fees;
}
