import { moneyText } from "#lib/amounts/money-text.ts";
import { formatExact } from "#lib/dates.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { paperTexts } from "#lib/papers/paper-texts.ts";
import { moneyMoved } from "#lib/payment-state.ts";
import { formatPhone } from "#lib/phone.ts";
import { formatCount } from "#lib/text/counts.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { fileStem } from "#server/exports/export-file.ts";
import type { Block } from "#server/papers/paper.ts";
import { countedAmount, type NamedPaymentRow, selectPayments } from "#server/payment-records/payment-summary.ts";
import { issueReceipts, type ReceiptLanguage } from "#server/receipts/read-receipt.ts";
import { type PdfFile, pdfFile, receiptBlocks } from "#server/receipts/receipt-file.ts";

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

// Other requests get their turn after each piece of this size.
const ROWS_AT_ONCE = 200;

/** Draws the first page: the sums, and a row for each receipt in order. `rows`: the payments that have a receipt. */
function* batchCover(
	{ config, clock }: Context,
	{ name, rows }: { name: string; rows: readonly NamedPaymentRow[] },
	{ locale, labelsIn }: ReceiptLanguage,
): Generator<Block[]> {
	const t = paperTexts(locale, labelsIn(locale));
	const stateOf = ({ state }: NamedPaymentRow) => t(`states.payout.${state}`);
	const sumOf = (some: readonly NamedPaymentRow[], currency: string) =>
		moneyText(toDecimal(some.reduce((sum, row) => sum + minorOf(countedAmount(row)), 0n)), currency, locale);
	const groups = Map.groupBy(rows, (row) => `${stateOf(row)} ${row.currency}`);
	const sums = [...groups.values()].flatMap((some) => {
		const [row] = some;
		return row ? [[stateOf(row), `${formatCount(some.length, locale)} · ${sumOf(some, row.currency)}`] as const] : [];
	});
	const now = formatExact(clock.now(), { locale, timeZone: config.timeZone });
	yield [
		{ kind: "head", business: config.businessName, title: t("receipt.batch") },
		...(config.isSandbox ? [{ kind: "notice", text: t("shell.sandbox"), tone: "warning" } as const] : []),
		{
			kind: "facts",
			facts: [[t("receipt.batchName"), name], [t("receipt.count"), formatCount(rows.length, locale)], ...sums],
		},
		{ kind: "text", text: t("receipt.printed", { time: now }) },
		{
			kind: "table",
			columns: [
				{ head: t("receipt.row"), align: "right", share: 8 },
				{ head: t("receipt.number.payout"), align: "left", share: 34 },
				{ head: t("receipt.operator"), align: "left", share: 20 },
				{ head: t("receipt.state"), align: "left", share: 18 },
				{ head: t("receipt.amount"), align: "right", share: 20 },
			],
		},
	];
	const cellsOf = (row: NamedPaymentRow) => [
		...[String(row.batch_row ?? ""), row.recipient_name ?? formatPhone(row.phone_number), row.operator_name],
		...[stateOf(row), moneyText(countedAmount(row), row.currency, locale)],
	];
	for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
		yield [{ kind: "rows", rows: rows.slice(from, from + ROWS_AT_ONCE).map(cellsOf) }];
}
