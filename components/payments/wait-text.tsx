"use client";
import { useTranslations } from "next-intl";
import { Money } from "#components/ui/money.tsx";
import { Time } from "#components/ui/time.tsx";
import type { PaymentSummary } from "#lib/contracts/payment.ts";

/** Explains why an approved payout waits: "the service has not answered since 10:42". The page must load the texts `payouts`. */
export function WaitText({
	payment: { waits, currency },
	brief = false,
	className,
}: {
	payment: Pick<PaymentSummary, "waits" | "currency">;
	/** True in a narrow column. */
	brief?: boolean;
	className?: string;
}) {
	const t = useTranslations("payouts.waits");
	if (!waits) return null;
	const low = brief ? "balance_low_brief" : waits.missing === null ? "balance_low_now" : "balance_low";
	return (
		<span className={className}>
			{t.rich(waits.kind === "balance_low" ? low : waits.kind, {
				currency,
				at: () => <Time at={waits.since} as="asOf" className="num" />,
				missing: () => <Money amount={waits.missing ?? "0.00"} currency={currency} />,
				until: () => <Time at={waits.until ?? waits.since} as="momentShort" className="num in-sentence" />,
			})}
		</span>
	);
}
