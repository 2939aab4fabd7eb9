import type { Pool } from "pg";
import type { Payment } from "#lib/contracts/payment.ts";
import type { VerdictOutcome } from "#lib/payment-state.ts";
import type { Context } from "#server/context.ts";
import { giveVerdict } from "#server/payments/resolve/give-verdicts.ts";
import { readEvidence } from "#server/payments/resolve/read-evidence.ts";
import type { PaymentDesk } from "#tests/support/payment-desk.ts";

/** Sends a payment to a service that resets the connection. */
export function lostPayment(desk: PaymentDesk, kind: Payment["kind"], input = {}): Promise<Payment> {
	return desk.sent({ kind, input, answer: (respond) => respond.reset() });
}

/** Adjusts the permit's database times to the desk's clock at sending, because tests cannot set the database clock. */
export async function agreeOnPermit(pool: Pool, paymentId: string, aheadMinutes = 0): Promise<void> {
	await pool.query(
		`update attempt set permitted_at = payment.sent_at + $2 * interval '1 minute',
			send_deadline = payment.sent_at + $2 * interval '1 minute' + interval '3 minutes'
		from payment where payment.id = payment_id and payment_id = $1`,
		[paymentId, aheadMinutes],
	);
}

/** Moves the permit's deadline into the past, because tests cannot set the database clock. */
export async function shiftDeadline(pool: Pool, paymentId: string, minutesAgo: number): Promise<void> {
	const ago = "now() - $2 * interval '1 minute'";
	await pool.query(`update attempt set send_deadline = ${ago} where payment_id = $1`, [paymentId, minutesAgo]);
	const shifted = ["send_deadline", "may_have_left_until"].map(
		(column) => `${column} = case when ${column} is not null then ${ago} end`,
	);
	// The payer's window counts from the permit, by the sender's clock.
	const passed = `(select ${ago} - permitted_at from attempt where payment_id = payment.id)`;
	shifted.push(`payer_deadline = case when payer_deadline is not null then sent_at + ${passed} end`);
	await pool.query(`update payment set ${shifted.join(", ")} where id = $1`, [paymentId, minutesAgo]);
}

/** A payment lost long enough ago to be resolved. */
export async function resolvable(desk: PaymentDesk, kind: Payment["kind"] = "payout", input = {}): Promise<Payment> {
	const payment = await lostPayment(desk, kind, input);
	await shiftDeadline(desk.pool, payment.id, 15);
	return payment;
}

type Changes = Partial<{ amount: string; version: number; reason: string; evidence: string }>;

/** Gives one person's answer, valid unless `changes` says otherwise. */
export async function say(
	who: Context,
	payment: Payment,
	outcome: VerdictOutcome,
	changes: Changes = {},
): Promise<Payment> {
	const { kind, id, amount, version } = payment;
	const { evidence = await shownEvidence(who, payment) } = changes;
	return giveVerdict(who, {
		kind,
		id,
		amount,
		version,
		outcome,
		reason: "Seen on the statement",
		...changes,
		evidence,
	});
}

/** The digest that the payment's page shows now; of none for a payment without evidence. */
export async function shownEvidence(who: Context, { kind, id }: Pick<Payment, "kind" | "id">): Promise<string> {
	const shown = await readEvidence(who, { kind, id }).catch(() => null);
	return shown?.digest ?? "0".repeat(64);
}
