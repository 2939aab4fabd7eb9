import { useTranslations } from "next-intl";
import { Figure } from "#components/insights/figure.tsx";
import { useFigureTexts } from "#components/insights/figure-texts.ts";
import type { InsightsPart } from "#components/insights/insights-part.ts";
import { RowMarks } from "#components/insights/marks/row-marks.tsx";
import { share } from "#components/insights/marks/scale.ts";
import { isNamedType } from "#lib/movements/movements.ts";

/** Amounts of different types are never added, so the rows compare numbers of movements. */
export function TypeFigure({ insights, today }: InsightsPart) {
	const t = useTranslations("insights");
	const types = useTranslations("movements.types");
	const text = useFigureTexts({ currency: insights.currency, today });
	const rows = insights.books.byType
		.map((row) => ({ ...row, label: isNamedType(row.type) ? types(row.type) : row.type }))
		.sort((a, b) => b.count - a.count);
	const most = rows.at(0);
	return (
		<Figure
			id="types"
			title={t("types.title")}
			sentence={
				most
					? t("types.sentence", {
							type: most.label,
							count: most.count,
							share: text.percent(share(BigInt(most.count), BigInt(insights.books.count))),
						})
					: t("flow.none")
			}
			table={{
				heads: [t("types.type"), t("movements"), t("types.amount"), t("fees.title")],
				rows: rows.map(({ label, count, amount, fee }) => [
					label,
					text.count(count),
					text.figure(amount),
					text.figure(fee),
				]),
			}}
		>
			<RowMarks
				id="types-rows"
				rows={rows.map(({ type, label, count }) => ({
					...{ key: type, label, figure: text.count(count), hatched: 0 },
					filled: share(BigInt(count), BigInt(most?.count ?? 0)),
				}))}
			/>
		</Figure>
	);
}
