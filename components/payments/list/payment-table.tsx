"use client";
import { useTranslations } from "next-intl";
import { PaymentRow } from "#components/payments/list/payment-row.tsx";
import { PageMark } from "#components/payments/marked/mark-box.tsx";
import type { Marks } from "#components/payments/use-marks.ts";
import { moveFocus } from "#components/ui/table/move-focus.ts";
import { HeadCell, Table } from "#components/ui/table/table.tsx";
import { useLayout } from "#components/views/use-layout.ts";
import type { ListedPayment, PaymentSummary } from "#lib/contracts/payment.ts";
import { COLUMNS, type PaymentColumn } from "#lib/lists/list-columns.ts";
import type { PaymentKind } from "#lib/payment-state.ts";

interface PaymentTableProps {
	kind: PaymentKind;
	items: readonly ListedPayment[];
	marks: Marks<PaymentSummary>;
}

/** A narrow list hides some of the usual columns. Columns that the member chose all stay, and the table scrolls. */
export function PaymentTable({ kind, items, marks }: PaymentTableProps) {
	const noun = useTranslations(kind === "deposit" ? "deposits" : "payouts");
	const labels = useColumnLabels(kind);
	const layout = useLayout(`${kind}s`);
	const isChosen = layout.columns !== null;
	const columns = layout.columns ?? USUAL;
	return (
		<div className={isChosen ? "chosen-columns" : undefined}>
			<Table caption={noun("caption")} data-density={layout.density} className="max-sm:table-fixed">
				<thead>
					<tr>
						{columns.map((column) => (
							<HeadCell
								key={column}
								numeric={column === "fee" || column === "amount"}
								className={USUAL_WIDTHS[column] ?? "max-sm:hidden"}
							>
								{column === "when" ? <PageMark rows={items} marks={marks} /> : null}
								{column === "reference" ? (
									<span data-joined className="@min-[72rem]/list:hidden">{`${labels.purpose} · `}</span>
								) : null}
								{labels[column]}
							</HeadCell>
						))}
					</tr>
				</thead>
				<tbody
					onKeyDown={(event) => moveFocus(event, [...event.currentTarget.querySelectorAll<HTMLElement>("tr a[href]")])}
				>
					{items.map((payment) => (
						<PaymentRow key={payment.id} payment={payment} marks={marks} columns={columns} />
					))}
				</tbody>
			</Table>
		</div>
	);
}

/** The usual columns in their order, each with the classes of its width. Phones show three of them. */
const USUAL_WIDTHS: Partial<Record<PaymentColumn, string>> = {
	when: "w-[35%] sm:w-38",
	state: "w-[34%] sm:w-42 @min-[72rem]/list:w-48 @min-[96rem]/list:w-64",
	person: "max-sm:hidden w-34 @min-[60rem]/list:w-44",
	operator: "max-sm:hidden w-30 @max-[45rem]/list:hidden @min-[60rem]/list:w-32",
	reference: "max-sm:hidden w-52 @max-[60rem]/list:hidden @min-[72rem]/list:w-46 @min-[96rem]/list:w-56",
	purpose: "max-sm:hidden @max-[72rem]/list:hidden",
	maker: "max-sm:hidden w-32 @max-[72rem]/list:hidden",
	fee: "max-sm:hidden w-28 @max-[72rem]/list:hidden",
	amount: "w-[31%] sm:w-36",
};
const USUAL = Object.keys(USUAL_WIDTHS) as PaymentColumn[];

const FACTS: readonly PaymentColumn[] = ["sent", "processed", "id"];

export function useColumnLabels(kind: PaymentKind): Record<PaymentColumn, string> {
	const t = useTranslations("payments");
	const isDeposit = kind === "deposit";
	const others: Partial<Record<PaymentColumn, string>> = {
		person: isDeposit ? "column.payer" : "column.recipient",
		purpose: isDeposit ? "fact.note" : "fact.purpose",
		maker: isDeposit ? "fact.started" : "fact.asked",
		approver: "fact.approved",
		status: "fact.serviceStatus",
	};
	const keyOf = (column: PaymentColumn) => others[column] ?? `${FACTS.includes(column) ? "fact" : "column"}.${column}`;
	const labels = COLUMNS.payouts.map((column) => [column, t(keyOf(column))]);
	return Object.fromEntries(labels) as Record<PaymentColumn, string>;
}
