import { useTranslations } from "next-intl";
import type { StatusMeaning } from "#lib/payments/status-meaning.ts";

interface ServiceStatusProps {
	status: string;
	meaning: StatusMeaning | null;
}

/** The service's status, verbatim: translated, `success` would read "paid" before the desk has confirmed the payment. */
export function ServiceStatus({ status, meaning }: ServiceStatusProps) {
	const t = useTranslations("payments");
	const mark = meaning === "failed" ? t("finalFailure") : meaning === "unrecognised" ? t("notRecognised") : null;
	return (
		<span title={meaning === "unrecognised" ? t("serviceWordWhy") : undefined}>
			<span className="code">{status}</span>
			{mark ? <span className="text-ink-2"> {mark}</span> : null}
		</span>
	);
}
