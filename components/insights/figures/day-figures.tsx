import { useTranslations } from "next-intl";
import { ColumnFigure } from "#components/insights/column-figure.tsx";
import { endLabels, type InsightsPart, useFigureTexts } from "#components/insights/figure-texts.ts";
import type { Forecast } from "#lib/contracts/insights.ts";
import { minorOf } from "#lib/money.ts";

export function FlowFigure({ insights, today }: InsightsPart) {
	const { t, ...text } = useFigureTexts({ currency: insights.currency, today });
	const { byDay: days, in: cameIn, out } = insights.books;
	const moved = days.filter(({ count }) => count > 0);
	const busiest = moved.reduce((most, day) => (day.count > (most?.count ?? 0) ? day : most), moved[0]);
	return (
		<ColumnFigure
			id="flow"
			title={t("flow.title")}
			sentence={
				busiest
					? t("flow.sentence", { in: text.money(cameIn), out: text.money(out), day: text.day(busiest.day) })
					: t("flow.none")
			}
			legend={t("flow.legend")}
			heads={[t("day"), t("in"), t("out"), t("fees.title")]}
			rows={moved.map((day) => [text.day(day.day), ...[day.in, day.out, day.fees].map(text.figure)])}
			columns={days.map((day) => ({ up: minorOf(day.in), down: minorOf(day.out) }))}
			short={text.short}
			labels={endLabels(days, ({ day }) => text.day(day))}
		/>
	);
}

export function ForecastFigure({ insights: { currency, next }, today }: InsightsPart) {
	const { t, ...text } = useFigureTexts({ currency, today });
	const days = next?.days ?? [];
	return (
		<ColumnFigure
			id="next"
			title={t("next.title")}
			sentence={next ? <Need next={next} money={text.money} /> : t("next.none")}
			legend={t("flow.legend")}
			heads={[t("day"), t("in"), t("next.out"), t("next.balance")]}
			rows={days.map((day) => [
				text.day(day.day),
				text.figure(day.in),
				text.figure(day.out),
				day.balance === null ? "–" : text.figure(day.balance),
			])}
			columns={days.map((day) => ({ up: minorOf(day.in), down: minorOf(day.out) }))}
			short={text.short}
			labels={endLabels(days, ({ day }) => text.day(day))}
		/>
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
