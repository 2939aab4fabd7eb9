/** Amounts in francs that hardly another test uses, and how the English desk writes them. */
import { randomInt } from "node:crypto";

/** Plain decimal text: "48217". */
export function anAmount(): string {
	return String(randomInt(10_001, 99_999));
}

/** "48 217", as text that is compared with white space made plain. */
export function shown(amount: string): string {
	return amount.replace(/\B(?=(\d{3})+$)/g, " ");
}
