import type { RowFacts } from "#lib/contracts/batch.ts";
import type { NumberFacts } from "#lib/contracts/number-facts.ts";
import type { Context } from "#server/context.ts";
import { recordPaymentEvents } from "#server/payment-records/move-payment.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { recordDuplicates } from "#server/payments/request/start-payment.ts";
import { requestDigest } from "#server/payments/rules/digests.ts";
import { resolveNumbers } from "#server/recipients/resolve-numbers.ts";
import { withAuditOrigin } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { insertAll, type NewRow } from "#server/store/sql-fragments.ts";

export interface NewPayout {
	id: string;
	/** The row's number in the batch. */
	n: number;
	facts: RowFacts;
	name: string;
	purpose: string;
	duplicate: { of: readonly string[]; reason: string } | null;
	/** Members other than the maker who changed the row: like correctors of a payout, they must not approve it. */
	changedBy: readonly string[];
}

export interface NewPayouts {
	batchId: string;
	/** The batch's total of each currency, as decimal text with two places: it decides how many approvers each payout needs. */
	totals: ReadonlyMap<string, string>;
	payouts: readonly NewPayout[];
	at: Date;
}

/** The member's right, limits and duplicates must have been checked in this transaction. */
export async function requestPayouts(
	context: Context,
	trx: DatabaseTransaction,
	{ batchId, totals, payouts, at }: NewPayouts,
): Promise<void> {
	const nameless = payouts.filter(({ name }) => !name).map(({ facts }) => facts.number);
	const { environment } = context.config;
	const book = await resolveNumbers(trx, { environment, numbers: nameless });
	const values = payouts.map((payout) => rowOf(context, payout, { batchId, totals, at, book }));
	const rows: PaymentRow[] = await insertAll(trx, "payment", values).returningAll().execute();
	const by = { member: context.member.id };
	await recordPaymentEvents(
		trx,
		at,
		rows.map((payment) => ({ payment, happening: { event: "requested", by } })),
	);
	const byId = new Map(payouts.map((payout) => [payout.id, payout]));
	await recordRowChangers(trx, at, rows, (id) => byId.get(id)?.changedBy ?? []);
	const confirmed = rows.map((row) => ({ row, duplicate: byId.get(row.id)?.duplicate }));
	await recordDuplicates(trx, at, confirmed);
}

/** Records only who changed each row; the draft's audit entries say what was changed. */
async function recordRowChangers(
	trx: DatabaseTransaction,
	at: Date,
	rows: readonly PaymentRow[],
	changersOf: (id: string) => readonly string[],
): Promise<void> {
	const events = rows.flatMap((payment) =>
		changersOf(payment.id).map((member) => ({
			payment,
			happening: { event: "corrected" as const, by: { member }, details: { changes: [] } },
		})),
	);
	// The members who changed rows did not send this request, so their audit entries must not name the maker's address and browser.
	await withAuditOrigin({ address: null, userAgent: null }, () => recordPaymentEvents(trx, at, events));
}

function rowOf(
	{ config, member }: Context,
	{ id, n, facts, name, purpose, duplicate }: NewPayout,
	{ batchId, totals, at, book }: Omit<NewPayouts, "payouts"> & { book: ReadonlyMap<string, NumberFacts> },
): NewRow<"payment"> {
	const { number, operatorName, ...body } = facts;
	return {
		...body,
		...{ id, kind: "payout", state: "awaiting_approval", environment: config.environment, opaque_id: id },
		operator_name: operatorName,
		phone_number: number,
		highest_amount: totals.get(facts.currency) ?? facts.amount,
		note: purpose || null,
		metadata: purpose ? { note: purpose } : null,
		recipient_name: name || (book.get(number)?.recipient?.name ?? null),
		idempotency_key: `batch-${batchId}-${n}`,
		request_digest: requestDigest("payout", facts),
		maker_id: member.id,
		duplicate_of: duplicate ? [...duplicate.of] : null,
		duplicate_reason: duplicate?.reason ?? null,
		...{ batch_id: batchId, batch_row: n, created_at: at },
	};
}
