/** A movement's money and type in a file: signed as the wallet felt it, so that a column adds up to what the balance did. */
import type { Movement } from "#lib/contracts/movement.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { isNamedType, signedMovement } from "#lib/movements.ts";
import { type ExportLabels, labelOr } from "#server/exports/export-labels.ts";

type Line = Pick<Movement, "type" | "amount" | "fee" | "withdrawnAt">;

/** As on the screen; a type nobody has described is told by its own name. */
export function typeLabel(type: string, labels: ExportLabels): string {
	return isNamedType(type) ? labelOr(labels.movements.types, type) : type;
}

/**
 * Two-decimal text with its sign, or null. What the service took back, and a type that has no sign, would make the sums wrong:
 * they stand in columns of their own, as the service wrote them.
 */
export const movementCells = {
	amount: (line: Line) => counted(line)?.amount ?? null,
	fee: (line: Line) => counted(line)?.fee ?? null,
	uncountedAmount: (line: Line) => (counted(line) ? null : line.amount),
	uncountedFee: (line: Line) => (counted(line) ? null : line.fee),
};

function counted({ type, amount, fee, withdrawnAt }: Line): { amount: string; fee: string } | null {
	const signed = withdrawnAt === null ? signedMovement(type, minorOf(amount), minorOf(fee)) : null;
	return signed && { amount: toDecimal(signed.amount), fee: toDecimal(signed.fee) };
}
