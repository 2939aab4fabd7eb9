/**
 * The fee that a payment will probably cost. Assumption: the service takes of this wallet and operator what it took lately; it is
 * told as expected, and nothing is ever refused or booked because of it.
 */
import { sql } from "kysely";
import { type AmountMinor, minorOf } from "#lib/money.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { expectedFee, type FeeLine } from "#lib/tariff.ts";
import type { Database } from "#server/store/database.ts";

export interface FeeQuestion {
	environment: string;
	currency: string;
	kind: PaymentKind;
	operator: string;
}

// Of so many payments that left last, the newest of this operator: a tariff that has changed is soon the only one here.
const LATELY = 2_000;
const MOST_LINES = 50;

/** Asks once, and answers for any amount; null where the lines of this operator's own payments tell nothing. */
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
