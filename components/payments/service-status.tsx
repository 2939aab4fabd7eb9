"use client";
import { useTranslations } from "next-intl";
import type { StatusMeaning } from "#lib/status-meaning.ts";

/** The service's own word, escaped by React, with what it means here; never more than an admin has said of it. */
export function ServiceStatus({ status, meaning }: { status: string; meaning: StatusMeaning | null }) {
	const t = useTranslations("payments");
	const mark = meaning === "failed" ? t("finalFailure") : meaning === "unrecognised" ? t("notRecognised") : null;
	return (
		<span title={meaning === "unrecognised" ? t("serviceWordWhy") : undefined}>
			<span className="code">{status}</span>
			{mark ? <span className="text-ink-2"> {mark}</span> : null}
		</span>
	);
}
