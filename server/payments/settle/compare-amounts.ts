/** What was asked for, what the service said and what moved, side by side, and which other amount people may say was paid. Pure. */
import type { Evidence } from "#lib/contracts/evidence.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";

type Compared = Pick<PaymentRow, "kind" | "amount" | "currency" | "said_amount" | "said_currency">;
type Line = Evidence["movements"]["items"][number];

/** `others`: lines of another amount that may be this payment's, and nobody else's. */
export function compareAmounts(
	payment: Compared,
	{ items, count }: Pick<Evidence["movements"], "items" | "count">,
	others: readonly Line[],
): Evidence["comparison"] {
	const { amount: asked, said_amount, said_currency } = payment;
	const said = said_amount === null || said_currency === null ? null : { amount: said_amount, currency: said_currency };
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
