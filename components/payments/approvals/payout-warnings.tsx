"use client";
import { AlikeNote } from "#components/payments/alike-note.tsx";
import { DuplicateNote } from "#components/payments/duplicate-note.tsx";
import { NumberMarks } from "#components/payments/number-marks.tsx";
import type { PaymentSummary } from "#lib/contracts/payment.ts";

/** Shows what an approver should weigh before deciding. */
export function PayoutWarnings({ payment }: { payment: PaymentSummary }) {
	return (
		<>
			<NumberMarks marks={payment.marks} nameInBook={payment.nameInBook} />
			<DuplicateNote payment={payment} />
			<AlikeNote alike={payment.alike} />
		</>
	);
}
