import { formatExact } from "#lib/dates.ts";
import { paperTexts } from "#lib/papers/paper-texts.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import type { Context } from "#server/context.ts";
import { checkBlock } from "#server/papers/check-block.ts";
import type { Block, Paper } from "#server/papers/paper.ts";
import { renderPaper } from "#server/papers/render-paper.ts";
import { type Receipt, type ReceiptLanguage, readReceipt } from "#server/receipts/read-receipt.ts";

export interface PdfFile {
	fileName: string;
	contentType: "application/pdf";
	chunks: AsyncGenerator<Uint8Array>;
}

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

/** `stem`: the file name without extension. `isNumbered`: the foot of each page shows the title and "Page 2 of 7". */
export function pdfFile(
	context: Context,
	stem: string,
	{ title, blocks, isNumbered = false }: { title: string; blocks: Paper["blocks"] | Block[][]; isNumbered?: boolean },
	{ locale, labelsIn }: ReceiptLanguage,
): PdfFile {
	const { businessName: author } = context.config;
	const { page, of } = labelsIn(locale).papers;
	const at = context.clock.now().toISOString();
	const foot = isNumbered ? `${author} · ${title}` : author;
	const frame = { locale, title, author, at, foot, page: isNumbered ? { page, of } : null };
	async function* given() {
		yield* blocks;
	}
	return { fileName: `${stem}.pdf`, contentType: "application/pdf", chunks: renderPaper({ frame, blocks: given() }) };
}

export function receiptBlocks(
	{ config, clock }: Context,
	receipt: Receipt,
	{ locale, labelsIn }: ReceiptLanguage,
): Block[] {
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
