"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Time } from "#components/ui/time.tsx";
import type { ListedPayment } from "#lib/contracts/payment.ts";
import type { PaymentColumn, RarePaymentColumn } from "#lib/lists/list-columns.ts";

interface RareColumnProps {
	column: PaymentColumn;
	/** Absent at the column's head. */
	payment?: ListedPayment;
}

/** A column that is hidden by default; its code loads when a member chooses it. */
export default function RareColumn({ column, payment }: RareColumnProps): ReactNode {
	return payment ? contentOf(column, payment) : <Label column={column} />;
}

function Label({ column }: RareColumnProps) {
	const labels: Partial<Record<PaymentColumn, string>> = useRareLabels();
	return labels[column];
}

function contentOf(column: PaymentColumn, payment: ListedPayment): ReactNode {
	const { approval, approver, state, sentAt, processedAt } = payment;
	const time = (at: string | null) => (at === null ? null : <Time at={at} as="momentShort" className="num" />);
	switch (column) {
		case "approver":
			return approval?.given.map(({ name }) => name).join(", ") || approver?.name;
		case "sent":
			return time(state === "not_sent" ? null : sentAt);
		case "processed":
			return time(processedAt);
		case "status":
			return payment.serviceStatus;
		case "id":
			return <span className="code">{payment.id}</span>;
		default:
			return null;
	}
}

/** Names of the columns that are hidden by default. */
export function useRareLabels(): Record<RarePaymentColumn, string> {
	const t = useTranslations("payments.fact");
	return {
		approver: t("approved"),
		sent: t("sent"),
		processed: t("processed"),
		status: t("serviceStatus"),
		id: t("id"),
	};
}
