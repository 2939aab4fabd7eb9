import { useTranslations } from "next-intl";
import { ColumnFigure } from "#components/insights/column-figure.tsx";
import { type InsightsPart, useFigureTexts } from "#components/insights/figure-texts.ts";
import { RowFigure } from "#components/insights/row-figure.tsx";
import { share } from "#components/insights/scale.ts";
import { paidShare, useSuccessSentence } from "#components/insights/success-sentence.ts";
import type { Insights } from "#lib/contracts/insights.ts";
import { knownFailureReason } from "#lib/payments/failure-reasons.ts";

export function PaymentFigures(part: InsightsPart) {
	return (
		<>
			<SuccessFigure {...part} />
			<HourFigure {...part} />
			<TimeFigure {...part} />
			<FailureFigure {...part} />
			<UnknownFigure {...part} />
		</>
	);
}

function SuccessFigure({ insights: { currency, byOperator }, today }: InsightsPart) {
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

function HourFigure({ insights: { currency, byHour: hours }, today }: InsightsPart) {
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

function TimeFigure({ insights: { currency, times }, today }: InsightsPart) {
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

const MOST_REASONS = 8;

/** Several words of the service may have one text: they are one reason. */
export function FailureFigure({ insights: { currency, failures, byOperator }, today }: InsightsPart) {
	const textOf = useReasonText();
	const { t, ...text } = useFigureTexts({ currency, today });
	const counts = new Map<string, number>();
	for (const failure of failures) counts.set(textOf(failure), (counts.get(textOf(failure)) ?? 0) + failure.count);
	const reasons = [...counts].map(([label, count]) => ({ label, count })).sort((a, b) => b.count - a.count);
	const all = byOperator.reduce((sum, { unpaid }) => sum + unpaid, 0);
	const most = reasons.at(0);
	return (
		<RowFigure
			id="failures"
			title={t("failures.title")}
			sentence={most ? t("failures.sentence", { reason: most.label, count: most.count, all }) : t("failures.none")}
			heads={[t("failures.reason"), t("failures.count")]}
			rows={reasons.slice(0, MOST_REASONS).map(({ label, count }, place) => ({
				...{ key: String(place), label, figure: text.count(count), cells: [text.count(count)] },
				filled: share(BigInt(count), BigInt(most?.count ?? 0)),
			}))}
		/>
	);
}

/** Our texts where there is one; any other word of the service is quoted. */
function useReasonText(): (failure: Insights["failures"][number]) => string {
	const reasons = useTranslations("reasons");
	const causes = useTranslations("causes");
	const states = useTranslations("states.payout");
	const t = useTranslations("insights.failures");
	return ({ reason, cause, state }) => {
		const known = reason === null ? null : knownFailureReason(reason);
		if (known !== null) return reasons(known);
		if (reason !== null) return reasons("quoted", { word: reason });
		if (cause === null) return state === "failed" ? t("unsaid") : states(state);
		const [code = "", status = ""] = cause.split(":");
		if (code === "status" && status.startsWith("4")) return t("refused", { status });
		return causes.has(code) ? causes(code, { status }) : states(state);
	};
}

function UnknownFigure({ insights: { currency, unknown }, today }: InsightsPart) {
	const states = useTranslations("states.payout");
	const { t, ...text } = useFigureTexts({ currency, today });
	const all = unknown.reduce((sum, { count }) => sum + count, 0);
	return (
		<RowFigure
			id="unknown"
			title={t("unknown.title")}
			sentence={all === 0 ? t("unknown.none") : t("unknown.sentence", { count: all })}
			heads={[t("unknown.ended"), t("unknown.count")]}
			rows={unknown.map(({ state, count }) => ({
				...{ key: state, label: states(state), figure: text.count(count), cells: [text.count(count)] },
				filled: share(BigInt(count), BigInt(all)),
			}))}
		/>
	);
}
