import { type Selectable, sql } from "kysely";
import type { PaymentSummary } from "#lib/contracts/payment.ts";
import { serviceFault } from "#lib/contracts/service-fault.ts";
import type { Database } from "#server/store/database.ts";
import type { Tables } from "#server/store/tables/tables.ts";

export type PaymentRow = Selectable<Tables["payment"]>;

/** Returns the amount for limits, lines and balances: the amount that people confirmed, if they did, else the requested one. */
export function countedAmount({ amount, paid_amount }: Pick<PaymentRow, "amount" | "paid_amount">): string {
	return paid_amount ?? amount;
}

/** SQL: the time of the permit; null when the permit was not used, because nothing was sent at that time. */
export const USED_AT = sql<Date | null>`case when payment.state <> 'not_sent' and not exists (
	select from payment_event as event where event.payment_id = payment.id and event.state = 'unknown'
		and event.event = 'mismatch_before_sending') then payment.sent_at end`;

export interface NamedPaymentRow extends PaymentRow {
	used_at: Date | null;
	maker_name: string;
	approver_name: string | null;
	duplicate_name: string | null;
	book_name: string | null;
}

export function selectPayments(database: Database) {
	return database
		.selectFrom("payment")
		.innerJoin("member as maker", "maker.id", "payment.maker_id")
		.leftJoin("member as approver", "approver.id", "payment.approver_id")
		.leftJoin("member as confirmer", "confirmer.id", "payment.duplicate_by")
		.leftJoin("recipient", (join) =>
			join.onRef("recipient.number", "=", "payment.phone_number").on("recipient.archived_at", "is", null),
		)
		.selectAll("payment")
		.select(["maker.name as maker_name", "approver.name as approver_name", "confirmer.name as duplicate_name"])
		.select(["recipient.name as book_name", USED_AT.as("used_at")]);
}

export async function readNamedPayments(database: Database, ids: readonly string[]): Promise<NamedPaymentRow[]> {
	if (ids.length === 0) return [];
	return selectPayments(database).where(sql<boolean>`payment.id = any(${ids})`).execute();
}

export type PayoutProgress = Pick<PaymentSummary, "approval" | "expiresAt" | "waits" | "alike" | "marks" | "overLimit">;
const NOTHING_KNOWN: PayoutProgress = { approval: null, expiresAt: null, waits: null };

export function toPaymentSummary(row: NamedPaymentRow, progress: PayoutProgress = NOTHING_KNOWN): PaymentSummary {
	return {
		id: row.id,
		kind: row.kind,
		state: row.state,
		version: row.version,
		amount: row.amount,
		currency: row.currency,
		operator: row.operator,
		operatorName: row.operator_name,
		flow: row.kind === "deposit" ? row.flow : null,
		country: row.country,
		phoneNumber: row.kind === "deposit" ? row.phone_number : null,
		destination: row.kind === "payout" ? row.phone_number : null,
		name: row.recipient_name ?? row.book_name,
		nameInBook: row.recipient_name === row.book_name ? null : row.recipient_name && row.book_name,
		note: row.note,
		reference: row.reference,
		opaqueId: row.opaque_id,
		serviceStatus: row.service_status,
		failureReason: row.failure_reason,
		paidAmount: row.paid_amount,
		paymentUrl: row.payment_url,
		qrCode: row.qr_code,
		createdAt: row.created_at.toISOString(),
		sentAt: isoOrNull(row.used_at),
		processedAt: isoOrNull(row.processed_at),
		sendDeadline: isoOrNull(row.send_deadline),
		payerDeadline: isoOrNull(row.payer_deadline),
		lastCheckedAt: isoOrNull(row.last_checked_at),
		nextCheckAt: isoOrNull(row.next_check_at),
		checkFault: serviceFault(row.check_cause, row.check_words),
		late: row.late,
		maker: { id: row.maker_id, name: row.maker_name },
		approver: row.approver_id === null ? null : { id: row.approver_id, name: row.approver_name ?? "" },
		...progress,
		duplicate:
			row.duplicate_of && row.duplicate_reason
				? { of: row.duplicate_of, reason: row.duplicate_reason, by: row.duplicate_name ?? row.maker_name }
				: null,
	};
}

function isoOrNull(date: Date | null): string | null {
	return date === null ? null : date.toISOString();
}
