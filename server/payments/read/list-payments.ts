import { type RawBuilder, sql } from "kysely";
import type { PaymentList, PaymentQuery } from "#lib/contracts/payment.ts";
import { addDays, isCalendarDay } from "#lib/dates.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { requirePermission } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { selectPayments, toPaymentSummary } from "#server/payment-records/payment-summary.ts";
import { filtered } from "#server/payments/read/payment-filter.ts";
import { readFees } from "#server/payments/read/read-fees.ts";
import { readPayoutProgress } from "#server/payments/rules/payout-progress.ts";

export type PaymentListInput = Omit<PaymentQuery, "limit"> & { kind: PaymentKind; limit?: number };

/**
 * Sorted by age as `sort` says; the cursor is the last id of the previous page, or a calendar day to begin at. `total` counts all
 * filtered payments.
 */
export async function listPayments(context: Context, input: PaymentListInput): Promise<PaymentList> {
	requirePermission(context, "payment.read");
	const limit = input.limit ?? 50;
	const oldestFirst = input.sort === "createdAt";
	const direction = oldestFirst ? "asc" : "desc";
	const page = filtered(selectPayments(context.database), context, input)
		.$if(input.cursor !== undefined, (query) =>
			query.where(
				sql<boolean>`(payment.created_at, payment.id) ${sql.raw(oldestFirst ? ">" : "<")} ${placeOf(context, input)}`,
			),
		)
		.orderBy("payment.created_at", direction)
		.orderBy("payment.id", direction)
		.limit(limit + 1);
	const count = filtered(context.database.selectFrom("payment"), context, input).select((of) =>
		of.fn.countAll<string>().as("total"),
	);
	const [rows, { total }] = await Promise.all([page.execute(), count.executeTakeFirstOrThrow()]);
	const shown = rows.slice(0, limit);
	const [progress, fees] = await Promise.all([readPayoutProgress(context, shown), readFees(context, shown)]);
	const items = shown.map((row) => ({ ...toPaymentSummary(row, progress.get(row.id)), fee: fees.get(row.id) ?? null }));
	const nextCursor = rows.length > limit ? (items.at(-1)?.id ?? null) : null;
	return { items, nextCursor, total: Number(total) };
}

function placeOf({ config }: Context, { cursor = "", sort }: PaymentListInput): RawBuilder<unknown> {
	if (!isCalendarDay(cursor)) return sql`(select created_at, id from payment where id = ${cursor})`;
	const day = sort === "createdAt" ? cursor : addDays(cursor, 1);
	return sql`(${day}::date::timestamp at time zone ${config.timeZone}, '')`;
}
