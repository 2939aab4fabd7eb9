/** The only way to change payments' states or facts: a conditional update with event, audit entry and notification, in one commit. */
import { type RawBuilder, sql, type Updateable } from "kysely";
import type { EventContent } from "#lib/contracts/payment-event.ts";
import {
	canMove,
	FINAL_STATUS_STATES,
	isFinal,
	isInDoubt,
	MAY_COST_STATES,
	type PaymentState,
} from "#lib/payment-state.ts";
import { maskNumber } from "#server/log.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { recordedDetails } from "#server/payment-records/recorded-details.ts";
import { giveRoomBack } from "#server/payment-records/waiting-payouts.ts";
import { type NewAuditEntry, recordAudits } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { addJob } from "#server/store/job-queue.ts";
import { publishUpdate } from "#server/store/live-updates.ts";
import { insertAll, type NewRow, toJson } from "#server/store/sql-fragments.ts";
import type { Tables } from "#server/store/tables/tables.ts";

/** Longer notes are cut. */
const MOST_NOTE = 300;

/** `by`: a member's id, `service` for its answers, `cauri` for our own moves. Only members write notes. */
type EventAuthor = { by: { member: string }; note?: string | null } | { by: "service" | "cauri"; note?: null };

export type NewPaymentEvent = EventContent &
	EventAuthor & {
		recorded?: Record<string, string>;
	};

type Row = Omit<Updateable<Tables["payment"]>, "id" | "state" | "version" | "final_at">;
/** These values are equal for every payment of a list; an expression can read each payment's own columns. */
type Changes = { [Column in keyof Row]: Row[Column] | RawBuilder<NonNullable<Row[Column]>> };
export type OwnValues = Partial<Pick<PaymentRow, keyof Row>>;

/** `payment`: as the caller saw it. `own`: values of this payment alone; every payment of a list sets the same columns. */
interface PaymentChange {
	payment: PaymentRow;
	own?: OwnValues;
	happening: NewPaymentEvent;
}

export type Move = NewPaymentEvent & {
	to: PaymentState;
	set?: Changes;
};

/** Returns null when state or version have changed meanwhile. Throws on a move that `canMove` does not allow. */
export async function movePayment(
	trx: DatabaseTransaction,
	at: Date,
	payment: PaymentRow,
	move: Move,
): Promise<PaymentRow | null> {
	const [moved = null] = await movePayments(trx, at, [{ payment, happening: move }], move);
	return moved;
}

/** Locks the oldest first, as everywhere, so that two transactions never wait for each other. Returns the current rows. */
export async function lockPayments(
	trx: DatabaseTransaction,
	payments: readonly Pick<PaymentRow, "id">[],
): Promise<PaymentRow[]> {
	const ids = payments.map(({ id }) => id);
	return trx
		.selectFrom("payment")
		.selectAll()
		.where(sql<boolean>`id = any(${ids})`)
		.orderBy("created_at")
		.orderBy("id")
		.forUpdate()
		.execute();
}

interface Moving {
	to: PaymentState;
	set?: Changes;
	/** Writes more of the move, so that whoever waits for the audit turn waits less. */
	beforeAuditTurn?: ((moved: readonly PaymentRow[]) => Promise<void>) | undefined;
}

/** A caller that moves several payments locks them first. Returns the moved rows, without those that have changed meanwhile. */
export async function movePayments(
	trx: DatabaseTransaction,
	at: Date,
	moves: readonly PaymentChange[],
	{ to, set, beforeAuditTurn }: Moving,
): Promise<PaymentRow[]> {
	for (const { payment } of moves) {
		// guard: only-listed-moves
		if (!canMove(payment.state, to)) throw new Error(`a payment cannot go from ${payment.state} to ${to}`);
	}
	// The fault of the last check belongs to the previous state.
	const fresh = { final_at: isFinal(to) ? at : null, checks: 0, check_cause: null, check_words: null };
	const changed = await updateSeen(trx, moves, { ...set, ...fresh, state: to });
	if (changed.length === 0) return [];
	const moved = changed.map(({ payment }) => payment);
	const movesWallet = FINAL_STATUS_STATES.includes(to) || isInDoubt(to);
	const wallets = movesWallet ? [...new Map(moved.map((row) => [row.currency, row])).values()] : [];
	const delays = new Map<PaymentRow, number | null>();
	for (const row of wallets) delays.set(row, await readRefreshDelay(trx, row));
	await recordPaymentEvents(trx, at, changed, async () => {
		if (!MAY_COST_STATES.includes(to))
			await giveRoomBack(
				trx,
				moved.filter(({ kind }) => kind === "payout"),
			);
		await beforeAuditTurn?.(moved);
	});
	// All payments of a wallet share these jobs. The jobs are written during the audit turn, when no other transaction holds their rows.
	for (const [row, delayMs] of delays) if (delayMs !== null) await refreshWallet(trx, row, delayMs);
	return moved;
}

/** Raises the version in the same state, so that decisions on the previous version fail. Null as in `movePayment`. */
export async function amendPayment(
	trx: DatabaseTransaction,
	at: Date,
	payment: PaymentRow,
	amendment: NewPaymentEvent & { set?: Move["set"] },
): Promise<PaymentRow | null> {
	const [amended = null] = await amendPayments(trx, at, [{ payment, happening: amendment }], amendment.set);
	return amended;
}

export async function amendPayments(
	trx: DatabaseTransaction,
	at: Date,
	amendments: readonly PaymentChange[],
	set?: Changes,
): Promise<PaymentRow[]> {
	const amended = await updateSeen(trx, amendments, set ?? {});
	await recordPaymentEvents(trx, at, amended);
	return amended.map(({ payment }) => payment);
}

