import { useFigureTexts } from "#components/insights/figure-texts.ts";
import type { OperatorOutcome } from "#lib/contracts/insights.ts";
import { type Share, share } from "#lib/movements/flow-scale.ts";

/** The share of paid payments among those that were sent and have a final outcome. */
export function paidShare({ paid, unpaid }: { paid: number; unpaid: number }): Share {
	return share(BigInt(paid), BigInt(paid + unpaid));
}

// Fewer failures than this may be chance.
const LEAST_UNPAID = 5;
const LEAST_TIMES = 1.5;

/** Returns the operator whose share of failures grew most since the period before, by the factor `times`; null below `LEAST_TIMES`. */
export function worsened(operators: readonly OperatorOutcome[]): (OperatorOutcome & { times: number }) | null {
	const grown = operators.flatMap((operator) => {
		const { paid, unpaid, before } = operator;
		if (unpaid < LEAST_UNPAID || before.unpaid === 0) return [];
		const times = (unpaid / (paid + unpaid)) * ((before.paid + before.unpaid) / before.unpaid);
		return times >= LEAST_TIMES ? [{ ...operator, times: Math.round(times * 10) / 10 }] : [];
	});
	return grown.sort((a, b) => b.times - a.times)[0] ?? null;
}

interface Outcomes {
	currency: string;
	byOperator: readonly OperatorOutcome[];
	/** "2026-11-21" */
	today: string;
}

/** A sentence with the number of paid payments, and the operator that failed more often than before; null without outcomes. */
export function useSuccessSentence({ byOperator, ...shown }: Outcomes): string | null {
	const { t, percent } = useFigureTexts(shown);
	const paid = byOperator.reduce((sum, row) => sum + row.paid, 0);
	const count = byOperator.reduce((sum, row) => sum + row.unpaid, paid);
	if (count === 0) return null;
	const worse = worsened(byOperator);
	const sentence = t("success.sentence", { paid, count, share: percent(paidShare({ paid, unpaid: count - paid })) });
	if (!worse) return sentence;
	const shares = { now: percent(100 - paidShare(worse)), before: percent(100 - paidShare(worse.before)) };
	return `${sentence} ${t("success.worse", { operator: worse.name, times: worse.times, ...shares })}`;
}
