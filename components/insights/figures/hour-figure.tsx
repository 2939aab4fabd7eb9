import { useTranslations } from "next-intl";
import { Figure } from "#components/insights/figure.tsx";
import { useFigureTexts } from "#components/insights/figure-texts.ts";
import type { InsightsPart } from "#components/insights/insights-part.ts";
import { ColumnsMark } from "#components/insights/marks/columns-mark.tsx";
import { columnScale } from "#components/insights/marks/scale.ts";
import { paidShare } from "#components/insights/paid-share.ts";

export function HourFigure({ insights, today }: InsightsPart) {
	const t = useTranslations("insights");
	const text = useFigureTexts({ currency: insights.currency, today });
	const hours = insights.byHour;
	const used = hours.filter(({ paid, unpaid }) => paid + unpaid > 0);
	const worst = used.reduce((most, hour) => (hour.unpaid > (most?.unpaid ?? 0) ? hour : most), used[0]);
	const scale = columnScale(
		hours.map(({ paid, unpaid }) => ({ up: BigInt(paid) * 100n, down: BigInt(unpaid) * 100n })),
	);
	const span = (hour: number) => t("hours.span", { from: clock(hour), to: clock((hour + 1) % 24) });
	return (
		<Figure
			id="hours"
			title={t("hours.title")}
			sentence={
				!worst
					? t("success.none")
					: worst.unpaid === 0
						? t("hours.fine")
						: t("hours.sentence", { span: span(worst.hour), unpaid: worst.unpaid, count: worst.paid + worst.unpaid })
			}
			legend={t("hours.legend")}
			table={{
				heads: [t("hours.hour"), t("success.paid"), t("success.unpaid"), t("success.share")],
				rows: used.map((row) => [
					span(row.hour),
					text.count(row.paid),
					text.count(row.unpaid),
					text.percent(paidShare(row)),
				]),
			}}
		>
			<ColumnsMark
				id="hours-unpaid"
				columns={hours.map(({ hour }, place) => ({ key: String(hour), up: 0, down: 0, ...scale.columns[place] }))}
				zero={scale.zero}
				ends={{ up: text.short(scale.most.up), down: text.short(scale.most.down) }}
				labels={[0, 12, 24].map(clock)}
			/>
		</Figure>
	);
}

function clock(hour: number): string {
	return `${String(hour).padStart(2, "0")}:00`;
}
