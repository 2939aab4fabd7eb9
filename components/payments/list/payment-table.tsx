"use client";
import { useTranslations } from "next-intl";
import { moveByArrows } from "#components/payments/list/move-by-arrows.ts";
import { PaymentRow } from "#components/payments/list/payment-row.tsx";
import { PageMark } from "#components/payments/marked/page-mark.tsx";
import type { Marks } from "#components/payments/use-marks.ts";
import { BodyCell, HeadCell, Table } from "#components/ui/table/table.tsx";
import type { ListedPayment, PaymentSummary } from "#lib/contracts/payment.ts";
import type { PaymentKind } from "#lib/payment-state.ts";

interface PaymentTableProps {
	kind: PaymentKind;
	items: readonly ListedPayment[];
	/** Across all pages. */
	total: number;
	marks: Marks<PaymentSummary>;
}

export function PaymentTable({ kind, items, total, marks }: PaymentTableProps) {
	const t = useTranslations("payments.column");
	const fact = useTranslations("payments.fact");
	const noun = useTranslations(kind === "deposit" ? "deposits" : "payouts");
	const note = kind === "deposit" ? fact("note") : fact("purpose");
	return (
		<Table caption={noun("caption")} className="max-sm:table-fixed">
			<thead>
				<tr>
					<HeadCell className="w-[32%] sm:w-38">
						<PageMark rows={items} marks={marks} />
						{t("when")}
					</HeadCell>
					<HeadCell className="w-[37%] sm:w-42 @min-[60rem]/list:w-48">{t("state")}</HeadCell>
					<HeadCell wide className="w-34 @min-[60rem]/list:w-38 @min-[72rem]/list:w-44">
						{kind === "deposit" ? t("payer") : t("recipient")}
					</HeadCell>
					<HeadCell wide className="w-30 @max-[45rem]/list:hidden @min-[60rem]/list:w-32">
						{t("operator")}
					</HeadCell>
					<HeadCell wide className="w-52 @max-[60rem]/list:hidden @min-[72rem]/list:w-46">
						<span className="@min-[72rem]/list:hidden">{`${note} · `}</span>
						{t("reference")}
					</HeadCell>
					<HeadCell wide className="@max-[72rem]/list:hidden">
						{note}
					</HeadCell>
					<HeadCell wide className="w-32 @max-[72rem]/list:hidden">
						{kind === "deposit" ? fact("started") : fact("asked")}
					</HeadCell>
					<HeadCell numeric wide className="w-20 @max-[72rem]/list:hidden">
						{t("fee")}
					</HeadCell>
					<HeadCell numeric className="w-[31%] sm:w-36">
						{t("amount")}
					</HeadCell>
				</tr>
			</thead>
			<tbody onKeyDown={moveByArrows}>
				{items.map((payment) => (
					<PaymentRow key={payment.id} payment={payment} marks={marks} />
				))}
			</tbody>
			<tfoot>
				<tr>
					<BodyCell colSpan={9}>{noun("found", { count: total })}</BodyCell>
				</tr>
			</tfoot>
		</Table>
	);
}
