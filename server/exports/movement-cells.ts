/** Amount and type cells of a movement, signed as the balance changed, so that a column adds up to the balance's change. */
import type { Movement } from "#lib/contracts/movement.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { isNamedType, signedMovement } from "#lib/movements/movements.ts";
import { type ExportLabels, labelOr } from "#server/exports/export-labels.ts";

type Line = Pick<Movement, "type" | "amount" | "fee" | "withdrawnAt">;

/** The screen's name of the type; an unknown type shows its own. */
export function typeLabel(type: string, labels: ExportLabels): string {
	return isNamedType(type) ? labelOr(labels.movements.types, type) : type;
}

/**
 * Signed two-decimal text, or null. Reversed lines and types without a sign would falsify the sums, so they have columns of their
 * own, as the service wrote them.
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