/** Returns the changes that were made, each with the updated row, in the order of `changes`. */
async function updateSeen(
	trx: DatabaseTransaction,
	changes: readonly PaymentChange[],
	set: Changes & Pick<Updateable<Tables["payment"]>, "state" | "final_at">,
): Promise<PaymentChange[]> {
	const [first] = changes;
	if (!first) return [];
	const seen = toJson(changes.map(({ payment: { id, state, version }, own }) => ({ id, state, version, own })));
	const columns = Object.keys(first.own ?? {});
	const own = Object.fromEntries(columns.map((column) => [column, sql`(seen.own).${sql.ref(column)}`]));
	const rows = await trx
		.updateTable("payment")
		.from(
			sql<SeenPayment>`(select id, state, version${columns.length > 0 ? OWN : sql``}
				from jsonb_to_recordset(${seen}::jsonb) as one (id text, state text, version integer, own jsonb))`.as("seen"),
		)
		.set({ ...own, ...set, version: sql<number>`payment.version + 1` })
		.whereRef("payment.id", "=", "seen.id")
		// This condition tells PostgreSQL how many rows to expect: from the JSON alone it expects a hundred, and reads the whole table.
		.where(sql<boolean>`payment.id = any(${changes.map(({ payment }) => payment.id)})`)
		// guard: state-is-the-one-seen
		.whereRef("payment.state", "=", "seen.state")
		// guard: version-is-the-one-seen
		.whereRef("payment.version", "=", "seen.version")
		.returningAll("payment")
		.execute();
	const found = new Map(rows.map((row) => [row.id, row]));
	return changes.flatMap((change) => {
		const payment = found.get(change.payment.id);
		return payment ? [{ ...change, payment }] : [];
	});
}

const OWN = sql`, jsonb_populate_record(null::payment, own) as own`;

type SeenPayment = Pick<PaymentRow, "id" | "state" | "version">;

export async function recordPaymentEvent(
	trx: DatabaseTransaction,
	at: Date,
	payment: PaymentRow,
	happening: NewPaymentEvent,
): Promise<void> {
	await recordPaymentEvents(trx, at, [{ payment, happening }]);
}

export async function recordPaymentEvents(
	trx: DatabaseTransaction,
	at: Date,
	events: readonly { payment: PaymentRow; happening: NewPaymentEvent }[],
	beforeAuditTurn?: () => Promise<void>,
): Promise<void> {
	const [first] = events;
	if (!first) return;
	const rows = events.map(({ payment, happening }) => eventRow(payment, at, happening));
	await insertAll(trx, "payment_event", rows).execute();
	await publishUpdate(trx, { topic: "payments", id: events.length === 1 ? first.payment.id : null });
	await beforeAuditTurn?.();
	await recordAudits(
		trx,
		events.map(({ payment, happening }) => auditEntry(payment, at, happening)),
	);
}

/** `payment`: as it is after the event. */
export function eventRow(
	payment: Pick<PaymentRow, "id" | "state" | "version">,
	at: Date,
	{ by, event, details = {}, note }: NewPaymentEvent,
): NewRow<"payment_event"> {
	return {
		payment_id: payment.id,
		at,
		state: payment.state,
		version: payment.version,
		event,
		by_kind: typeof by === "object" ? "member" : by,
		member_id: typeof by === "object" ? by.member : null,
		note: note ? note.slice(0, MOST_NOTE) : null,
		details,
	};
}

type AuditedFacts = "id" | "kind" | "state" | "amount" | "currency" | "operator" | "phone_number";

/** `payment`: as it is after the event. The number is masked. */
export function auditEntry(
	payment: Pick<PaymentRow, AuditedFacts | "reference" | "service_status">,
	at: Date,
	{ by, event, details = {}, note, recorded }: NewPaymentEvent,
): NewAuditEntry {
	return {
		at,
		memberId: typeof by === "object" ? by.member : null,
		action: `payment.${event}`,
		subjectKind: "payment",
		subjectId: payment.id,
		details: {
			kind: payment.kind,
			state: payment.state,
			amount: payment.amount,
			currency: payment.currency,
			operator: payment.operator,
			number: maskNumber(payment.phone_number),
			...(payment.reference ? { reference: payment.reference } : {}),
			...(payment.service_status ? { status: payment.service_status } : {}),
			...(note ? { note: note.slice(0, MOST_NOTE) } : {}),
			...recordedDetails(details),
			...recorded,
		},
	};
}

// The wallet's line usually appears two seconds after the service answers.
const WALLET_DELAY_MS = 2_000;
/** Payments that end within this time share one balance request. */
const TOGETHER_MS = 1_000;

const keysOf = (currency: string) => ({
	balance: `read_balance:after_payment:${currency}`,
	movements: `sync_movements:after_payment:${currency}`,
});

/** Returns the delay in ms; null when the planned jobs run late enough to see this payment's line, except for a payment in doubt. */
async function readRefreshDelay(trx: DatabaseTransaction, { currency, state }: PaymentRow): Promise<number | null> {
	const keys = Object.values(keysOf(currency));
	const { rows } = await sql<{
		is_late: boolean;
	}>`select run_at >= now() + ${WALLET_DELAY_MS} * interval '1 millisecond' as is_late
		from graphile_worker.jobs where key = any(${keys}::text[]) and locked_at is null`.execute(trx);
	if (!isInDoubt(state) && rows.length === keys.length && rows.every(({ is_late }) => is_late)) return null;
	return rows.length === 0 ? WALLET_DELAY_MS : WALLET_DELAY_MS + TOGETHER_MS;
}

/** `asked` notifies pages even of an unchanged balance: for a payment in doubt, an unchanged balance is news too. */
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
