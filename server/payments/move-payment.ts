/** The one way a payment changes: a conditional update that repeats its precondition, its event, its audit and its notice, in one commit. */
import { sql, type Updateable } from "kysely";
import type { EventContent } from "#lib/contracts/payment-event.ts";
import { canMove, FINAL_STATUS_STATES, isFinal, isInDoubt, type PaymentState } from "#lib/payment-state.ts";
import { maskNumber } from "#server/log.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";
import { recordedDetails } from "#server/payments/recorded-details.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { addJob } from "#server/store/queue.ts";
import type { PaymentTable } from "#server/store/tables.ts";

/** The member's id, or who else: `service` for their word, `cauri` for our own. Only a person writes a note; it is cut to 300 characters. */
type Teller = { by: { member: string }; note?: string | null } | { by: "service" | "cauri"; note?: null };

export type Happening = EventContent &
	Teller & {
		/** More facts for the audit record alone. */
		recorded?: Record<string, string>;
		/** What else is written with it before its turn in the record: who has the turn lets everybody else wait. */
		also?: (payment: PaymentRow) => Promise<void>;
	};

export type Move = Happening & {
	to: PaymentState;
	set?: Omit<Updateable<PaymentTable>, "id" | "state" | "version" | "final_at">;
};

/** The row after the move, or null when the payment is no longer in the state and version given. Throws on a move that the table does not list. */
export async function movePayment(
	trx: DatabaseTransaction,
	at: Date,
	payment: PaymentRow,
	move: Move,
): Promise<PaymentRow | null> {
	// guard: only-listed-moves
	if (!canMove(payment.state, move.to)) throw new Error(`a payment cannot go from ${payment.state} to ${move.to}`);
	const moved = await trx
		.updateTable("payment")
		.set({
			...move.set,
			state: move.to,
			version: payment.version + 1,
			final_at: isFinal(move.to) ? at : null,
			checks: 0,
		})
		.where("id", "=", payment.id)
		// guard: state-is-the-one-seen
		.where("state", "=", payment.state)
		// guard: version-is-the-one-seen
		.where("version", "=", payment.version)
		.returningAll()
		.executeTakeFirst();
	if (!moved) return null;
	const movesWallet = FINAL_STATUS_STATES.includes(moved.state) || isInDoubt(moved.state);
	const delayMs = movesWallet ? await readRefreshDelay(trx, moved) : null;
	await recordHappening(trx, at, moved, move);
	// Its jobs are everybody's: they are written in the turn, in which nobody else has them.
	if (delayMs !== null) await refreshWallet(trx, moved, delayMs);
	return moved;
}

/** A new version in the same state: who looked at the one before decides on nothing. The row after it, or null as above. */
export async function amendPayment(
	trx: DatabaseTransaction,
	at: Date,
	payment: PaymentRow,
	amendment: Happening & { set?: Move["set"] },
): Promise<PaymentRow | null> {
	const amended = await trx
		.updateTable("payment")
		.set({ ...amendment.set, version: payment.version + 1 })
		.where("id", "=", payment.id)
		.where("state", "=", payment.state)
		.where("version", "=", payment.version)
		.returningAll()
		.executeTakeFirst();
	if (!amended) return null;
	await recordHappening(trx, at, amended, amendment);
	return amended;
}

/** Something worth keeping that leaves the state as it is. */
export async function recordHappening(
	trx: DatabaseTransaction,
	at: Date,
	payment: PaymentRow,
	happening: Happening,
): Promise<void> {
	const { by, event, details = {} } = happening;
	const memberId = typeof by === "object" ? by.member : null;
	const note = happening.note ? happening.note.slice(0, 300) : null;
	await trx
		.insertInto("payment_event")
		.values({
			payment_id: payment.id,
			at,
			state: payment.state,
			version: payment.version,
			event,
			by_kind: typeof by === "object" ? "member" : by,
			member_id: memberId,
			note,
			details: JSON.stringify(details),
		})
		.execute();
	await tellChange(trx, { topic: "payments", id: payment.id });
	await happening.also?.(payment);
	await recordAudit(trx, {
		at,
		memberId,
		action: `payment.${event}`,
		subjectKind: "payment",
		subjectId: payment.id,
		details: { ...auditDetails(payment, note), ...recordedDetails(details), ...happening.recorded },
	});
}

function auditDetails(payment: PaymentRow, note: string | null): Record<string, string> {
	return {
		kind: payment.kind,
		state: payment.state,
		amount: payment.amount,
		currency: payment.currency,
		operator: payment.operator,
		number: maskNumber(payment.phone_number),
		...(payment.reference ? { reference: payment.reference } : {}),
		...(payment.service_status ? { status: payment.service_status } : {}),
		...(note ? { note } : {}),
	};
}

// The service writes the wallet's line about when it answers; two seconds later it is usually there.
const WALLET_DELAY_MS = 2_000;
/** One of many that end together asks for all that end within this. */
const TOGETHER_MS = 1_000;

const keysOf = (currency: string) => ({
	balance: `read_balance:after_payment:${currency}`,
	movements: `sync_movements:after_payment:${currency}`,
});

/** Null: the wallet is looked at late enough for this one anyway. */
async function readRefreshDelay(trx: DatabaseTransaction, { currency, state }: PaymentRow): Promise<number | null> {
	const keys = Object.values(keysOf(currency));
	const { rows } = await sql<{
		is_late: boolean;
	}>`select run_at >= now() + ${WALLET_DELAY_MS} * interval '1 millisecond' as is_late
		from graphile_worker.jobs where key = any(${keys}::text[]) and locked_at is null`.execute(trx);
	if (!isInDoubt(state) && rows.length === keys.length && rows.every(({ is_late }) => is_late)) return null;
	return rows.length === 0 ? WALLET_DELAY_MS : WALLET_DELAY_MS + TOGETHER_MS;
}

/** Who looks at a payment in doubt waits for the look itself: that nothing moved is news too. */
async function refreshWallet(
	trx: DatabaseTransaction,
	{ currency, state }: PaymentRow,
	delayMs: number,
): Promise<void> {
	const payload = isInDoubt(state) ? { currency, asked: true } : { currency };
	const keys = keysOf(currency);
	await addJob(trx, "read_balance", payload, { key: keys.balance, delayMs });
	await addJob(trx, "sync_movements", payload, { key: keys.movements, delayMs });
}
