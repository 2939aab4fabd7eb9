/** What a payer needs: links that were checked, and until when the request is open at the operator. */
import type { PaymentKind } from "#lib/payment-state.ts";
import { checkQrCode, safePaymentUrl } from "#server/momo/payer-links.ts";
import type { WireDeposit, WirePayout } from "#server/momo/wire.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** Links of a deposit's answer as they may be kept and shown; what did not pass the check is null. */
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

/** A deposit's: `sent_at` and the minutes of its operator. Null for payouts. */
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
