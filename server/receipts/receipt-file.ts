import type { PaymentKind } from "#lib/payment-state.ts";
import type { Context } from "#server/context.ts";
import { type ReceiptLanguage, readReceipt } from "#server/receipts/read-receipt.ts";
import { type PdfFile, pdfFile, receiptBlocks } from "#server/receipts/receipt-pages.ts";

/** Draws a payment's receipt as PDF. Throws forbidden; not_found also for a payment that moved no money. */
export async function receiptFile(
	context: Context,
	payment: { kind: PaymentKind; id: string },
	language: ReceiptLanguage,
): Promise<PdfFile> {
	const receipt = await readReceipt(context, payment, language);
	const blocks = [receiptBlocks(context, receipt, language)];
	return pdfFile(context, `receipt-${payment.id}`, { title: `${receipt.title} ${payment.id}`, blocks }, language);
}
