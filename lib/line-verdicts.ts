import type { MovementDirection } from "#lib/movements/movements.ts";

/**
 * A person's verdicts on a line that matches no payment here. `duplicate`: the line repeats another line. `support`: the person asked the
 * service's support, and the line stays open.
 */
export const LINE_VERDICTS = ["duplicate", "fee", "top_up", "portal", "correction", "other", "support"] as const;
export type LineVerdict = (typeof LINE_VERDICTS)[number];
/** A person's verdicts on a payment that has no line. */
export const PAYMENT_VERDICTS = ["wait", "support"] as const;
export const VERDICTS = ["match", ...LINE_VERDICTS, "wait", "reopen"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Verdicts on a line that may have moved no money: such a line can explain a gap of the balance. */
export const MAY_LACK_MONEY: readonly Verdict[] = ["duplicate", "correction", "other"];

/** Leaves out verdicts that cannot be true: a fee that comes in, a top-up that goes out, a duplicate that repeats no line. */
export function fittingVerdicts(line: { direction: MovementDirection | null; isRepeated: boolean }): LineVerdict[] {
	const unfit = new Set<LineVerdict>([
		...(line.isRepeated ? [] : (["duplicate"] as const)),
		...(line.direction === "in" ? (["fee"] as const) : []),
		...(line.direction === "out" ? (["top_up"] as const) : []),
	]);
	return LINE_VERDICTS.filter((verdict) => !unfit.has(verdict));
}
