/** Amounts in francs that hardly any other test uses, and their form on the English screens. */
import { randomInt } from "node:crypto";

/** Plain decimal text: "48217". */
export function anAmount(): string {
	return String(randomInt(10_001, 99_999));
}

/** "48 217", with plain spaces, for comparison with normalised text. */
export function shown(amount: string): string {
	return amount.replace(/\B(?=(\d{3})+$)/g, " ");
}
