"use client";
import { NumberMarks } from "#components/payments/number-marks.tsx";
import type { PayoutPreview } from "#lib/contracts/payment.ts";

/** Whose the typed number is, and what stands out about it. */
export function KnownNumber({ number }: { number: PayoutPreview["number"] }) {
	if (!number) return null;
	return (
		<div className="mt-3 grid gap-1.5 empty:hidden">
			{number.recipient ? <p className="font-[560]">{number.recipient.name}</p> : null}
			<NumberMarks marks={number} />
		</div>
	);
}
