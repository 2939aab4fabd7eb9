"use client";
import { useTranslations } from "next-intl";
import { useNow } from "#components/payments/use-now.ts";
import { Notice } from "#components/ui/page/notice.tsx";
import type { Payment } from "#lib/contracts/payment.ts";

/** Past the usual time nothing is failed: a late success is taken. */
export function WindowNotice({ payment, start }: { payment: Payment; start: string }) {
	const t = useTranslations("deposits.window");
	const shared = useTranslations("payments");
	const now = useNow(start);
	if (!payment.payerDeadline || Date.parse(payment.payerDeadline) > now) return null;
	return (
		<Notice tone="warning" title={`${shared("windowOver")}.`} className="mb-6">
			{t("over")}
		</Notice>
	);
}
