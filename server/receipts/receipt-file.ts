/** Receipts as PDF: of one payment, or of every row of a batch, a page each. */
import { formatExact } from "#lib/dates.ts";
import { paperTexts } from "#lib/papers/paper-texts.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { requirePermission } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { exportDay } from "#server/exports/export-file.ts";
import { checkBlock } from "#server/papers/check-block.ts";
import type { Block, Paper } from "#server/papers/paper.ts";
import { renderPaper } from "#server/papers/render-paper.ts";
import { selectPayments } from "#server/payment-records/payment-summary.ts";
import { issueReceipts, type Receipt, type ReceiptLanguage, readReceipt } from "#server/receipts/read-receipts.ts";

interface PdfFile {
	fileName: string;
	contentType: "application/pdf";
	chunks: AsyncGenerator<Uint8Array>;
}

const AT_ONCE = 100;

/** Throws forbidden; not_found also for a payment that moved no money. */
export async function receiptFile(
	context: Context,
	payment: { kind: PaymentKind; id: string },
	language: ReceiptLanguage,
): Promise<PdfFile> {
	const receipt = await readReceipt(context, payment, language);
	const blocks = [receiptBlocks(context, receipt, language)];
	return pdfFile(context, `receipt-${payment.id}`, { title: `${receipt.title} ${payment.id}`, blocks }, language);
}

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
	for (let last = 0, more = true; more; ) {
		const rows = await selectPayments(context.database)
			.where("payment.batch_id", "=", id)
			.where("payment.batch_row", ">", last)
			.orderBy("payment.batch_row")
			.limit(AT_ONCE)
			.execute();
		for (const receipt of await issueReceipts(context, rows, language)) {
			const blocks = receiptBlocks(context, receipt, language);
			yield isFirst ? blocks : [{ kind: "page" }, ...blocks];
			isFirst = false;
		}
		more = rows.length === AT_ONCE;
		last = rows.at(-1)?.batch_row ?? last;
	}
}

async function* startingWith<T>(first: T, rest: AsyncGenerator<T>): AsyncGenerator<T> {
	yield first;
	yield* rest;
}

function pdfFile(
	context: Context,
	stem: string,
	{ title, blocks }: { title: string; blocks: Paper["blocks"] | Block[][] },
	{ locale }: ReceiptLanguage,
): PdfFile {
	const { businessName: author } = context.config;
	const frame = { locale, title, author, at: context.clock.now().toISOString(), foot: author, page: null };
	async function* given() {
		yield* blocks;
	}
	return {
		fileName: `${stem}.pdf`,
		contentType: "application/pdf",
		chunks: renderPaper({ frame, blocks: given() }),
	};
}

function receiptBlocks({ config, clock }: Context, receipt: Receipt, { locale, labelsIn }: ReceiptLanguage): Block[] {
	const texts = paperTexts(locale, labelsIn(locale));
	const { business, title, sandbox, amount, words, notice, facts, zone, code } = receipt;
	const printed = texts("receipt.printed", { time: formatExact(clock.now(), { locale, timeZone: config.timeZone }) });
	return [
		{ kind: "head", business, title },
		...(sandbox ? [{ kind: "notice", text: sandbox, tone: "warning" } as const] : []),
		{ kind: "amount", amount, words },
		...(notice ? [{ kind: "notice", ...notice } as const] : []),
		{ kind: "facts", facts },
		{ kind: "text", text: `${printed} ${zone}` },
		checkBlock({ config, texts, code }),
	];
}
