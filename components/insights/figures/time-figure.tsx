import { useTranslations } from "next-intl";
import { Figure } from "#components/insights/figure.tsx";
import { useFigureTexts } from "#components/insights/figure-texts.ts";
import type { InsightsPart } from "#components/insights/insights-part.ts";
import { RowMarks } from "#components/insights/marks/row-marks.tsx";

export function TimeFigure({ insights, today }: InsightsPart) {
	const t = useTranslations("insights");
	const duration = useDurationText();
	const text = useFigureTexts({ currency: insights.currency, today });
	const longest = Math.max(...insights.times.map(({ most }) => most), 1);
	return (
		<Figure
			id="times"
			title={t("times.title")}
			sentence={
				insights.times.length === 0
					? t("success.none")
					: insights.times
							.map(({ kind, median, most }) =>
								t(`times.sentence.${kind}`, { median: duration(median), most: duration(most) }),
							)
							.join(" ")
			}
			legend={t("times.legend")}
			table={{
				heads: [t("times.kind"), t("times.count"), t("times.median"), t("times.most")],
				rows: insights.times.map(({ kind, count, median, most }) => [
					t(`times.${kind}`),
					text.count(count),
					duration(median),
					duration(most),
				]),
			}}
		>
			<RowMarks
				id="times-rows"
				rows={insights.times.map(({ kind, median, most }) => ({
					...{ key: kind, label: t(`times.${kind}`), figure: `${duration(median)} – ${duration(most)}` },
					...{ filled: (median / longest) * 100, hatched: ((most - median) / longest) * 100 },
				}))}
			/>
		</Figure>
	);
}

function useDurationText(): (seconds: number) => string {
	const t = useTranslations("insights.times");
	return (seconds) => {
		if (seconds < 90) return t("seconds", { count: Math.max(1, Math.round(seconds)) });
		const minutes = seconds / 60;
		return minutes < 90
			? t("minutes", { count: Math.round(minutes) })
			: t("hours", { count: Math.round(minutes / 60) });
	};
}
