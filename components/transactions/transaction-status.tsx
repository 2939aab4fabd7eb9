import { Check, CircleQuestionMark, Hourglass } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";

interface TransactionStatusProps {
	status: string;
	/** Without its ground. */
	plain?: boolean;
}

/** The service's word in ours where the exact word is known; as it came, and marked, where not. */
export function TransactionStatus({ status, plain = false }: TransactionStatusProps) {
	const t = useTranslations("transactions");
	if (status === "success") {
		return (
			<Badge plain={plain} tone="positive" icon={Check}>
				{t("statuses.success")}
			</Badge>
		);
	}
	if (status === "pending") {
		return (
			<Badge plain={plain} tone="warning" icon={Hourglass}>
				{t("statuses.pending")}
			</Badge>
		);
	}
	return (
		<Badge plain={plain} tone="neutral" icon={CircleQuestionMark} className="max-w-full whitespace-normal!">
			<bdi className="break-all">{status}</bdi> ({t("notRecognised")})
		</Badge>
	);
}
