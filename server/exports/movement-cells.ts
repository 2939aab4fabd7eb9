/** Amount, fee and type cells of a movement, signed as the balance changed, so that a column adds up to the balance's change. */
import type { Movement } from "#lib/contracts/movement.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { isNamedType, signedMovement } from "#lib/movements/movements.ts";
import { type ExportLabels, labelOr } from "#server/exports/export-labels.ts";

/** `signed`: the sign rule of the day's proof; without it, the usual rule applies. A list without withdrawn lines has no `withdrawnAt`. */
type Line = Pick<Movement, "type" | "amount" | "fee"> & {
	withdrawnAt?: Movement["withdrawnAt"];
	signed?: typeof signedMovement;
};

export function typeLabel(type: string, labels: ExportLabels): string {
	return isNamedType(type) ? labelOr(labels.movements.types, type) : type;
}

/**
 * Signed two-decimal text, or null. Amounts of withdrawn lines and of types without a sign, and fees inside the amount, would
 * falsify the sums, so they are in columns of their own, as the service wrote them.
 */
export const movementCells = {
	amount: (line: Line) => counted(line)?.amount ?? null,
	fee: (line: Line) => counted(line)?.fee ?? null,
	uncountedAmount: (line: Line) => (counted(line) ? null : line.amount),
	uncountedFee: (line: Line) => (counted(line)?.fee ? null : line.fee),
};

function counted({ type, amount, fee, withdrawnAt = null, signed = signedMovement }: Line) {
	const cells = withdrawnAt === null ? signed(type, minorOf(amount), minorOf(fee)) : null;
	const isInside = cells?.fee === 0n && minorOf(fee) !== 0n;
	return cells && { amount: toDecimal(cells.amount), fee: isInside ? null : toDecimal(cells.fee) };
}
