"use client";
import { useTranslations } from "next-intl";
import { FailureReasonText } from "#components/payments/failure-reason-text.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import type { Payment } from "#lib/contracts/payment.ts";
import { isFinal } from "#lib/payment-state.ts";

/** A status that nobody has defined yet: shown unchanged, without any effect. */
export function UnrecognisedNotice({ payment }: { payment: Payment }) {
	const t = useTranslations("payments");
	const { serviceStatus: status, failureReason: reason } = payment;
	if (!status || payment.statusMeaning !== "unrecognised" || isFinal(payment.state)) return null;
	return (
		<Notice
			tone="warning"
			className="mb-6"
			title={
				<>
					<span className="code break-words">{status}</span> {t("notRecognised")}.
				</>
			}
		>
			{t("serviceWordWhy")}
			{reason ? (
				<span className="mt-1 block">
					<FailureReasonText status={reason} />
				</span>
			) : null}
		</Notice>
	);
}
