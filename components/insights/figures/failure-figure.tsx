import { useTranslations } from "next-intl";
import { Figure } from "#components/insights/figure.tsx";
import { useFigureTexts } from "#components/insights/figure-texts.ts";
import type { InsightsPart } from "#components/insights/insights-part.ts";
import { RowMarks } from "#components/insights/marks/row-marks.tsx";
import { share } from "#components/insights/marks/scale.ts";
import type { Insights } from "#lib/contracts/insights.ts";
import { knownFailureReason } from "#lib/payments/failure-reasons.ts";

const MOST_REASONS = 8;

/** Several words of the service may have one text: they are one reason. */
export function FailureFigure({ insights, today }: InsightsPart) {
	const t = useTranslations("insights");
	const textOf = useReasonText();
	const text = useFigureTexts({ currency: insights.currency, today });
	const counts = new Map<string, number>();
	for (const failure of insights.failures)
		counts.set(textOf(failure), (counts.get(textOf(failure)) ?? 0) + failure.count);
	const reasons = [...counts].map(([label, count]) => ({ label, count })).sort((a, b) => b.count - a.count);
	const rows = reasons.slice(0, MOST_REASONS);
	const all = insights.byOperator.reduce((sum, { unpaid }) => sum + unpaid, 0);
	const most = rows.at(0);
	return (
		<Figure
			id="failures"
			title={t("failures.title")}
			sentence={most ? t("failures.sentence", { reason: most.label, count: most.count, all }) : t("failures.none")}
			table={{
				heads: [t("failures.reason"), t("failures.count")],
				rows: rows.map(({ label, count }) => [label, text.count(count)]),
			}}
		>
			<RowMarks
				id="failures-rows"
				rows={rows.map(({ label, count }, place) => ({
					...{ key: String(place), label, figure: text.count(count), hatched: 0 },
					filled: share(BigInt(count), BigInt(most?.count ?? 0)),
				}))}
			/>
		</Figure>
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
