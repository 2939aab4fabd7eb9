import { expect, test } from "vitest";
import { PayCard } from "#components/payments/payer/pay-card.tsx";
import type { Payment } from "#lib/contracts/payment.ts";
import { textOf } from "#tests/support/rendered.tsx";

test.each(["payment_url", "otp", "push_ussd"])("a QR code without a link is shown to the payer (%s)", (flow) => {
	const facts = {
		flow,
		amount: "5000.00",
		currency: "XOF",
		operatorName: "MTN",
		state: "pending",
		payerDeadline: null,
	};
	const shown = (links: Pick<Payment, "paymentUrl" | "qrCode">, qr: string | null) =>
		textOf(<PayCard payment={{ ...facts, ...links } as unknown as Payment} dialCode="*133#" qr={qr} />, "en");
	expect(shown({ paymentUrl: null, qrCode: "000201" }, "drawn code")).toBe("drawn code");
	expect(shown({ paymentUrl: "https://pay.example", qrCode: null }, "drawn code")).toContain("pay.example");
	expect(shown({ paymentUrl: null, qrCode: null }, null)).not.toContain("drawn code");
});
