import { type RawBuilder, sql } from "kysely";
import type { ListedPayment, PaymentList, PaymentQuery } from "#lib/contracts/payment.ts";
import { addDays, isCalendarDay } from "#lib/dates.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { type NamedPaymentRow, selectPayments, toPaymentSummary } from "#server/payment-records/payment-summary.ts";
import { filtered, type PaymentFilter } from "#server/payments/read/payment-filter.ts";
import { readPayoutProgress } from "#server/payments/rules/payout-progress.ts";

export type PaymentListInput = Omit<PaymentQuery, "limit"> & { kind: PaymentKind; limit?: number };

/**
 * Lists payments by age, as `sort` says; the cursor is the last id of the previous page, or a calendar day to begin at. `total`
 * counts all filtered payments.
 */
export async function listPayments(context: Context, input: PaymentListInput): Promise<PaymentList> {
	requirePermission(context, "payment.read");
	const { cursor, limit = 50 } = input;
	const after = cursor === undefined ? null : placeOf(context, cursor, input.sort);
	const page = selectListed(context, input, after).limit(limit + 1);
	const [rows, total] = await Promise.all([page.execute(), countPayments(context, input)]);
	const items = await toListed(context, rows.slice(0, limit));
	const nextCursor = rows.length > limit ? (items.at(-1)?.id ?? null) : null;
	return { items, nextCursor, total };
}

type Listed = PaymentFilter & Pick<PaymentQuery, "sort">;

/** `after`: SQL for the creation time and id after which the page begins; null for the first page. */
export function selectListed(context: Context, input: Listed, after: RawBuilder<unknown> | null) {
	const [direction, than] = input.sort === "createdAt" ? (["asc", ">"] as const) : (["desc", "<"] as const);
	return filtered(selectPayments(context.database), context, input)
		.$if(after !== null, (query) =>
			query.where(sql<boolean>`(payment.created_at, payment.id) ${sql.raw(than)} ${after}`),
		)
		.orderBy("payment.created_at", direction)
		.orderBy("payment.id", direction);
}

export async function countPayments(context: Context, input: PaymentFilter): Promise<number> {
	const { total } = await filtered(context.database.selectFrom("payment"), context, input)
		.select((of) => of.fn.countAll<string>().as("total"))
		.executeTakeFirstOrThrow();
	return Number(total);
}

export async function toListed(context: Context, rows: readonly NamedPaymentRow[]): Promise<ListedPayment[]> {
	const [progress, fees] = await Promise.all([readPayoutProgress(context, rows), readFees(context, rows)]);
	return rows.map((row) => ({ ...toPaymentSummary(row, progress.get(row.id)), fee: fees.get(row.id) ?? null }));
}

export function placeOfPayment(id: string): RawBuilder<unknown> {
	return sql`(select created_at, id from payment where id = ${id})`;
}

function placeOf({ config }: Context, cursor: string, sort: PaymentQuery["sort"]): RawBuilder<unknown> {
	if (!isCalendarDay(cursor)) return placeOfPayment(cursor);
	const day = sort === "createdAt" ? cursor : addDays(cursor, 1);
	return sql`(${day}::date::timestamp at time zone ${config.timeZone}, '')`;
}

/** Returns the fees of the matched wallet lines by payment id, as decimal text with two places. */
async function readFees({ database }: Context, payments: readonly { id: string }[]): Promise<Map<string, string>> {
	if (payments.length === 0) return new Map();
	const rows = await database
		.selectFrom("reconciliation_line as match")
		.innerJoin("movement as line", "line.id", "match.movement_id")
		.select(["match.payment_id as id", "line.fee"])
		.where("match.status", "=", "matched")
		.where(
			"match.payment_id",
			"in",
			payments.map(({ id }) => id),
		)
		.execute();
	return new Map(rows.flatMap(({ id, fee }) => (id === null ? [] : [[id, fee]])));
}
