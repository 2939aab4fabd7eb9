import { formatAmount } from "#lib/money.ts";

/** "45 000 XOF", with no-break spaces so that the text never wraps inside. */
export function moneyText(decimal: string, currency: string, locale: string): string {
	return `${formatAmount(decimal, currency, locale)}\u00a0${currency}`;
}
