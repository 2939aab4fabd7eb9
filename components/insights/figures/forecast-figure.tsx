import { useTranslations } from "next-intl";
import { Figure } from "#components/insights/figure.tsx";
import { endLabels, useFigureTexts } from "#components/insights/figure-texts.ts";
import type { InsightsPart } from "#components/insights/insights-part.ts";
import { ColumnsMark } from "#components/insights/marks/columns-mark.tsx";
import { columnScale } from "#components/insights/marks/scale.ts";
import type { Forecast } from "#lib/contracts/insights.ts";
import { minorOf } from "#lib/money.ts";

export function ForecastFigure({ insights, today }: InsightsPart) {
	const t = useTranslations("insights");
	const text = useFigureTexts({ currency: insights.currency, today });
	const { next } = insights;
	const days = next?.days ?? [];
	const scale = columnScale(days.map((day) => ({ up: minorOf(day.in), down: minorOf(day.out) })));
	return (
		<Figure
			id="next"
			title={t("next.title")}
			sentence={next ? <Need next={next} money={text.money} /> : t("next.none")}
			legend={t("flow.legend")}
			table={{
				heads: [t("day"), t("in"), t("next.out"), t("next.balance")],
				rows: days.map((day) => [
					text.day(day.day),
					text.figure(day.in),
					text.figure(day.out),
					day.balance === null ? "–" : text.figure(day.balance),
				]),
			}}
		>
			<ColumnsMark
				id="next-out"
				columns={days.map(({ day }, place) => ({ key: day, up: 0, down: 0, ...scale.columns[place] }))}
				zero={scale.zero}
				ends={{ up: text.short(scale.most.up), down: text.short(scale.most.down) }}
				labels={endLabels(days, ({ day }) => text.day(day))}
			/>
		</Figure>
	);
}

function Need({ next, money }: { next: Forecast; money: (decimal: string) => string }) {
	const t = useTranslations("insights.next");
	const { in: comes, out, waiting, missing } = next;
	return (
		<>
			{t("sentence", { in: money(comes), out: money(out) })}{" "}
			{waiting.count > 0 ? `${t("waiting", { count: waiting.count, amount: money(waiting.amount) })} ` : null}
			{missing === null ? null : minorOf(missing) === 0n ? t("enough") : t("missing", { amount: money(missing) })}
		</>
	);
}
