"use client";
import { useTranslations } from "next-intl";
import { knownFailureReason } from "#lib/failure-reasons.ts";

/** Why it was not paid, as one would say it to a customer, the service's own word beside it; a word that nobody knows is quoted. */
export function FailureReasonText({ status }: { status: string }) {
	const t = useTranslations("reasons");
	const reason = knownFailureReason(status);
	if (reason === null) return <span className="wrap-anywhere">{t("quoted", { word: status })}</span>;
	return (
		<>
			{t(reason)} <bdi className="code wrap-anywhere">{status}</bdi>
		</>
	);
}
