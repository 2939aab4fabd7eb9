/**
 * Estimates a payment's fee. Assumption: the service charges what it charged recently for this wallet and operator. The estimate
 * is only shown: it never refuses or books anything.
 */
import { sql } from "kysely";
import { expectedFee, type FeeLine } from "#lib/amounts/tariff.ts";
import { type AmountMinor, minorOf } from "#lib/money.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import type { Database } from "#server/store/database.ts";

export interface FeeQuestion {
	environment: string;
	currency: string;
	kind: PaymentKind;
	operator: string;
}

// Reads this operator's newest lines among the last payments sent, so that a changed tariff soon dominates.
const LATELY = 2_000;
const MOST_LINES = 50;

/** Reads once and answers for any amount; null when this operator's payments do not show a fee. */
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
		join movement on movement.id = line.movement_id and movement.withdrawn_at is null
		where payment.kind = ${kind} and payment.operator = ${operator}
		order by payment.sent_at desc limit ${MOST_LINES}`.execute(database);
	const lines: FeeLine[] = rows.map(({ amount, fee }) => ({
		amount: minorOf(amount),
		fee: minorOf(fee),
	}));
	return (amount) => expectedFee(lines, amount);
}
