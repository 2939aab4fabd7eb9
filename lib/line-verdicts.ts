/** The verdicts of people on lines of a wallet and on payments without a line. */
import type { MovementDirection } from "#lib/movements/movements.ts";

/**
 * A person's verdict on a line without a payment of ours. `duplicate`: the line repeats another one. `support`: the service's
 * support was asked, and the line stays open.
 */
export const LINE_VERDICTS = ["duplicate", "fee", "top_up", "portal", "correction", "other", "support"] as const;
export type LineVerdict = (typeof LINE_VERDICTS)[number];
/** A person's verdict on a payment without a line. */
export const PAYMENT_VERDICTS = ["wait", "support"] as const;
export const VERDICTS = ["match", ...LINE_VERDICTS, "wait", "reopen"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Verdicts by which a line may have moved no money, so that they explain a gap of its size. By the others, the money moved. */
export const MAY_LACK_MONEY: readonly Verdict[] = ["duplicate", "correction", "other"];

/** Leaves out what a line cannot be: a fee that comes in, a top-up that goes out, or a duplicate that repeats no other line. */
export function fittingVerdicts(line: { direction: MovementDirection | null; isRepeated: boolean }): LineVerdict[] {
	const unfit = new Set<LineVerdict>([
		...(line.isRepeated ? [] : (["duplicate"] as const)),
		...(line.direction === "in" ? (["fee"] as const) : []),
		...(line.direction === "out" ? (["top_up"] as const) : []),
	]);
	return LINE_VERDICTS.filter((verdict) => !unfit.has(verdict));
}
