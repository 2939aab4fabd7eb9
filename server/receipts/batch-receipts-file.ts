import { paperTexts } from "#lib/papers/paper-texts.ts";
import { moneyMoved } from "#lib/payment-state.ts";
import { requirePermission } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { exportDay } from "#server/exports/export-file.ts";
import type { Block } from "#server/papers/paper.ts";
import { selectPayments } from "#server/payment-records/payment-summary.ts";
import { batchCover } from "#server/receipts/batch-cover.ts";
import { issueReceipts, type ReceiptLanguage } from "#server/receipts/read-receipt.ts";
import { type PdfFile, pdfFile, receiptBlocks } from "#server/receipts/receipt-pages.ts";

const AT_ONCE = 100;

/**
 * Draws a page that lists and adds up the rows that moved money or may have, then the receipts of these rows, in the order of the
 * batch. Throws forbidden, not_found without such a row.
 */
export async function batchReceiptsFile(
	context: Context,
	{ id }: { id: string },
	language: ReceiptLanguage,
): Promise<PdfFile> {
	requirePermission(context, "payment.read");
	// All pages use one reading of the payments, so the list and the receipts cannot contradict each other.
	const payments = await selectPayments(context.database)
		.innerJoin("batch", "batch.id", "payment.batch_id")
		.select("batch.name as batch_name")
		.where("payment.batch_id", "=", id)
		.orderBy("payment.batch_row")
		.execute();
	const rows = payments.filter(({ state }) => moneyMoved(state) !== "no");
	const [first] = rows;
	const { locale, labelsIn } = language;
	if (!first) throw new AppError("not_found", "no row of this batch moved money");
	async function* blocks(): AsyncGenerator<Block[]> {
		yield* batchCover(context, { name: first?.batch_name ?? "", rows }, language);
		for (let from = 0; from < rows.length; from += AT_ONCE)
			for (const receipt of await issueReceipts(context, rows.slice(from, from + AT_ONCE), language))
				yield [{ kind: "page" }, ...receiptBlocks(context, receipt, language)];
	}
	return pdfFile(
		context,
		`receipts-${exportDay(context)}`,
		{
			title: paperTexts(locale, labelsIn(locale))("receipt.batchOf", { name: first.batch_name }),
			blocks: blocks(),
			isNumbered: true,
		},
		language,
	);
}
