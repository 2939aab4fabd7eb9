/** The effect of each type of movement on the wallet's balance; shared by totals, exports and screens. */
import type { AmountMinor } from "#lib/money.ts";

export type MovementDirection = "in" | "out";

const NAMED_TYPES = new Set(["withdrawal", "deposit", "fee", "reversal", "refund", "adjustment"]);

/** True for a type that our texts name. Searches a list, because the messages object would also have a type `constructor`. */
export function isNamedType(type: string): boolean {
	return NAMED_TYPES.has(type);
}

/**
 * The service shows amounts without a sign. Assumption: `withdrawal` (the only type seen) takes from the wallet and `deposit`,
 * the other transaction type, adds to it; any other type has no sign and enters no balance.
 */
export function movementDirection(type: string): MovementDirection | null {
	if (type === "withdrawal") return "out";
	if (type === "deposit") return "in";
	return null;
}

export function movementSign(type: string): "+" | "−" | "" {
	const direction = movementDirection(type);
	if (direction === null) return "";
	return direction === "in" ? "+" : "−";
}

/**
 * The effect of a movement, or of a sum of movements of one type, on the balance; null when the type has no sign. Assumption: the
 * amount does not contain the fee, which the wallet always pays: a deposit adds amount − fee, a withdrawal takes amount + fee.
 */
export function movementEffect(type: string, amount: AmountMinor, fee: AmountMinor): AmountMinor | null {
	const signed = signedMovement(type, amount, fee);
	return signed && signed.amount + signed.fee;
}

/**
 * Amount and fee with their signs for the wallet, in hundredths: their sum is the change of the balance. Null when the type has
 * no sign. Assumption: as in `movementEffect`.
 */
export function signedMovement(
	type: string,
	amount: AmountMinor,
	fee: AmountMinor,
): { amount: AmountMinor; fee: AmountMinor } | null {
	const direction = movementDirection(type);
	if (direction === null) return null;
	return { amount: direction === "in" ? amount : -amount, fee: -fee };
}
