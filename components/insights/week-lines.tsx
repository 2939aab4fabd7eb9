import { useTranslations } from "next-intl";
import { useSuccessSentence } from "#components/insights/success-sentence.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { insightsPath } from "#lib/addresses/insights-path.ts";
import type { WeekOutcomes } from "#lib/contracts/insights.ts";

/** Rendered on the server, so that Home loads no script for it. */
export function WeekLines({ weeks }: { weeks: readonly WeekOutcomes[] }) {
	const common = useTranslations("common");
	if (weeks.every(({ byOperator }) => byOperator.every(({ paid, unpaid }) => paid + unpaid === 0))) return null;
	return (
		<section aria-labelledby="week" className="mt-7">
			<SectionTitle id="week">{common("period.last7")}</SectionTitle>
			<ul className="grid gap-1.5 text-sm">
				{weeks.map((week) => (
					<WeekLine key={week.currency} week={week} />
				))}
			</ul>
		</section>
	);
}

function WeekLine({ week }: { week: WeekOutcomes }) {
	const t = useTranslations("insights");
	const sentence = useSuccessSentence({ ...week, today: week.to });
	if (!sentence) return null;
	return (
		<li className="max-w-[84ch] text-pretty text-ink-2">
			<span className="font-[550] text-ink">{week.currency}</span> {sentence}{" "}
			<DeskLink href={insightsPath(week)} className="whitespace-nowrap rounded-sm text-accent text-xs hover:underline">
				{t("pageTitle")}
			</DeskLink>
		</li>
	);
}
