import { paperTexts } from "#lib/papers/paper-texts.ts";
import { moneyMoved } from "#lib/payment-state.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { fileStem } from "#server/exports/export-file.ts";
import type { Block } from "#server/papers/paper.ts";
import { selectPayments } from "#server/payment-records/payment-summary.ts";
import { batchCover } from "#server/receipts/batch-cover.ts";
import { issueReceipts, type ReceiptLanguage } from "#server/receipts/read-receipt.ts";
import { type PdfFile, pdfFile, receiptBlocks } from "#server/receipts/receipt-pages.ts";

const AT_ONCE = 100;

/**
 * Draws a page that lists and adds up the payouts of a batch that moved money or may have, then their receipts, in the batch's order.
 * Throws forbidden, not_found if the batch has no such payout.
 */
export async function batchReceiptsFile(
	context: Context,
	{ id }: { id: string },
	language: ReceiptLanguage,
): Promise<PdfFile> {
	requirePermission(context, "payment.read");
	// The payments are read once for all pages, so that the list and the receipts cannot contradict each other.
	const payments = await selectPayments(context.database)
		.innerJoin("batch", "batch.id", "payment.batch_id")
		.select("batch.name as batch_name")
		.where("payment.batch_id", "=", id)
		.where("batch.environment", "=", context.config.environment)
		.orderBy("payment.batch_row")
		.execute();
	const rows = payments.filter(({ state }) => moneyMoved(state) !== "no");
	const { locale, labelsIn } = language;
	const [first] = rows;
	if (!first) throw new AppError("not_found", "no row of this batch moved money");
	const { batch_name: name } = first;
	const cover = batchCover(context, { name, rows }, language);
	async function* blocks(): AsyncGenerator<Block[]> {
		yield* cover;
		for (let from = 0; from < rows.length; from += AT_ONCE)
			for (const receipt of await issueReceipts(context, rows.slice(from, from + AT_ONCE), language))
				yield [{ kind: "page" }, ...receiptBlocks(context, receipt, language)];
	}
	const title = paperTexts(locale, labelsIn(locale))("receipt.batchOf", { name });
	const stem = fileStem(context, "receipts", name);
	return pdfFile(context, stem, { title, blocks: blocks(), isNumbered: true }, language);
}
