/** Amount and type cells of a movement, signed as the balance changed, so that a column adds up to the balance's change. */
import type { Movement } from "#lib/contracts/movement.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { isNamedType, signedMovement } from "#lib/movements/movements.ts";
import { type ExportLabels, labelOr } from "#server/exports/export-labels.ts";

type Line = Pick<Movement, "type" | "amount" | "fee" | "withdrawnAt">;

/** Returns the screen's name of a type; an unknown type is shown as the service writes it. */
export function typeLabel(type: string, labels: ExportLabels): string {
	return isNamedType(type) ? labelOr(labels.movements.types, type) : type;
}

/**
 * Signed two-decimal text, or null. Withdrawn lines and types without a sign would falsify the sums, so their amounts are in separate
 * columns, as the service wrote them.
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
