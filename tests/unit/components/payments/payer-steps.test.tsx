import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PayerSteps } from "#components/payments/payer/payer-steps.tsx";
import type { Payment } from "#lib/contracts/payment.ts";
import en from "#lib/i18n/en.json" with { type: "json" };
import fr from "#lib/i18n/fr.json" with { type: "json" };

function steps(locale: "en" | "fr"): string {
	const at = "2026-03-09T09:00:00.000Z";
	const payment = { flow: "push_ussd", amount: "5000.00", currency: "XOF", operatorName: "MTN", state: "pending" };
	const times = { lastCheckedAt: null, nextCheckAt: null, checkFault: null, createdAt: at, sentAt: at };
	const markup = renderToStaticMarkup(
		<NextIntlClientProvider locale={locale} messages={{ en, fr }[locale]} timeZone="Africa/Abidjan">
			<PayerSteps payment={{ ...payment, ...times } as unknown as Payment} dialCode="*133#" start={at} />
		</NextIntlClientProvider>,
	);
	return markup.replaceAll(/<[^>]+>/g, "").replaceAll(/[\u00a0\u202f]/g, " ");
}

test("a payer who sees no prompt is told what to dial", () => {
	expect(steps("en")).toContain("They dial *133# and open");
	expect(steps("fr")).toContain("Il compose *133# et ouvre");
});
