/** What a movement's type says about the wallet: shared by totals, exports and screens. */
import type { AmountMinor } from "#lib/money.ts";

export type MovementDirection = "in" | "out";

const NAMED_TYPES = new Set(["withdrawal", "deposit", "fee", "reversal", "refund", "adjustment"]);

/** Has this type a text of ours? A list, and no look into the messages: the service may call a type `constructor`. */
export function isNamedType(type: string): boolean {
	return NAMED_TYPES.has(type);
}

/**
 * The service shows amounts without a sign. Assumption: `withdrawal` (the one type seen) takes from the wallet and `deposit`,
 * the other transaction type, adds to it; a type nobody has described has no sign and enters no balance.
 */
export function movementDirection(type: string): MovementDirection | null {
	if (type === "withdrawal") return "out";
	if (type === "deposit") return "in";
	return null;
}

/**
 * What a movement, or a sum of movements of one type, does to the balance; null when the type has no sign. Assumption: the fee
 * stands beside the amount and the wallet always bears it: a deposit adds amount − fee, a withdrawal takes amount + fee.
 */
export function movementEffect(type: string, amount: AmountMinor, fee: AmountMinor): AmountMinor | null {
	const direction = movementDirection(type);
	if (direction === null) return null;
	return direction === "in" ? amount - fee : -(amount + fee);
}

/**
 * An amount and its fee with the signs that they have for the wallet, two-decimal text: a column of them adds up to what the
 * balance did. Null when the type has no sign. Assumption: as in `movementEffect`; an amount that the service signed itself keeps it.
 */
export function signedMovement(
	type: string,
	amount: AmountMinor,
	fee: AmountMinor,
): { amount: AmountMinor; fee: AmountMinor } | null {
	const direction = movementDirection(type);
	if (direction === null) return null;
	return { amount: direction === "in" || amount < 0n ? amount : -amount, fee: -fee };
}
