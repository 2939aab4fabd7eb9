import { decimalSign, thousands } from "#lib/amounts/thousands.ts";

/** "184 233": a no-break space separates thousands in both languages, as in amounts; "1 234,5" or "1 234.5" with a fraction. */
export function formatCount(count: number, locale: string): string {
	const size = Math.abs(count);
	const [whole = "", fraction] = String(Number.isInteger(size) ? size : Math.round(size * 1_000) / 1_000).split(".");
	return `${count < 0 ? "-" : ""}${thousands(whole)}${fraction ? decimalSign(locale) + fraction : ""}`;
}
