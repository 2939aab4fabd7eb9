import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import type { StatusMeaning } from "#lib/payments/status-meaning.ts";

interface TransactionStatusProps {
	status: string;
	meaning: StatusMeaning;
	/** The failure reason from the history, as our text with the service's own word. */
	why?: string | null;
	plain?: boolean;
}

const LOOK = {
	success: { tone: "positive", icon: "check" },
	pending: { tone: "warning", icon: "hourglass" },
	failed: { tone: "danger", icon: "circle-x" },
} as const;

/** The service's status as our text if its meaning is known; otherwise unchanged and marked. */
export function TransactionStatus({ status, meaning, why = null, plain = false }: TransactionStatusProps) {
	const t = useTranslations("transactions");
	if (meaning === "unrecognised") {
		return (
			<Badge plain={plain} tone="neutral" icon="circle-question-mark" className="max-w-full whitespace-normal!">
				{why ? `${why} · ` : null}
				<bdi className="break-all">{status}</bdi> {why ? null : `(${t("notRecognised")})`}
			</Badge>
		);
	}
	return (
		<Badge plain={plain} {...LOOK[meaning]} className="max-w-full whitespace-normal!">
			{t(`statuses.${meaning}`)}
			{meaning === "failed" ? <bdi className="break-all">({status})</bdi> : null}
		</Badge>
	);
}
