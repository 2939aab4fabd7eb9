/** Adds up a statement's days. A balance change that no line explains is split into named adjustments. Pure. */
import type { FeeRule } from "#lib/contracts/reconciliation.ts";
import type { AdjustmentKind, KnownBy, StatementBalance, StatementDay } from "#lib/contracts/statement.ts";
import { type AmountMinor, minorOf, toDecimal } from "#lib/money.ts";
import { movementDirection, movementEffect } from "#lib/movements/movements.ts";
import { effectOf } from "#server/reconciliation/proof/effects.ts";
import type { Sum } from "#server/reconciliation/proof/proof-inputs.ts";
import type { DayClosingBalance } from "#server/reconciliation/read-closing-balances.ts";

export type LineSum = Omit<Sum, "bucket">;

export interface Sums {
	in: AmountMinor;
	out: AmountMinor;
	fees: AmountMinor;
	count: number;
}

export function addUp(lines: readonly LineSum[]): Sums {
	const sums: Sums = { in: 0n, out: 0n, fees: 0n, count: 0 };
	for (const { type, count, amount, fee } of lines) {
		sums.count += count;
		const direction = movementDirection(type);
		if (direction === null) continue;
		sums[direction] += amount;
		sums.fees += fee;
	}
	return sums;
}

export interface DayInput {
	day: string;
	lines: readonly LineSum[];
	closing: DayClosingBalance | null;
	/** The effect on the balance of late lines of closed months that are listed on this day. */
	late: AmountMinor;
}

export interface DayResult {
	day: StatementDay;
	parts: Record<AdjustmentKind, AmountMinor>;
	unexplained: AmountMinor;
}

/**
 * `before`: the closing of the day before the first of `days`; null if unknown. `rule`: the fee rule of days without a known closing.
 * The next day with a known closing has the difference of the days since the last known one.
 */
export function addUpDays(before: DayClosingBalance | null, days: readonly DayInput[], rule: FeeRule): DayResult[] {
	let [opening, known, stated] = [before, before, 0n];
	return days.map(({ day, lines, closing, late }) => {
		const sums = addUp(lines);
		const parts = {
			on_the_way: onTheWayOf(opening) - onTheWayOf(closing),
			after_reading: (opening?.later ?? 0n) - (closing?.later ?? 0n),
			...adjustedEffects(lines, closing?.rule ?? rule),
			late,
		};
		const adjustments = sumOfParts(parts);
		stated += sums.in - sums.out - sums.fees + adjustments;
		const unexplained = known && closing ? minorOf(closing.balance) - minorOf(known.balance) - stated : 0n;
		opening = closing;
		if (closing) [known, stated] = [closing, 0n];
		return {
			day: {
				day,
				...asDecimals(sums),
				adjustments: toDecimal(adjustments),
				unexplained: toDecimal(unexplained),
				closing: balanceOf(closing),
			},
			parts,
			unexplained,
		};
	});
}

export function asDecimals({ in: cameIn, out, fees, count }: Sums) {
	return { in: toDecimal(cameIn), out: toDecimal(out), fees: toDecimal(fees), count };
}

export function sumOfParts(parts: Readonly<Record<AdjustmentKind, AmountMinor>>): AmountMinor {
	return Object.values(parts).reduce((sum, part) => sum + part, 0n);
}

/** Returns by how much effects under the rule in force differ from the usual rule: for fees, and for types without a sign. */
function adjustedEffects(lines: readonly LineSum[], rule: FeeRule) {
	let [fees, other] = [0n, 0n];
	for (const { type, amount, fee } of lines) {
		const [usual, effect] = [movementEffect(type, amount, fee), effectOf(rule, type, amount, fee)];
		if (usual === null) other += effect;
		else fees += effect - usual;
	}
	return { fees, other_types: other };
}

export function onTheWayOf(closing: Pick<DayClosingBalance, "onTheWay"> | null | undefined): AmountMinor {
	return minorOf(closing?.onTheWay ?? "0.00");
}

export function balanceOf(closing: DayClosingBalance | null): StatementBalance {
	if (!closing) return { amount: null, knownBy: "unknown", onTheWay: "0.00" };
	return { amount: closing.balance, knownBy: knownBy(closing), onTheWay: closing.onTheWay ?? "0.00" };
}

function knownBy({ known, status }: DayClosingBalance): KnownBy {
	if (known === "reckoned") return "reckoned";
	return status === "proved" ? "proved" : "read";
}
