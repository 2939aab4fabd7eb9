import { useTranslations } from "next-intl";
import { Figure } from "#components/insights/figure.tsx";
import { useFigureTexts } from "#components/insights/figure-texts.ts";
import type { InsightsPart } from "#components/insights/insights-part.ts";
import { RowMarks } from "#components/insights/marks/row-marks.tsx";
import { paidShare } from "#components/insights/paid-share.ts";
import { useSuccessSentence } from "#components/insights/success-sentence.ts";

export function SuccessFigure({ insights, today }: InsightsPart) {
	const t = useTranslations("insights");
	const text = useFigureTexts({ currency: insights.currency, today });
	const rows = insights.byOperator.filter(({ paid, unpaid }) => paid + unpaid > 0);
	const sentence = useSuccessSentence({ currency: insights.currency, byOperator: rows, today });
	return (
		<Figure
			id="success"
			title={t("success.title")}
			sentence={sentence ?? t("success.none")}
			legend={t("success.legend")}
			table={{
				heads: [
					t("operators.operator"),
					t("success.paid"),
					t("success.unpaid"),
					t("success.share"),
					t("success.before"),
				],
				rows: rows.map((row) => [
					row.name,
					text.count(row.paid),
					text.count(row.unpaid),
					text.percent(paidShare(row)),
					row.before.paid + row.before.unpaid > 0 ? text.percent(paidShare(row.before)) : "–",
				]),
			}}
		>
			<RowMarks
				id="success-rows"
				rows={rows.map((row) => ({
					...{ key: row.operator, label: row.name, figure: text.percent(paidShare(row)) },
					...{ filled: paidShare(row), hatched: 100 - paidShare(row) },
				}))}
			/>
		</Figure>
	);
}
