import type { MovementTotals } from "#lib/contracts/movement.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { movementDirection, signedMovement } from "#lib/movements/movements.ts";

export interface MovementFigures {
	in: string;
	/** Decimal text, negative because it lowers the balance: "-500.00". `fees` are negative too. */
	out: string;
	fees: string;
	/** Totals of types without a known direction, which none of these sums includes. */
	outside: MovementTotals;
}

/** Adds up the totals per type that `sumMovements` returns. */
export function movementFigures(totals: MovementTotals): MovementFigures {
	const sums = { in: 0n, out: 0n, fees: 0n };
	for (const { type, amount, fee } of totals) {
		const signed = signedMovement(type, minorOf(amount), minorOf(fee));
		const direction = movementDirection(type);
		if (!signed || !direction) continue;
		sums[direction] += signed.amount;
		sums.fees += signed.fee;
	}
	return {
		in: toDecimal(sums.in),
		out: toDecimal(sums.out),
		fees: toDecimal(sums.fees),
		outside: totals.filter(({ type }) => movementDirection(type) === null),
	};
}
