import { useLocale, useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import type { ShownDay } from "#lib/contracts/reconciliation.ts";
import { formatCount } from "#lib/text/counts.ts";

const LOOKS = {
	proved: { tone: "positive", icon: "circle-check" },
	gap: { tone: "danger", icon: "triangle-alert" },
	decided: { tone: "neutral", icon: "users" },
	cut: { tone: "warning", icon: "scissors" },
	no_reading: { tone: "neutral", icon: "circle-dashed" },
} as const;

/** On a phone a mark may take two lines, because the figures beside it need the width. */
const NARROW = "max-sm:whitespace-normal";

/** Shows two marks of a day: for its balance and for its lines. Neither is green while a line has no explanation. */
export function DayMarks({ day }: { day: ShownDay }) {
	const t = useTranslations("reconciliation.status");
	const { status, isDecided, openLines } = day;
	const kind = isDecided ? "decided" : status;
	const { tone, icon } = LOOKS[kind];
	const isOpen = openLines.unexplained + openLines.waiting > 0;
	return (
		<span className="inline-flex flex-wrap gap-x-3 gap-y-0.5 max-sm:text-xs">
			<Badge plain tone={isOpen && tone === "positive" ? "neutral" : tone} icon={icon} className={NARROW}>
				{t(kind)}
			</Badge>
			<LineMark day={day} />
		</span>
	);
}

function LineMark({ day: { totals, openLines } }: { day: ShownDay }) {
	const t = useTranslations("reconciliation.lineMarks");
	const locale = useLocale();
	const { unexplained, waiting } = openLines;
	const counted = (count: number) => ({ count, rows: formatCount(count, locale) });
	if (unexplained > 0)
		return (
			<Badge plain tone="danger" icon="circle-question-mark" className={NARROW}>
				{t("unexplained", counted(unexplained))}
			</Badge>
		);
	if (waiting > 0)
		return (
			<Badge plain tone="neutral" icon="hourglass" className={NARROW}>
				{t("waiting", counted(waiting))}
			</Badge>
		);
	if (totals.count === 0) return null;
	return (
		<Badge plain tone="positive" icon="check" className={NARROW}>
			{t("explained")}
		</Badge>
	);
}
