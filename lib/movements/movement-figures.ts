/** The figures above a list of movements. */
import type { MovementTotals } from "#lib/contracts/movement.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { movementDirection, signedMovement } from "#lib/movements/movements.ts";

export interface MovementFigures {
	in: string;
	/** Decimal text with its sign for the wallet, such as "-500.00"; `in`, `fees` and `net` have the same form. */
	out: string;
	fees: string;
	/** The change of the balance by these lines: in, out and fees added up. */
	net: string;
	/** The totals of types without a direction: they are in none of the sums, neither here nor in an export. */
	outside: MovementTotals;
}

/** Adds up the sums of each type, as `sumMovements` returns them. */
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
		net: toDecimal(sums.in + sums.out + sums.fees),
		outside: totals.filter(({ type }) => movementDirection(type) === null),
	};
}
