import { expect, test } from "vitest";
import type { PaymentSummary } from "#lib/contracts/payment.ts";
import { LOCALES } from "#lib/i18n/choose-locale.ts";
import { paperTexts } from "#lib/papers/paper-texts.ts";
import { receiptContent } from "#lib/receipts/receipt-content.ts";
import { exportLabels } from "#tests/support/files/export-labels.ts";

test.each(LOCALES)(
	"a receipt's times on both sides of a clock change are of one city, without an offset (%s)",
	(locale) => {
		const payment: Partial<PaymentSummary> = {
			...{ id: "01JB", kind: "deposit", state: "succeeded", amount: "1500.00", currency: "XOF" },
			...{ operatorName: "Wave", country: "CI", phoneNumber: "+2250701020304", reference: "TX-1" },
			...{ createdAt: "2026-10-24T21:50:00Z", processedAt: "2026-10-25T02:10:00Z" },
		};
		const place = { timeZone: "Europe/Paris", businessName: "Awa", isSandbox: false };
		const texts = paperTexts(locale, exportLabels(locale));
		const { facts, zone } = receiptContent(payment as PaymentSummary, null, { ...place, locale, texts });
		const times = facts.flatMap(([, fact]) => /\d\d:\d\d:\d\d/.exec(fact) ?? []);
		expect(times).toEqual(["23:50:00", "03:10:00"]);
		expect(zone).toContain("Paris");
		expect(zone).not.toMatch(/GMT|\d/);
	},
);
