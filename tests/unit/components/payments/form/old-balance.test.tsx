import type { ComponentProps } from "react";
import { expect, test } from "vitest";
import { PayoutSummary } from "#components/payments/form/payout-summary.tsx";
import { textOf } from "#tests/support/rendered.tsx";

function outlook(at: string, locale: "en" | "fr" = "en"): string {
	const balance = { at, balance: "900.00", rest: "800.00", onItsWay: { count: 0 }, waiting: { count: 0 } };
	const props = {
		preview: { balance, expectedFee: null },
		draftText: { decimal: "100.00", operator: { currency: "XOF" } },
	};
	return textOf(<PayoutSummary {...(props as unknown as ComponentProps<typeof PayoutSummary>)} />, locale);
}

test("a balance of an earlier day names its day in the payout form; one of today is only a time", () => {
	expect(outlook("2025-11-05T16:20:00Z")).toMatch(/Balance as of 5 Nov (2025 )?16:20/);
	expect(outlook("2025-11-05T16:20:00Z", "fr")).toMatch(/Solde \(lecture : 5 nov\. (2025 )?16:20\)/);
	expect(outlook(new Date().toISOString())).toMatch(/Balance as of \d\d:\d\d:\d\d/);
});
