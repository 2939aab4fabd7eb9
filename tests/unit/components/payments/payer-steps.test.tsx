import { expect, test } from "vitest";
import { PayerSteps } from "#components/payments/page/deposit-view.tsx";
import type { Payment } from "#lib/contracts/payment.ts";
import { textOf } from "#tests/support/rendered.tsx";

function steps(locale: "en" | "fr"): string {
	const at = "2026-03-09T09:00:00.000Z";
	const payment = { flow: "push_ussd", amount: "5000.00", currency: "XOF", operatorName: "MTN", state: "pending" };
	const times = { lastCheckedAt: null, nextCheckAt: null, checkFault: null, createdAt: at, sentAt: at };
	const shown = { ...payment, ...times } as unknown as Payment;
	return textOf(<PayerSteps payment={shown} dialCode="*133#" />, locale);
}

test("a payer who sees no prompt is told what to dial", () => {
	expect(steps("en")).toContain("They dial *133# and open");
	expect(steps("fr")).toContain("Il compose *133# et ouvre");
});
