import { sql } from "kysely";
import { transactionTypeOf } from "#lib/payment-state.ts";
import { type EvidenceWindow, nearWindowOf } from "#server/payment-records/evidence-window.ts";
import { countedAmount, type PaymentRow } from "#server/payment-records/payment-summary.ts";
import { type Line, matchLines } from "#server/reconciliation/matching/match-lines.ts";
import { SAME_MOMENT_MS } from "#server/reconciliation/matching/pair-discrepancies.ts";
import { readCandidates, readDecided } from "#server/reconciliation/matching/read-candidates.ts";
import type { Database } from "#server/store/database.ts";
import { ofWallet } from "#server/store/sql-fragments.ts";

/** Ids of lines `inside` the payment's window, and of lines `near` it: in the week before or after the window. */
export interface FreeLines {
	inside: string[];
	near: string[];
}

/**
 * Finds lines of a payment's type and counted amount that match no other payment. A line that people matched to this payment is `inside`,
 * whatever its time. Matches the lines again, since the last run may be outdated.
 */
export async function findFreeLines(store: Database, payment: PaymentRow, window: EvidenceWindow): Promise<FreeLines> {
	const around = nearWindowOf(window);
	const free = await freeOf(store, payment, [countedAmount(payment)], around);
	const isInside = (line: FreeLine) => line.isGiven || within(window, line);
	return {
		inside: free.filter(isInside).map(({ id }) => id),
		near: free.filter((line) => within(around, line) && !isInside(line)).map(({ id }) => id),
	};
}

// Among more lines of other amounts in the window, nobody could tell which one is the payment's.
const MOST_LINES = 20;

/**
 * Finds lines of another amount in the window that match no other payment. Assumption: such a line may be this payment's if its
 * amount is the one that the service named, or if it is dated within two minutes of the payment; people decide.
 */
export async function findOtherAmounts(
	store: Database,
	payment: PaymentRow,
	window: EvidenceWindow,
): Promise<string[]> {
	const { environment, currency } = payment;
	const moment = payment.processed_at ?? payment.service_sent_at ?? payment.sent_at;
	const [since, until] = [-SAME_MOMENT_MS, SAME_MOMENT_MS].map((ms) => moment && new Date(moment.getTime() + ms));
	const { rows } = await sql<{ id: string; amount: string }>`
		select id, amount from movement
		where ${ofWallet({ environment, currency })} and type = ${transactionTypeOf(payment.kind)}
			and withdrawn_at is null and amount <> ${countedAmount(payment)}::numeric
			and created_at between ${window.from}::timestamptz and ${window.to}::timestamptz
			and (amount = ${payment.service_amount}::numeric or created_at between ${since}::timestamptz and ${until}::timestamptz)
		order by amount = ${payment.service_amount}::numeric desc nulls last, created_at, id limit ${MOST_LINES}`.execute(
		store,
	);
	if (rows.length === 0) return [];
	const free = await freeOf(store, payment, [...new Set(rows.map(({ amount }) => amount))], nearWindowOf(window));
	return rows.flatMap(({ id }) => (free.some((line) => line.id === id) ? [id] : []));
}

interface FreeLine extends Line {
	/** People matched the line to this payment. */
	isGiven: boolean;
}

async function freeOf(
	store: Database,
	payment: PaymentRow,
	amounts: readonly string[],
	{ from, to }: EvidenceWindow,
): Promise<FreeLine[]> {
	const { environment, currency, kind } = payment;
	const decided = await readDecided(store, { environment, currency });
	const [given] = [...decided.lines].find(([, paymentId]) => paymentId === payment.id) ?? [];
	if (given !== undefined) decided.lines.delete(given);
	const wanted = amounts.map((amount) => ({ type: transactionTypeOf(kind), amount, from, to }));
	const free: FreeLine[] = [];
	for (const found of await readCandidates(store, { environment, currency }, wanted, new Date(0), decided)) {
		const { lines } = matchLines(
			found.claims,
			found.lines.filter(({ id }) => id !== given),
		);
		for (const line of found.lines) {
			const match = lines.get(line.id);
			const isGiven = line.id === given;
			if (isGiven || match?.status !== "matched" || match.claimId === payment.id) free.push({ ...line, isGiven });
		}
	}
	return free;
}

function within({ from, to }: EvidenceWindow, { at }: Line): boolean {
	return at >= from.getTime() && at <= to.getTime();
}
