import { CircleCheck, CircleDashed, Scissors, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import type { Stretch } from "#lib/contracts/reconciliation.ts";

const LOOKS = {
	proved: { tone: "positive", icon: CircleCheck },
	gap: { tone: "danger", icon: TriangleAlert },
	cut: { tone: "warning", icon: Scissors },
	no_look: { tone: "neutral", icon: CircleDashed },
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
