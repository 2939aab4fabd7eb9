"use client";
import { useTranslations } from "next-intl";
import { knownReason } from "#lib/failure-reasons.ts";

/** Why it was not paid, as one would say it to a customer, the service's own word beside it; a word that nobody knows is quoted. */
export function ReasonText({ status: word }: { status: string }) {
	const t = useTranslations("reasons");
	const reason = knownReason(word);
	if (reason === null) return <span className="wrap-anywhere">{t("quoted", { word })}</span>;
	return (
		<>
			{t(reason)} <bdi className="code wrap-anywhere">{word}</bdi>
		</>
	);
}
