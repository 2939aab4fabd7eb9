"use client";
import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import type { PaymentSummary } from "#lib/contracts/payment.ts";

/** Shows "1 of 2 approvals" when the rules require two people. */
export function ApprovalCount({ payment: { approval } }: { payment: Pick<PaymentSummary, "approval"> }) {
	const t = useTranslations("payouts");
	if (!approval?.needed || approval.needed < 2) return null;
	const count = { given: approval.given.length, needed: approval.needed };
	return (
		<Badge tone={count.given > 0 ? "accent" : "neutral"} icon="users">
			{t("approvalsOf", count)}
		</Badge>
	);
}
