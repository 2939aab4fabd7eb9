import { requirePermission } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { exportDay } from "#server/exports/export-file.ts";
import { keysetPages } from "#server/exports/keyset-pages.ts";
import type { Block } from "#server/papers/paper.ts";
import { type NamedPaymentRow, selectPayments } from "#server/payment-records/payment-summary.ts";
import { issueReceipts, type ReceiptLanguage } from "#server/receipts/read-receipt.ts";
import { type PdfFile, pdfFile, receiptBlocks } from "#server/receipts/receipt-pages.ts";

const AT_ONCE = 100;

/** Of every row that moved money or may have, in the order of the batch. Throws forbidden, not_found without such a row. */
export async function batchReceiptsFile(
	context: Context,
	{ id }: { id: string },
	language: ReceiptLanguage,
): Promise<PdfFile> {
	requirePermission(context, "payment.read");
	const pages = batchBlocks(context, id, language);
	const first = await pages.next();
	if (first.done) throw new AppError("not_found", "no row of this batch moved money");
	const title = language.labelsIn(language.locale).receipt.batch;
	return pdfFile(
		context,
		`receipts-${exportDay(context)}`,
		{ title, blocks: startingWith(first.value, pages) },
		language,
	);
}

async function* batchBlocks(context: Context, id: string, language: ReceiptLanguage): AsyncGenerator<Block[]> {
	let isFirst = true;
	const pages = keysetPages<NamedPaymentRow>(
		(last, limit) =>
			selectPayments(context.database)
				.where("payment.batch_id", "=", id)
				.where("payment.batch_row", ">", last?.batch_row ?? 0)
				.orderBy("payment.batch_row")
				.limit(limit)
				.execute(),
		AT_ONCE,
	);
	for await (const rows of pages)
		for (const receipt of await issueReceipts(context, rows, language)) {
			const blocks = receiptBlocks(context, receipt, language);
			yield isFirst ? blocks : [{ kind: "page" }, ...blocks];
			isFirst = false;
		}
}

async function* startingWith<T>(first: T, rest: AsyncGenerator<T>): AsyncGenerator<T> {
	yield first;
	yield* rest;
}
