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
		statusMeaning: "pending",
		payerDeadline: null,
	};
	const shown = (links: Pick<Payment, "paymentUrl" | "qrCode">, qr: string | null) =>
		textOf(<PayCard payment={{ ...facts, ...links } as unknown as Payment} dialCode="*133#" qr={qr} />, "en");
	expect(shown({ paymentUrl: null, qrCode: "000201" }, "drawn code")).toBe("drawn code");
	expect(shown({ paymentUrl: "https://pay.example", qrCode: null }, "drawn code")).toContain("pay.example");
	expect(shown({ paymentUrl: null, qrCode: null }, null)).not.toContain("drawn code");
});

test("a word that nobody knows makes no claim about the payer: no prompt, no code to dial and no time left, and a link stays", () => {
	const facts = { amount: "5000.00", currency: "XOF", operatorName: "MTN", state: "pending", qrCode: null };
	const shown = (changes: Partial<Payment>) => {
		const payment = { ...facts, payerDeadline: "2999-01-01T00:00:00.000Z", paymentUrl: null, ...changes };
		return textOf(<PayCard payment={payment as unknown as Payment} dialCode="*133#" qr="drawn code" />, "en");
	};
	for (const flow of ["ussd", "otp", "payment_url"] as const) {
		expect(shown({ flow, statusMeaning: "pending" })).toContain("Time left");
		expect(shown({ flow, statusMeaning: "unrecognised" })).toBe("");
		const linked = shown({ flow, statusMeaning: "unrecognised", paymentUrl: "https://pay.example" });
		expect(linked).toContain("pay.example");
		expect(linked).not.toContain("Time left");
	}
});

test("a deposit without a link says what is known: the service may have returned one that was refused or lost", () => {
	const facts = { flow: "payment_url", amount: "5000.00", currency: "XOF", operatorName: "Wave", payerDeadline: null };
	const payment = { ...facts, state: "pending", statusMeaning: "pending", paymentUrl: null, qrCode: null };
	const shown = (locale: "en" | "fr") =>
		textOf(<PayCard payment={payment as unknown as Payment} dialCode={null} qr={null} />, locale);
	expect(shown("en")).toMatch(/^There is no link to show\. Only a new deposit can get one/);
	expect(`${shown("en")} ${shown("fr")}`).not.toMatch(/service|phone|téléphone/);
});

test("the code that shows the prompt again names what only the payer knows", () => {
	const facts = { flow: "ussd", amount: "5000.00", currency: "XOF", operatorName: "MTN", payerDeadline: null };
	const payment = { ...facts, state: "pending", statusMeaning: "pending", paymentUrl: null, qrCode: null };
	const shown = textOf(<PayCard payment={payment as unknown as Payment} dialCode="*133*{pin}#" qr={null} />);
	expect(shown).toContain("*133*‹PIN›#");
});

test.each(["approved", "sending"])("no code to dial is shown before the service has asked for it (%s)", (state) => {
	const facts = { amount: "5000.00", currency: "XOF", operatorName: "MTN", statusMeaning: null, payerDeadline: null };
	const shown = (flow: string) => {
		const payment = { ...facts, state, flow, paymentUrl: null, qrCode: null };
		return textOf(<PayCard payment={payment as unknown as Payment} dialCode="*133#" qr={null} />, "en");
	};
	expect(shown("otp")).toBe("");
	expect(shown("ussd")).toMatch(/^The request is being sent.*will ask for their PIN\.$/);
});
