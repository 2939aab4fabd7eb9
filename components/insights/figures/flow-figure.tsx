import { useTranslations } from "next-intl";
import { Figure } from "#components/insights/figure.tsx";
import { endLabels, useFigureTexts } from "#components/insights/figure-texts.ts";
import type { InsightsPart } from "#components/insights/insights-part.ts";
import { ColumnsMark } from "#components/insights/marks/columns-mark.tsx";
import { columnScale } from "#components/insights/marks/scale.ts";
import { minorOf } from "#lib/money.ts";

export function FlowFigure({ insights, today }: InsightsPart) {
	const t = useTranslations("insights");
	const text = useFigureTexts({ currency: insights.currency, today });
	const { byDay: days, in: cameIn, out } = insights.books;
	const moved = days.filter(({ count }) => count > 0);
	const busiest = moved.reduce((most, day) => (day.count > (most?.count ?? 0) ? day : most), moved[0]);
	const scale = columnScale(days.map((day) => ({ up: minorOf(day.in), down: minorOf(day.out) })));
	return (
		<Figure
			id="flow"
			title={t("flow.title")}
			sentence={
				busiest
					? t("flow.sentence", { in: text.money(cameIn), out: text.money(out), day: text.day(busiest.day) })
					: t("flow.none")
			}
			legend={t("flow.legend")}
			table={{
				heads: [t("day"), t("in"), t("out"), t("fees.title")],
				rows: moved.map((day) => [text.day(day.day), text.figure(day.in), text.figure(day.out), text.figure(day.fees)]),
			}}
		>
			<ColumnsMark
				id="flow-out"
				columns={days.map(({ day }, place) => ({ key: day, up: 0, down: 0, ...scale.columns[place] }))}
				zero={scale.zero}
				ends={{ up: text.short(scale.most.up), down: text.short(scale.most.down) }}
				labels={endLabels(days, ({ day }) => text.day(day))}
			/>
		</Figure>
	);
}
