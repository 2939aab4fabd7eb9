import { Check, CircleQuestionMark, CircleX, Hourglass } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import type { StatusMeaning } from "#lib/status-meaning.ts";

interface TransactionStatusProps {
	status: string;
	meaning: StatusMeaning;
	/** Of a history: why it failed, in words; its own word stands beside them. */
	why?: string | null;
	/** Without its ground. */
	plain?: boolean;
}

const LOOK = {
	success: { tone: "positive", icon: Check },
	pending: { tone: "warning", icon: Hourglass },
	failed: { tone: "danger", icon: CircleX },
} as const;

/** The service's word in ours where its meaning is known; as it came, and marked, where not. */
export function TransactionStatus({ status, meaning, why = null, plain = false }: TransactionStatusProps) {
	const t = useTranslations("transactions");
	if (meaning === "unrecognised") {
		return (
			<Badge plain={plain} tone="neutral" icon={CircleQuestionMark} className="max-w-full whitespace-normal!">
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
