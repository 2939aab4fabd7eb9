import { useTranslations } from "next-intl";
import { type InsightsPart, useFigureTexts } from "#components/insights/figure-texts.ts";
import { RowFigure } from "#components/insights/row-figure.tsx";
import type { Insights } from "#lib/contracts/insights.ts";
import { share } from "#lib/movements/flow-scale.ts";
import { knownFailureReason } from "#lib/payments/failure-reasons.ts";

const MOST_REASONS = 8;

/** Counts failures by the text of their reason, so that reasons with the same text form one row. */
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

/** Returns our text for a known reason, the service's own word in quotes for another; without a reason, our cause or the state. */
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

export function UnknownFigure({ insights: { currency, unknown }, today }: InsightsPart) {
	// The words of deposits suit payouts too.
	const states = useTranslations("states.deposit");
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
