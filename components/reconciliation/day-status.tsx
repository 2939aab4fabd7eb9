import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import type { Stretch } from "#lib/contracts/reconciliation.ts";

const LOOKS = {
	proved: { tone: "positive", icon: "circle-check" },
	gap: { tone: "danger", icon: "triangle-alert" },
	cut: { tone: "warning", icon: "scissors" },
	no_reading: { tone: "neutral", icon: "circle-dashed" },
} as const;

export function DayStatus({ status }: { status: Stretch["status"] }) {
	const t = useTranslations("reconciliation.status");
	const { tone, icon } = LOOKS[status];
	return (
		<Badge plain tone={tone} icon={icon}>
			{t(status)}
		</Badge>
	);
}
