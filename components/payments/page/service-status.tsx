import { useTranslations } from "next-intl";
import type { PaymentKind } from "#lib/payment-state.ts";
import type { StatusMeaning } from "#lib/payments/status-meaning.ts";

interface ServiceStatusProps {
	kind: PaymentKind;
	status: string;
	meaning: StatusMeaning | null;
}

/** The specification's two statuses in words; any other as the service says it, with no more meaning than an admin has defined. */
export function ServiceStatus({ kind, status, meaning }: ServiceStatusProps) {
	const t = useTranslations("payments");
	const states = useTranslations(`states.${kind}`);
	if (meaning === "success" || meaning === "pending") return states(meaning === "success" ? "succeeded" : "pending");
	const mark = meaning === "failed" ? t("finalFailure") : meaning === "unrecognised" ? t("notRecognised") : null;
	return (
		<span title={meaning === "unrecognised" ? t("serviceWordWhy") : undefined}>
			<span className="code">{status}</span>
			{mark ? <span className="text-ink-2"> {mark}</span> : null}
		</span>
	);
}
