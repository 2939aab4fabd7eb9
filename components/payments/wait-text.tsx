"use client";
import { useTranslations } from "next-intl";
import { Time } from "#components/ui/time.tsx";
import type { PaymentSummary } from "#lib/contracts/payment.ts";

/** "waits: the service has not answered since 10:42": why an approved payout has not left. Client use needs `payouts`. */
export function WaitText({ waits, className }: { waits: PaymentSummary["waits"]; className?: string }) {
	const t = useTranslations("payouts.waits");
	if (!waits) return null;
	return (
		<span className={className}>
			{t.rich(waits.kind, { at: () => <Time at={waits.since} as="asOf" className="num" /> })}
		</span>
	);
}
