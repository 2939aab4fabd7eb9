import compile from "icu-minify/compile";
import { describe, expect, test } from "vitest";
import formatMessage from "#lib/i18n/format-message.ts";
import { formatAmount } from "#lib/money.ts";

type Options = Parameters<typeof formatMessage>[3];

/** Formats as next-intl does, with its own formatters. */
function say(message: string, locale: string, values: Record<string, number>): unknown {
	const formatters = {
		getNumberFormat: (...rest: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...rest),
		getPluralRules: (...rest: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...rest),
	};
	return formatMessage("key", compile(message), values, { locale, formatters } as unknown as Options);
}

describe("a number in a sentence", () => {
	test.each(["en", "fr"])("stands as amounts and counts do, in %s", (locale) => {
		const sentence = "{count, plural, one {# deposit} other {# deposits}} of {total, number}";
		const thousands = formatAmount("15113.00", "XOF", locale);
		expect(thousands).toBe("15\u00a0113");
		expect(say(sentence, locale, { count: 15_113, total: 3_001 })).toBe(`${thousands} deposits of 3\u00a0001`);
	});

	test("keeps its plural and what else the sentence says", () => {
		expect(say("{count, plural, =0 {none} one {# day} other {# days}}", "en", { count: 1 })).toBe("1 day");
		expect(say("{count, plural, =0 {none} one {# day} other {# days}}", "en", { count: 0 })).toBe("none");
	});
});
