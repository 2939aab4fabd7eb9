"use client";
import { useTranslations } from "next-intl";
import { NumberMarks } from "#components/payments/number-marks.tsx";
import type { PayoutPreview } from "#lib/contracts/payment.ts";

/** Whose the typed number is, and what stands out about it. */
export function KnownNumber({ number }: { number: PayoutPreview["number"] }) {
	const t = useTranslations("payments.form");
	if (!number) return null;
	return (
		<div className="mt-3 grid gap-1.5 empty:hidden">
			{number.recipient ? (
				<p>{t.rich("inTheBook", { name: number.recipient.name, b: (name) => <b className="font-[560]">{name}</b> })}</p>
			) : null}
			<NumberMarks marks={number} />
		</div>
	);
}
