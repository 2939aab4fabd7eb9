"use client";
import { useLocale, useTranslations } from "next-intl";
import { MarkBox } from "#components/payments/marked/mark-box.tsx";
import { subscriberNumber } from "#components/payments/payment-number.ts";
import type { Marks } from "#components/payments/use-marks.ts";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { PaymentSummary } from "#lib/contracts/payment.ts";
import { maskPhone } from "#lib/phone.ts";

interface RowMarkProps {
	payment: PaymentSummary;
	marks: Marks<PaymentSummary>;
}

/** The box before a row's first cell, to add it up and to answer it; none on phones, where approvals have theirs. */
export function RowMark({ payment, marks }: RowMarkProps) {
	const t = useTranslations("payments");
	const amount = moneyText(payment.amount, payment.currency, useLocale());
	return (
		<span className="absolute top-1/2 left-0 z-1 flex -translate-y-1/2 max-sm:hidden">
			<MarkBox
				label={t(`mark.${payment.kind}`, { amount, number: maskPhone(subscriberNumber(payment)) })}
				checked={marks.has(payment)}
				onChange={(isMarked) => marks.mark([payment], isMarked)}
			/>
		</span>
	);
}
