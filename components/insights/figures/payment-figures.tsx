import { ColumnFigure } from "#components/insights/column-figure.tsx";
import { type InsightsPart, useFigureTexts } from "#components/insights/figure-texts.ts";
import { RowFigure } from "#components/insights/row-figure.tsx";
import { paidShare, useSuccessSentence } from "#components/insights/success-sentence.ts";

export function SuccessFigure({ insights: { currency, byOperator }, today }: InsightsPart) {
	const { t, ...text } = useFigureTexts({ currency, today });
	const rows = byOperator.filter(({ paid, unpaid }) => paid + unpaid > 0);
	const sentence = useSuccessSentence({ currency, byOperator: rows, today });
	const shareOf = (row: { paid: number; unpaid: number }) => text.percent(paidShare(row));
	return (
		<RowFigure
			id="success"
			title={t("success.title")}
			sentence={sentence ?? t("success.none")}
			legend={t("success.legend")}
			heads={[
				t("operators.operator"),
				...(["paid", "unpaid", "share", "before"] as const).map((key) => t(`success.${key}`)),
			]}
			rows={rows.map((row) => ({
				...{ key: row.operator, label: row.name, figure: shareOf(row) },
				...{ filled: paidShare(row), hatched: 100 - paidShare(row) },
				cells: [
					...[text.count(row.paid), text.count(row.unpaid), shareOf(row)],
					row.before.paid + row.before.unpaid > 0 ? shareOf(row.before) : "–",
				],
			}))}
		/>
	);
}

export function HourFigure({ insights: { currency, byHour: hours }, today }: InsightsPart) {
	const { t, ...text } = useFigureTexts({ currency, today });
	const used = hours.filter(({ paid, unpaid }) => paid + unpaid > 0);
	const worst = used.reduce((most, hour) => (hour.unpaid > (most?.unpaid ?? 0) ? hour : most), used[0]);
	const span = (hour: number) => t("hours.span", { from: clock(hour), to: clock((hour + 1) % 24) });
	return (
		<ColumnFigure
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
			heads={[t("hours.hour"), t("success.paid"), t("success.unpaid"), t("success.share")]}
			rows={used.map((row) => [
				...[span(row.hour), text.count(row.paid), text.count(row.unpaid)],
				text.percent(paidShare(row)),
			])}
			columns={hours.map(({ paid, unpaid }) => ({ up: BigInt(paid) * 100n, down: BigInt(unpaid) * 100n }))}
			short={text.short}
			labels={[0, 12, 24].map(clock)}
		/>
	);
}

function clock(hour: number): string {
	return `${String(hour).padStart(2, "0")}:00`;
}

export function TimeFigure({ insights: { currency, times }, today }: InsightsPart) {
	const { t, ...text } = useFigureTexts({ currency, today });
	const longest = Math.max(...times.map(({ most }) => most), 1);
	const duration = (seconds: number) => {
		if (seconds < 90) return t("times.seconds", { count: Math.max(1, Math.round(seconds)) });
		const minutes = seconds / 60;
		return minutes < 90
			? t("times.minutes", { count: Math.round(minutes) })
			: t("times.hours", { count: Math.round(minutes / 60) });
	};
	const sentences = times.map(({ kind, median, most }) =>
		t(`times.sentence.${kind}`, { median: duration(median), most: duration(most) }),
	);
	return (
		<RowFigure
			id="times"
			title={t("times.title")}
			sentence={times.length === 0 ? t("success.none") : sentences.join(" ")}
			legend={t("times.legend")}
			heads={[t("times.kind"), t("times.count"), t("times.median"), t("times.most")]}
			rows={times.map(({ kind, count, median, most }) => ({
				...{ key: kind, label: t(`times.${kind}`), figure: `${duration(median)} – ${duration(most)}` },
				...{ filled: (median / longest) * 100, hatched: ((most - median) / longest) * 100 },
				cells: [text.count(count), duration(median), duration(most)],
			}))}
		/>
	);
}
