import type { Locale } from "#lib/i18n/choose-locale.ts";
import type { PaperKind } from "#lib/papers/paper-kinds.ts";
import { paperTexts } from "#lib/papers/paper-texts.ts";
import { isId } from "#lib/paths.ts";
import { moneyMoved, type PaymentKind } from "#lib/payment-state.ts";
import { type ReceiptContent, receiptContent } from "#lib/receipts/receipt-content.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { LabelsIn } from "#server/exports/export-labels.ts";
import { issuePapers } from "#server/papers/issue-papers.ts";
import { type NamedPaymentRow, selectPayments, toPaymentSummary } from "#server/payment-records/payment-summary.ts";

export interface Receipt extends ReceiptContent {
	/** The code with which anybody can ask at `/verify` whether the desk issued the receipt. */
	code: string;
}

export interface ReceiptLanguage {
	locale: Locale;
	labelsIn: LabelsIn;
}

/** Issues the receipt of one payment. Throws forbidden; not_found also for a payment that moved no money. */
export async function readReceipt(
	context: Context,
	{ kind, id }: { kind: PaymentKind; id: string },
	language: ReceiptLanguage,
): Promise<Receipt> {
	requirePermission(context, "payment.read");
	const row = isId(id)
		? await selectPayments(context.database)
				.where("payment.id", "=", id)
				.where("payment.kind", "=", kind)
				.executeTakeFirst()
		: undefined;
	const moved = row && moneyMoved(row.state) !== "no" ? [row] : [];
	const [receipt] = await issueReceipts(context, moved, language);
	if (!receipt) throw new AppError("not_found", `no ${kind} with this id moved money`);
	return receipt;
}

/** Issues receipts in the order of the rows, whose payments moved money or may have. */
export async function issueReceipts(
	context: Context,
	rows: readonly NamedPaymentRow[],
	{ locale, labelsIn }: ReceiptLanguage,
): Promise<Receipt[]> {
	const { businessName, timeZone, isSandbox } = context.config;
	const settings = { locale, texts: paperTexts(locale, labelsIn(locale)), businessName, timeZone, isSandbox };
	const contents = rows.map((row) => receiptContent(toPaymentSummary(row), row.recipient_name, settings));
	const papers = rows.map(({ kind, state, id }, place) => ({
		...{ kind: paperKind({ kind, state }), subject: id, content: contents[place] },
	}));
	const codes = await issuePapers(context, papers);
	return contents.map((content, place) => ({ ...content, code: codes[place] ?? "" }));
}

/** Returns the kind that a check of the code shows; the paper of a payment that is still open is not called a receipt. */
function paperKind({ kind, state }: Pick<NamedPaymentRow, "kind" | "state">): PaperKind {
	return `${moneyMoved(state) === "maybe" ? "open" : "receipt"}.${kind}`;
}
