import { useTranslations } from "next-intl";
import type { StatusMeaning } from "#lib/payments/status-meaning.ts";

interface ServiceStatusProps {
	status: string;
	meaning: StatusMeaning | null;
}

/** The service's own word, verbatim: in our words its `success` would say "paid" where the desk does not know it yet. */
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
