import type { PaymentKind } from "#lib/payment-state.ts";
import { checkQrCode, safePaymentUrl } from "#server/momo/payer-links.ts";
import type { WireDeposit, WirePayout } from "#server/momo/wire.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** The links of a deposit's answer; null for a link that fails the check. */
export function readPayerLinks(
	kind: PaymentKind,
	answer: WireDeposit | WirePayout,
): { paymentUrl: string | null; qrCode: string | null } {
	if (kind === "payout") return { paymentUrl: null, qrCode: null };
	const { payment_url: url, qr_code: code } = answer as WireDeposit;
	const qrCode = checkQrCode(code);
	return {
		paymentUrl: safePaymentUrl(url),
		qrCode: qrCode === null ? null : qrCode.kind === "picture" ? qrCode.dataUrl : qrCode.text,
	};
}

/** `sent_at` plus the operator's minutes. Null for payouts. */
export async function payerWindowEnd(trx: DatabaseTransaction, payment: PaymentRow): Promise<Date | null> {
	if (payment.kind === "payout") return null;
	const operator = await trx
		.selectFrom("operator")
		.select("window_minutes")
		.where("code", "=", payment.operator)
		.executeTakeFirst();
	if (!operator || payment.sent_at === null) return null;
	return new Date(payment.sent_at.getTime() + operator.window_minutes * 60_000);
}
