"use client";
import { useTranslations } from "next-intl";
import { FaultText } from "#components/payments/fault-text.tsx";
import { WaitText } from "#components/payments/wait-text.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { Time } from "#components/ui/time.tsx";
import type { PaymentSummary } from "#lib/contracts/payment.ts";

/** An approved payout waits for the service: nothing has left, nobody need do anything, and until when that is so. */
export function WaitNotice({ payment: { waits, expiresAt } }: { payment: PaymentSummary }) {
	const t = useTranslations("payouts.notice.approvedWaits");
	return (
		<Notice tone="warning" title={t("title")} className="mb-6">
			<span aria-live="polite">
				<WaitText waits={waits} className="block first-letter:uppercase" />
				{waits?.fault ? (
					<span className="block break-words text-ink-2">
						<FaultText fault={waits.fault} />
					</span>
				) : null}
				<span className="mt-1 block">
					{t.rich(expiresAt ? "body" : "bodyForever", {
						at: () => <Time at={expiresAt ?? ""} as="momentShort" className="num" />,
					})}
				</span>
			</span>
		</Notice>
	);
}
