"use client";
import { useTranslations } from "next-intl";

/** The specification shows these two; any other is shown as it came. */
const RECOGNISED = ["pending", "success"];

export function isRecognised(status: string): boolean {
	return RECOGNISED.includes(status);
}

/** The service's own word, escaped by React, never mapped to success or failure. */
export function ServiceStatus({ status, isExplained = false }: { status: string; isExplained?: boolean }) {
	const t = useTranslations("payments");
	// An admin has listed it: then its meaning is known here.
	const known = isExplained || isRecognised(status);
	return (
		<span title={known ? undefined : t("serviceWordWhy")}>
			<span className="code">{status}</span>
			{known ? null : <span className="text-ink-2"> {t("notRecognised")}</span>}
		</span>
	);
}
