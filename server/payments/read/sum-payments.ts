import { sql } from "kysely";
import type { PaymentSums, PaymentSumsQuery } from "#lib/contracts/payment-sums.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { isFinal, moneyMoved, type PaymentKind, type PaymentState } from "#lib/payment-state.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { filtered } from "#server/payments/read/payment-filter.ts";

const MOST_PAYMENTS = 20_000;

interface Row {
	currency: string;
	state: PaymentState;
	count: number;
	requested: string;
	counted: string;
	lines: number;
	fees: string;
}

type Sums = PaymentSums["sums"][number];
const NONE = { count: 0, amount: "0.00" };

/** Sums by currency, over the newest 20,000 filtered payments, or over all of them if `whole`. */
export async function sumPayments(
	context: Context,
	{ whole, ...input }: PaymentSumsQuery & { kind: PaymentKind },
): Promise<PaymentSums> {
	requirePermission(context, "payment.read");
	const most = whole ? null : MOST_PAYMENTS;
	const all = filtered(context.database.selectFrom("payment"), context, input)
		.select(["id", "currency", "state", "amount", "paid_amount"])
		.orderBy("created_at", "desc")
		.orderBy("id", "desc");
	const { rows } = await sql<Row>`
		select listed.currency, listed.state, count(*)::integer as count, sum(listed.amount) as requested,
			sum(coalesce(listed.paid_amount, listed.amount)) as counted, count(line.id)::integer as lines,
			coalesce(sum(line.fee), 0)::numeric(30, 2) as fees
		from (${all.limit(sql<number>`${most}::integer`)}) as listed
			left join reconciliation_line as match on match.payment_id = listed.id and match.status = 'matched'
			left join movement as line on line.id = match.movement_id
		group by 1, 2 order by 1`.execute(context.database);
	const sums = new Map<string, Sums>();
	for (const row of rows) sums.set(row.currency, addTo(sums.get(row.currency), row));
	const count = rows.reduce((total, row) => total + row.count, 0);
	const more = count === most ? await all.offset(most).limit(1).execute() : [];
	return { sums: [...sums.values()], count, isAtLeast: more.length > 0 };
}

function addTo(sums: Sums | undefined, row: Row): Sums {
	const before = sums ?? { currency: row.currency, paid: NONE, open: NONE, unpaid: NONE, fees: NONE };
	const part = moneyMoved(row.state) === "yes" ? "paid" : isFinal(row.state) ? "unpaid" : "open";
	return {
		...before,
		[part]: added(before[part], row.count, part === "paid" ? row.counted : row.requested),
		fees: added(before.fees, row.lines, row.fees),
	};
}

function added(sum: Sums["fees"], count: number, amount: string): Sums["fees"] {
	return { count: sum.count + count, amount: toDecimal(minorOf(sum.amount) + minorOf(amount)) };
}
