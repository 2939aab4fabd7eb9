/** An amount with its currency, as one piece of text for people. */
import { formatAmount } from "#lib/money.ts";

/** "45 000 XOF": the figure as `formatAmount` writes it, and the code behind a no-break space, so that no line ends between them. */
export function moneyText(decimal: string, currency: string, locale: string): string {
	return `${formatAmount(decimal, currency, locale)}\u00a0${currency}`;
}
