import { expect, test } from "vitest";
import { readSource, sourceFiles } from "#tests/architecture/read-imports.ts";

/** Places that may join figure and code by hand, with their reasons. */
const JOINED_BY_HAND: Record<string, string> = {
	"lib/amounts/money-text.ts": "the one place",
	"components/ui/money.tsx": "the code may wear another look than the figure",
	"components/payments/page/header-actions.tsx": "for the service's support: the digits of the wire",
	"server/payment-records/recorded-details.ts": "kept in the record for ever, in signs of no language",
	"server/continuity/close-forgotten-permits.ts": "kept in the record for ever, in signs of no language",
	"server/continuity/forgotten-permits.ts": "kept in the record for ever, in signs of no language",
	"server/cli/audit.ts": "a terminal's columns",
};

// A code that follows an amount in one text: `${amount} ${currency}`, `${formatAmount(…)}\u00a0${payment.currency}`.
const TEMPLATE =
	/[aA]mount(?:\((?:[^()`]|\([^()`]*\))*\)|[^}`]{0,40})?\}(?:\\u00a0|\\u202f|\s)?\$\{[\w.?!]*[cC]urrency\b/;
const WIDE_TEMPLATE = /\$\{formatAmount\(|formatAmount\([^;]*\)\s*\+/;
const LIST = /\[[^\][]*[aA]mount[^\][]*[cC]urrency[^\][]*\]\s*\.join\(/;
const MARKUP = /\{formatAmount\(/;

function joinsByHand(text: string): boolean {
	return [TEMPLATE, WIDE_TEMPLATE, LIST, MARKUP].some((pattern) => pattern.test(text));
}

test("figure and currency are joined in one place, but where a reason is given", () => {
	const files = sourceFiles().filter((file) => !file.startsWith("tests/") && joinsByHand(readSource(file)));
	expect(files.sort()).toEqual(Object.keys(JOINED_BY_HAND).sort());
});

// § for the dollar sign: these are texts, not templates.
test.each([
	"`§{formatAmount(payment.amount, payment.currency, locale)}\\u00a0§{payment.currency}`",
	"`§{formatAmount(toDecimal(minor), currency, locale)} §{currency}`",
	"`§{amount} §{payment.currency}`",
	"`§{payment.amount}\\u00a0§{payment.currency}`",
	"[amount, currency].join(' ')",
	"formatAmount(amount, currency, locale) + ' ' + currency",
	"<b>{formatAmount(amount, currency, locale)} {currency}</b>",
])("a join by hand would be found: %s", (text) => {
	expect(joinsByHand(text.replaceAll("§", "$"))).toBe(true);
});

test("what is no join is none", () => {
	for (const text of ["moneyText(amount, currency, locale)", "const figure = formatAmount(amount, currency, locale);"])
		expect(joinsByHand(text)).toBe(false);
});
