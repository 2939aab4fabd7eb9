import { useTranslations } from "next-intl";
import { useFigureTexts } from "#components/insights/figure-texts.ts";
import { paidShare, worsened } from "#components/insights/paid-share.ts";
import type { OperatorOutcome } from "#lib/contracts/insights.ts";

interface Outcomes {
	currency: string;
	byOperator: readonly OperatorOutcome[];
	/** "2026-11-21" */
	today: string;
}

/** How many payments were paid, and the operator that failed more often than in the period before; null without an outcome. */
export function useSuccessSentence({ byOperator, ...shown }: Outcomes): string | null {
	const t = useTranslations("insights");
	const { percent } = useFigureTexts(shown);
	const paid = byOperator.reduce((sum, row) => sum + row.paid, 0);
	const count = byOperator.reduce((sum, row) => sum + row.unpaid, paid);
	if (count === 0) return null;
	const worse = worsened(byOperator);
	const sentence = t("success.sentence", { paid, count, share: percent(paidShare({ paid, unpaid: count - paid })) });
	if (!worse) return sentence;
	const shares = { now: percent(100 - paidShare(worse)), before: percent(100 - paidShare(worse.before)) };
	return `${sentence} ${t("success.worse", { operator: worse.name, times: worse.times, ...shares })}`;
}
