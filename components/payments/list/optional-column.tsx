"use client";
import type { ReactNode } from "react";
import { Time } from "#components/ui/time.tsx";
import type { ListedPayment } from "#lib/contracts/payment.ts";
import type { PaymentColumn } from "#lib/lists/list-columns.ts";

interface OptionalColumnProps {
	column: PaymentColumn;
	payment: ListedPayment;
}

export default function OptionalColumn({ column, payment }: OptionalColumnProps): ReactNode {
	const { approval, approver, sentAt, processedAt } = payment;
	const time = (at: string | null) => (at === null ? null : <Time at={at} as="momentShort" className="num" />);
	switch (column) {
		case "approver":
			return approval?.given.map(({ name }) => name).join(", ") || approver?.name;
		case "sent":
			return time(sentAt);
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
