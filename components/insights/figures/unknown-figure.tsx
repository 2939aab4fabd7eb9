import { useTranslations } from "next-intl";
import { Figure } from "#components/insights/figure.tsx";
import { useFigureTexts } from "#components/insights/figure-texts.ts";
import type { InsightsPart } from "#components/insights/insights-part.ts";
import { RowMarks } from "#components/insights/marks/row-marks.tsx";
import { share } from "#components/insights/marks/scale.ts";

export function UnknownFigure({ insights, today }: InsightsPart) {
	const t = useTranslations("insights.unknown");
	const states = useTranslations("states.payout");
	const text = useFigureTexts({ currency: insights.currency, today });
	const all = insights.unknown.reduce((sum, { count }) => sum + count, 0);
	return (
		<Figure
			id="unknown"
			title={t("title")}
			sentence={all === 0 ? t("none") : t("sentence", { count: all })}
			table={{
				heads: [t("ended"), t("count")],
				rows: insights.unknown.map(({ state, count }) => [states(state), text.count(count)]),
			}}
		>
			<RowMarks
				id="unknown-rows"
				rows={insights.unknown.map(({ state, count }) => ({
					...{ key: state, label: states(state), figure: text.count(count), hatched: 0 },
					filled: share(BigInt(count), BigInt(all)),
				}))}
			/>
		</Figure>
	);
}
