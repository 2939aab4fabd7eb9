import { decisionRights, type Viewer } from "#components/payments/decision-rights.ts";
import type { PaymentSummary } from "#lib/contracts/payment.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { isInDoubt } from "#lib/payment-state.ts";
import { may } from "#lib/roles.ts";

export const LIST_ACTIONS = ["approve", "reject", "cancel", "paid", "not_paid"] as const;
export type ListAction = (typeof LIST_ACTIONS)[number];

export function actionsOn(payment: PaymentSummary, viewer: Viewer): readonly ListAction[] {
	if (payment.kind !== "payout") return [];
	if (isInDoubt(payment.state)) return may(viewer.role, "payout.resolve") ? ["paid", "not_paid"] : [];
	const { approve, reject, cancel } = decisionRights(payment, viewer);
	return [
		...(approve ? (["approve"] as const) : []),
		...(reject ? (["reject"] as const) : []),
		...(cancel ? (["cancel"] as const) : []),
	];
}

/** Sums payments by currency, as text with two decimals. */
export function sumsOf(payments: readonly Pick<PaymentSummary, "amount" | "currency">[]): [string, string][] {
	const sums = new Map<string, bigint>();
	for (const { currency, amount } of payments) sums.set(currency, (sums.get(currency) ?? 0n) + minorOf(amount));
	return [...sums].map(([currency, minor]) => [currency, toDecimal(minor)]);
}
