"use client";
import { useTranslations } from "next-intl";
import { knownFailureReason } from "#lib/payments/failure-reasons.ts";

/** The failure reason as one would tell a customer; an unknown word of the service is quoted. */
export function FailureReasonText({ status }: { status: string }) {
	const t = useTranslations("reasons");
	const reason = knownFailureReason(status);
	if (reason === null) return <span className="wrap-anywhere">{t("quoted", { word: status })}</span>;
	return t(reason);
}
