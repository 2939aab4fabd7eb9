import { sql } from "kysely";
import { transactionTypeOf } from "#lib/payment-state.ts";
import { inSlices } from "#lib/slices.ts";
import { type EvidenceWindow, nearWindowOf } from "#server/payments/evidence-window.ts";
import { countedAmount, type PaymentRow } from "#server/payments/payment-summary.ts";
import { type Line, matchLines } from "#server/reconciliation/match-lines.ts";
import { SAME_MOMENT_MS } from "#server/reconciliation/pair-oddities.ts";
import { readCandidates, readDecided, type Store } from "#server/reconciliation/read-candidates.ts";

/** Ids. Near: in the week before the window or after it. */
export interface FreeLines {
	inside: string[];
	near: string[];
}

/**
 * The lines in and around a payment's window that may be its own: of its type and the amount that counts of it, and neither another payment's nor
 * explained by a person. Matched anew, so that it is true at this moment and not as of the last reconciliation.
 */
export async function findFreeLines(store: Store, payment: PaymentRow, window: EvidenceWindow): Promise<FreeLines> {
	const around = nearWindowOf(window);
	const free = await freeOf(store, payment, [countedAmount(payment)], around);
	return {
		inside: free.filter((line) => within(window, line)).map(({ id }) => id),
		near: free.filter((line) => within(around, line) && !within(window, line)).map(({ id }) => id),
	};
}

// More amounts than this at one moment tell nobody which is whose.
const MOST_AMOUNTS = 20;

/**
 * Lines of another amount. Assumption: what the service has said, anywhere in the payment's window, or what it dates to the
 * payment's very moment, may be this payment's all the same; people decide. Ids, and again neither another payment's nor explained by a person.
 */
export async function findOtherAmounts(store: Store, payment: PaymentRow, window: EvidenceWindow): Promise<string[]> {
	const { environment, currency } = payment;
	const moment = payment.processed_at ?? payment.sent_at;
	const [since, until] = [-SAME_MOMENT_MS, SAME_MOMENT_MS].map((ms) => moment && new Date(moment.getTime() + ms));
	const { rows } = await sql<{ id: string; amount: string }>`
		select id, amount from movement
		where environment = ${environment} and currency = ${currency} and type = ${transactionTypeOf(payment.kind)}
			and withdrawn_at is null and amount <> ${countedAmount(payment)}::numeric
			and created_at between ${window.from}::timestamptz and ${window.to}::timestamptz
			and (amount = ${payment.said_amount}::numeric or created_at between ${since}::timestamptz and ${until}::timestamptz)
		order by amount = ${payment.said_amount}::numeric desc nulls last, created_at, id limit ${MOST_AMOUNTS}`.execute(
		store,
	);
	if (rows.length === 0) return [];
	const free = await freeOf(store, payment, [...new Set(rows.map(({ amount }) => amount))], nearWindowOf(window));
	return rows.flatMap(({ id }) => (free.some((line) => line.id === id) ? [id] : []));
}

async function freeOf(
	store: Store,
	payment: PaymentRow,
	amounts: readonly string[],
	{ from, to }: EvidenceWindow,
): Promise<Line[]> {
	const { environment, currency, kind } = payment;
	const decided = await readDecided(store, { environment, currency });
	const wanted = amounts.map((amount) => ({ type: transactionTypeOf(kind), amount, from, to }));
	const free: Line[] = [];
	for (const found of await readCandidates(store, { environment, currency }, wanted, new Date(0), decided)) {
		const { lines } = await inSlices(matchLines(found.claims, found.lines));
		for (const line of found.lines) {
			const match = lines.get(line.id);
			if (match?.status !== "matched" || match.claimId === payment.id) free.push(line);
		}
	}
	return free;
}

function within({ from, to }: EvidenceWindow, { at }: Line): boolean {
	return at >= from.getTime() && at <= to.getTime();
}
