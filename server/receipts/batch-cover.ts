/** Draws the first page of a batch's receipts: their sums, and a row for each receipt in order. */
import { moneyText } from "#lib/amounts/money-text.ts";
import { formatExact } from "#lib/dates.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { paperTexts } from "#lib/papers/paper-texts.ts";
import { formatPhone } from "#lib/phone.ts";
import { formatCount } from "#lib/text/counts.ts";
import type { Context } from "#server/context.ts";
import type { Block } from "#server/papers/paper.ts";
import { countedAmount, type NamedPaymentRow } from "#server/payment-records/payment-summary.ts";
import type { ReceiptLanguage } from "#server/receipts/read-receipt.ts";

// Other requests get their turn after each piece of this size.
const ROWS_AT_ONCE = 200;

/** `rows`: the payments that have a receipt, in the order of the batch. */
export function* batchCover(
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
