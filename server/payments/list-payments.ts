import { type SelectQueryBuilder, sql } from "kysely";
import type { PaymentList, PaymentQuery } from "#lib/contracts/payment.ts";
import { isFinal, PAYMENT_STATES, type PaymentKind } from "#lib/payment-state.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { selectPayments, toPaymentLine } from "#server/payments/payment-line.ts";
import { readStandings } from "#server/payments/payment-standing.ts";
import type { Tables } from "#server/store/tables.ts";

export type PaymentListInput = Omit<PaymentQuery, "limit"> & { kind: PaymentKind; limit?: number };

/** Newest first, or oldest first by `sort`; the cursor is the last id of the page before. `total` counts all that the filters let through. */
export async function listPayments(context: Context, input: PaymentListInput): Promise<PaymentList> {
	demand(context, "payment.read");
	const limit = input.limit ?? 50;
	const oldestFirst = input.sort === "createdAt";
	const direction = oldestFirst ? "asc" : "desc";
	const page = filtered(selectPayments(context.database), context, input)
		.$if(input.cursor !== undefined, (query) =>
			query.where(
				sql<boolean>`(payment.created_at, payment.id) ${sql.raw(oldestFirst ? ">" : "<")} (select created_at, id from payment where id = ${input.cursor})`,
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
	const standings = await readStandings(context.database, shown);
	const items = shown.map((row) => toPaymentLine(row, standings.get(row.id)));
	const nextCursor = rows.length > limit ? (items.at(-1)?.id ?? null) : null;
	return { items, nextCursor, total: Number(total) };
}

const OPEN_STATES = PAYMENT_STATES.filter((state) => !isFinal(state));

function filtered<DB extends Tables, TB extends keyof DB & "payment", O>(
	query: SelectQueryBuilder<DB, TB, O>,
	context: Context,
	{ kind, state, currency, from, to, search }: PaymentListInput,
): SelectQueryBuilder<DB, TB, O> {
	const zone = context.config.timeZone;
	const states = state === "open" ? OPEN_STATES : state ? [state] : null;
	// Days are calendar days in the business's time zone, both inclusive.
	return query
		.where(sql<boolean>`payment.kind = ${kind}`)
		.$if(states !== null, (q) => q.where(sql<boolean>`payment.state = any(${states})`))
		.$if(currency !== undefined, (q) => q.where(sql<boolean>`payment.currency = ${currency}`))
		.$if(from !== undefined, (q) =>
			q.where(sql<boolean>`payment.created_at >= ${from}::date::timestamp at time zone ${zone}`),
		)
		.$if(to !== undefined, (q) =>
			q.where(sql<boolean>`payment.created_at < (${to}::date + 1)::timestamp at time zone ${zone}`),
		)
		.$if(Boolean(search), (q) => q.where(matches(search ?? "")));
}

/** A piece of a reference or of our id; the last digits of a number; a piece of the note. */
function matches(search: string) {
	const escaped = search.replace(/[\\%_]/g, (sign) => `\\${sign}`);
	const digits = search.replace(/[\s+().-]/g, "");
	const byNumber = /^\d{3,}$/.test(digits) ? sql`payment.phone_number like ${`%${digits}`}` : sql`false`;
	return sql<boolean>`(payment.reference ilike ${`%${escaped}%`} or payment.id ilike ${`%${escaped}%`}
		or payment.note ilike ${`%${escaped}%`} or ${byNumber})`;
}
