import type { ListedPayment, PaymentExportQuery, PaymentSummary } from "#lib/contracts/payment.ts";
import { countryName } from "#lib/countries.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import { chosenColumns, type PaymentColumn } from "#lib/lists/list-columns.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { moneyMoved, type PaymentKind } from "#lib/payment-state.ts";
import { maskPhone } from "#lib/phone.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { type ExportFile, exportFile, exportPeriod, recordExport, requireExport } from "#server/exports/export-file.ts";
import type { ExportLabels, LabelsIn } from "#server/exports/export-labels.ts";
import { keysetPages } from "#server/exports/keyset-pages.ts";
import { pickColumns } from "#server/exports/pick-columns.ts";
import type { Column } from "#server/exports/sheet.ts";
import type { NamedPaymentRow } from "#server/payment-records/payment-summary.ts";
import { countPayments, placeOfPayment, selectListed, toListed } from "#server/payments/read/list-payments.ts";

// The batches are small, so that other requests run between the lookups of approvers.
const BATCH_ROWS = 250;

export type PaymentExportInput = PaymentExportQuery & { kind: PaymentKind };

/** Exports the payments that the filter finds at the start. Throws forbidden, invalid_input (`format: too_many_rows`), step_up_needed. */
export async function exportPayments(
	context: Context,
	input: PaymentExportInput,
	labelsIn: LabelsIn,
): Promise<ExportFile> {
	requirePermission(context, "payment.read");
	const { format, locale = context.config.defaultLocale, ask, ...view } = input;
	const asOf = context.clock.now();
	const size = await requireExport(context, format, await countPayments(context, input));
	const subject = { action: "payment.exported", subjectKind: "payment", subjectId: null } as const;
	await recordExport(context, subject, { format, ask, ...view });
	const labels = labelsIn(locale);
	const { kind } = input;
	const sheet = {
		name: labels[`${kind}s`].title,
		columns: columnsIn(labels, locale, input),
		currencyOf: ({ currency }: ListedPayment) => currency,
		groupOf: ({ state }: ListedPayment) => labels.states[kind][state],
		batches: readBatches(context, input, asOf),
	};
	return exportFile(context, sheet, {
		stem: `${kind}s-${exportPeriod(context, input)}`,
		format,
		locale,
		ask,
		labels,
		...size,
	});
}

async function* readBatches(context: Context, input: PaymentExportInput, asOf: Date): AsyncGenerator<ListedPayment[]> {
	const pages = keysetPages<NamedPaymentRow>(
		(last, limit) =>
			selectListed(context, input, last ? placeOfPayment(last.id) : null)
				.where("payment.created_at", "<=", asOf)
				.limit(limit)
				.execute(),
		BATCH_ROWS,
	);
	for await (const rows of pages) yield await toListed(context, rows);
}

function columnsIn(
	labels: ExportLabels,
	locale: Locale,
	{ kind, columns }: PaymentExportInput,
): Column<ListedPayment>[] {
	const { exports, payments, states } = labels;
	const { heads } = exports;
	const { fact } = payments;
	const isDeposit = kind === "deposit";
	const all = {
		at: { head: heads.at, kind: "time", width: 20, of: ({ createdAt }) => createdAt },
		state: { head: heads.state, kind: "text", width: 24, of: ({ state }) => states[kind][state] },
		amount: { head: heads.amount, kind: "money", width: 16, of: signedAmount },
		paid: { head: heads.paid, kind: "money", width: 16, of: paid },
		fee: { head: heads.fee, kind: "money", width: 14, of: ({ fee }) => fee && toDecimal(-minorOf(fee)) },
		currency: { head: heads.currency, kind: "currency", width: 10, of: ({ currency }) => currency },
		name: { head: fact.name, kind: "text", width: 26, of: ({ name }) => name },
		number: { head: isDeposit ? fact.phoneNumber : fact.destination, kind: "phone", width: 22, of: numberOf },
		operator: { head: fact.operator, kind: "text", width: 18, of: ({ operatorName }) => operatorName },
		country: { head: fact.country, kind: "text", width: 16, of: ({ country }) => countryName(country, locale) },
		purpose: { head: isDeposit ? fact.note : fact.purpose, kind: "text", width: 32, of: ({ note }) => note },
		reference: { head: fact.reference, kind: "text", width: 28, of: ({ reference }) => reference },
		maker: {
			head: isDeposit ? fact.started : fact.asked,
			kind: "text",
			width: 20,
			of: ({ maker }) => maker?.name ?? null,
		},
		approver: {
			head: fact.approved,
			kind: "text",
			width: 24,
			of: ({ approval, approver }) => approval?.given.map(({ name }) => name).join(", ") || approver?.name || null,
		},
		sent: { head: fact.sent, kind: "time", width: 20, of: ({ sentAt }) => sentAt },
		processed: { head: fact.processed, kind: "time", width: 20, of: ({ processedAt }) => processedAt },
		status: { head: fact.serviceStatus, kind: "text", width: 18, of: ({ serviceStatus }) => serviceStatus },
		id: { head: fact.id, kind: "text", width: 30, of: ({ id }) => id },
	} satisfies Record<string, Column<ListedPayment>>;
	const { approver, ...others } = all;
	const offered: Record<string, Column<ListedPayment>> = isDeposit ? others : all;
	return pickColumns(offered, OF_SHOWN, chosenColumns(`${kind}s`, columns?.split(",")));
}

/** Maps each column of the screen to columns of the file. */
const OF_SHOWN: Record<PaymentColumn, readonly string[]> = {
	when: ["at"],
	state: ["state"],
	person: ["name", "number"],
	operator: ["operator", "country"],
	reference: ["reference"],
	purpose: ["purpose"],
	maker: ["maker"],
	fee: ["fee"],
	amount: ["amount", "paid"],
	approver: ["approver"],
	sent: ["sent"],
	processed: ["processed"],
	status: ["status"],
	id: ["id"],
};

function paid(line: ListedPayment): string | null {
	return moneyMoved(line.state) === "yes" ? signedAmount({ ...line, amount: line.paidAmount ?? line.amount }) : null;
}

/** Payouts are negative, so that deposits and payouts add up when a reader puts both files together. */
function signedAmount({ kind, amount }: PaymentSummary): string {
	const minor = minorOf(amount);
	return toDecimal(kind === "payout" ? -minor : minor);
}

function numberOf({ phoneNumber, destination }: PaymentSummary): string | null {
	const number = phoneNumber ?? destination;
	return number === null ? null : maskPhone(number);
}
