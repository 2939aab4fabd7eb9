import { useTranslations } from "next-intl";
import { Figure } from "#components/insights/figure.tsx";
import { useFigureTexts } from "#components/insights/figure-texts.ts";
import type { InsightsPart } from "#components/insights/insights-part.ts";
import { RowMarks } from "#components/insights/marks/row-marks.tsx";
import { share } from "#components/insights/marks/scale.ts";
import { minorOf, toDecimal } from "#lib/money.ts";

/** Fees as a share of all money in and out, beside those of the period before. */
export function FeesFigure({ insights, today }: InsightsPart) {
	const t = useTranslations("insights");
	const text = useFigureTexts({ currency: insights.currency, today });
	const rows = [insights, insights.before].map((period, place) => {
		const sums = place === 0 ? insights.books : insights.before;
		const moved = minorOf(sums.in) + minorOf(sums.out);
		return {
			label: t("period", { from: text.day(period.from), to: text.day(period.to) }),
			...{ fees: sums.fees, moved, share: share(minorOf(sums.fees), moved) },
		};
	});
	const [now, before] = rows;
	const most = Math.max(...rows.map((row) => row.share), 0.01);
	return (
		<Figure
			id="fees"
			title={t("fees.title")}
			sentence={
				now && before && now.moved > 0n
					? t(before.moved > 0n ? "fees.sentence" : "fees.alone", {
							fees: text.money(now.fees),
							share: text.percent(now.share),
							before: text.money(before.fees),
							shareBefore: text.percent(before.share),
							period: before.label,
						})
					: t("flow.none")
			}
			table={{
				heads: [t("fees.period"), t("fees.moved"), t("fees.title"), t("fees.share")],
				rows: rows
					.filter(({ moved }) => moved > 0n)
					.map((row) => [row.label, text.figure(toDecimal(row.moved)), text.figure(row.fees), text.percent(row.share)]),
			}}
		>
			<RowMarks
				id="fees-rows"
				rows={rows.map((row) => ({
					...{ key: row.label.replaceAll(/\W+/g, "-"), label: row.label, hatched: 0 },
					...{ filled: (row.share / most) * 100, figure: text.percent(row.share) },
				}))}
			/>
		</Figure>
	);
}
