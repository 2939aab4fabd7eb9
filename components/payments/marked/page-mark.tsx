"use client";
import { useTranslations } from "next-intl";
import { MarkBox } from "#components/payments/marked/mark-box.tsx";
import type { Marks } from "#components/payments/use-marks.ts";
import type { PaymentSummary } from "#lib/contracts/payment.ts";

/** Marks every row of the page; answers then apply to those that they fit. */
export function PageMark({ payments, marks }: { payments: readonly PaymentSummary[]; marks: Marks }) {
	const t = useTranslations("payments");
	return (
		<MarkBox
			label={t("markPage")}
			checked={payments.every(marks.has)}
			onChange={(isMarked) => marks.mark(payments, isMarked)}
			className="mr-0.5 align-middle max-sm:hidden"
		/>
	);
}
