import type { Evidence } from "#lib/contracts/evidence.ts";
import { countedAmount, type PaymentRow } from "#server/payment-records/payment-summary.ts";
import { findBalances } from "#server/payments/settle/balance-evidence.ts";
import { findMovements } from "#server/payments/settle/movement-evidence.ts";
import { findPossibleAnswers } from "#server/payments/settle/possible-answers.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { isArriving, readSyncRow } from "#server/wallets/sync-row.ts";

const NOTHING_KNOWN = {
	...{ verdict: "none" as const, items: [], count: 0, near: { items: [], count: 0 } },
	...{ candidateIds: [], others: [] },
};

/** Collects what the mirror and the balance readings show of a sent payment. Absence of evidence proves nothing. */
export async function collectEvidence(
	database: Database | DatabaseTransaction,
	payment: PaymentRow,
	timeZone: string,
): Promise<Evidence> {
	const sync = await readSyncRow(database, payment);
	const found = await findMovements(database, payment);
	// A partial list proves nothing: a line that has not arrived yet may be the payment's.
	const { candidateIds, others, ...movements } = isArriving(sync) ? { ...found, ...NOTHING_KNOWN } : found;
	const comparison = compareAmounts(payment, movements, others);
	// The line that the comparison calls moved counts as this payment's below it too, so that both give one sum. Of a payment without
	// an answer nobody named another amount: such a line is somebody else's.
	const isAnswered = payment.state === "needs_review" || comparison.said !== null;
	const [moved] = isAnswered && comparison.moved !== null && movements.count === 0 ? others : [];
	const fee = moved?.fee ?? (movements.verdict === "one" ? (movements.items[0]?.fee ?? null) : null);
	return {
		paymentId: payment.id,
		version: payment.version,
		currency: payment.currency,
		comparison,
		movements,
		balance: await findBalances(
			database,
			{ ...payment, amount: moved?.amount ?? countedAmount(payment) },
			{ ids: moved ? [moved.id] : candidateIds, fee },
			timeZone,
		),
		answers: await findPossibleAnswers(database, payment),
		mirror: {
			syncedAt: sync.synced_at?.toISOString() ?? null,
			mayBeCut: sync.may_be_cut,
			fault: sync.fault,
			unreadable: sync.unreadable_lines,
		},
	};
}

type Compared = Pick<PaymentRow, "kind" | "amount" | "currency" | "service_amount" | "service_currency">;
type Line = Evidence["movements"]["items"][number];

/** `others`: lines of another amount that may be this payment's and no other payment's. */
export function compareAmounts(
	payment: Compared,
	{ items, count }: Pick<Evidence["movements"], "items" | "count">,
	others: readonly Line[],
): Evidence["comparison"] {
	const { amount: asked, service_amount, service_currency } = payment;
	const said =
		service_amount === null || service_currency === null
			? null
			: { amount: service_amount, currency: service_currency };
	const likely = count > 0 ? items : others;
	const [only] = likely.length === 1 && count <= 1 ? likely : [];
	const shown = [...(said?.currency === payment.currency ? [said.amount] : []), ...others.map(({ amount }) => amount)];
	return {
		asked,
		said,
		moved: only ? `${payment.kind === "payout" ? "-" : ""}${only.amount}` : null,
		others: [...others],
		payable: [...new Set(shown)].filter((amount) => amount !== asked && !/^-|^0\.00$/.test(amount)),
	};
}
