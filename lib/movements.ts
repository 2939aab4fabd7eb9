/** What a movement's type says about the wallet: shared by totals, exports and screens. */

export type MovementDirection = "in" | "out";

/**
 * The service shows amounts without a sign. Assumption: `withdrawal` (the one type seen) takes from the wallet and `deposit`,
 * the other transaction type, adds to it; a type nobody has described has no sign and enters no balance.
 */
export function movementDirection(type: string): MovementDirection | null {
	if (type === "withdrawal") return "out";
	if (type === "deposit") return "in";
	return null;
}
