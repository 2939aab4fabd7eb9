"use client";
import type { ReactNode } from "react";
import { useRareLabels } from "#components/payments/list/use-rare-labels.ts";
import { AllTexts } from "#components/ui/all-texts.tsx";
import { Time } from "#components/ui/time.tsx";
import type { ListedPayment } from "#lib/contracts/payment.ts";
import type { PaymentColumn } from "#lib/lists/list-columns.ts";

export interface RareColumnProps {
	column: PaymentColumn;
	/** Absent at the column's head. */
	payment?: ListedPayment;
}

export default function RareContent({ column, payment }: RareColumnProps): ReactNode {
	if (payment) return contentOf(column, payment);
	return (
		<AllTexts>
			<Label column={column} />
		</AllTexts>
	);
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
