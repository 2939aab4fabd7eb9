"use client";
import { useTranslations } from "next-intl";
import type { ServiceFault } from "#lib/contracts/service-fault.ts";
import { causeMessage } from "#lib/failure-causes.ts";
import { knownFailureReason } from "#lib/payments/failure-reasons.ts";

/** Shows the service's own text; without one, our cause in the member's language. */
export function FaultText({ fault: { cause, words } }: { fault: ServiceFault }) {
	const t = useTranslations("causes");
	if (words !== null) return t("quoted", { words });
	if (cause === null) return null;
	const { key, status } = causeMessage(cause);
	return t(key, { status });
}

/** Shows the failure reason in words for a customer; a word of the service that we do not know is quoted. */
export function FailureReasonText({ status }: { status: string }) {
	const t = useTranslations("reasons");
	const reason = knownFailureReason(status);
	if (reason === null) return <span className="wrap-anywhere">{t("quoted", { word: status })}</span>;
	return t(reason);
}
