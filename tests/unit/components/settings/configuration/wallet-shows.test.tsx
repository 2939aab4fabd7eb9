import { describe, expect, test } from "vitest";
import { WalletFinding } from "#components/settings/configuration/wallet-finding.tsx";
import type { WalletGap } from "#lib/contracts/wallet-gaps.ts";
import en from "#lib/i18n/en.json" with { type: "json" };
import { textOf } from "#tests/support/rendered.tsx";

type ReconciliationException = NonNullable<WalletGap["finding"]>;

const at = "2026-03-10T09:00:00.000Z";
const known: ReconciliationException = {
	before: { balance: "100000.00", at },
	now: { balance: "64950.00", at },
	unlined: "5050.00",
	unexplained: "5050.00",
	...{ lines: [], moreLines: 0, seen: "5050.00" },
};
const notKnown: ReconciliationException = { ...known, unlined: null, unexplained: null, seen: "not_known 0.00" };

/** Terms and their values, then the text below. */
function shows(finding: ReconciliationException, locale: "en" | "fr"): string {
	const wallet = { currency: "XOF", since: at, detectedAt: at, fault: null, finding, held: [] };
	return textOf(<WalletFinding finding={finding} wallet={wallet} />, locale, "|");
}

test("a drop of the balance that is known is told with what payments here explain of it", () => {
	const text = shows(known, "en");
	expect(text).toContain("|Matched to payments|−30 000| XOF|");
	expect(text).toContain("|Unmatched|−5 050| XOF|");
	expect(text).toContain(en.settings.walletGaps.noLines);
});

describe("a drop of the balance that is not known", () => {
	test.each([
		["of a look that cannot be compared", notKnown],
		["without a look before", { ...notKnown, before: null }],
	])("is no zero, and nothing is reckoned from it: %s", (_, finding) => {
		const text = shows(finding, "en");
		expect(text).toContain("|Unmatched|not known|");
		expect(text).not.toContain("Matched to payments");
		expect(text).not.toContain("−");
		expect(text).not.toContain(en.settings.walletGaps.noLines);
		expect(text).toContain(en.settings.walletGaps.noLinesNotKnown);
		expect(shows(finding, "fr")).toContain("|Non rapproché|inconnu|");
	});

	test("hides no line that nobody here sent", () => {
		const line = { id: "1", amount: "700.00", fee: "0.00", at };
		expect(shows({ ...notKnown, lines: [line] }, "en")).toContain("|−700| XOF|");
	});
});
