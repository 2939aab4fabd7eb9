import { toCardinal as inEnglish } from "n2words/en-GB";
import { toCardinal as inFrench } from "n2words/fr-FR";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import { minorOf } from "#lib/money.ts";

/** A positive two-decimal amount as cheques write it: "forty-five thousand West African CFA francs", hundredths as "50/100". */
export function amountInWords(amount: string, currency: string, locale: Locale): string {
	const minor = minorOf(amount);
	const [whole, hundredths] = [minor / 100n, minor % 100n];
	const words = locale === "fr" ? inFrench(whole) : inEnglish(whole);
	// Every count from 2 on takes the plural, so 2 stands for all of these; for 0 the languages differ.
	const count = whole < 2n ? Number(whole) : 2;
	// English takes the plural for "1.00", so the currency's name comes from a number without decimals.
	const named = { style: "currency", currency, currencyDisplay: "name", minimumFractionDigits: 0 } as const;
	const name = new Intl.NumberFormat(locale, named).formatToParts(count).find(({ type }) => type === "currency");
	const of = locale === "fr" && whole >= 1_000_000n && whole % 1_000_000n === 0n ? " de" : "";
	const rest = hundredths === 0n ? "" : ` ${locale === "fr" ? "et" : "and"} ${String(hundredths).padStart(2, "0")}/100`;
	return `${words}${of} ${name?.value ?? currency}${rest}`;
}
