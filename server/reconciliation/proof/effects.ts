/** What a line does to the balance, under a reading of fees and of types. Pure. */
import type { Reading } from "#lib/contracts/reconciliation.ts";
import type { AmountMinor } from "#lib/money.ts";
import { movementDirection } from "#lib/movements.ts";

/** Chosen before anything is counted; `Reading` tells people how well it is supported. */
export interface Rule {
	deposit: "beside" | "inside";
	withdrawal: "beside" | "inside";
	/** Of types without a known sign; what is not here has no effect. */
	types: Readonly<Record<string, "in" | "out">>;
}

/** As `movementEffect` reads it, until the data say otherwise. */
export const USUAL_RULE: Rule = { deposit: "beside", withdrawal: "beside", types: {} };

export function effectOf(rule: Rule, type: string, amount: AmountMinor, fee: AmountMinor): AmountMinor {
	const direction = movementDirection(type);
	if (direction === "in") return rule.deposit === "beside" ? amount - fee : amount;
	if (direction === "out") return rule.withdrawal === "beside" ? -(amount + fee) : -amount;
	// The type is the service's text: it may be called like anything that an object inherits.
	const told = Object.hasOwn(rule.types, type) ? rule.types[type] : undefined;
	if (told === undefined) return 0n;
	return told === "in" ? amount - fee : -(amount + fee);
}

/** Does this rule know which way such a line goes? */
export function hasSign(rule: Rule, type: string): boolean {
	return movementDirection(type) !== null || Object.hasOwn(rule.types, type);
}

/** The rule that a kept proof was worked out by. */
export function ruleOf(reading: Reading): Rule {
	const side = (fee: Reading["deposit"]) => (fee === "inside" ? "inside" : "beside");
	const known = reading.types.flatMap(({ type, effect }) =>
		effect === "in" || effect === "out" ? [[type, effect] as const] : [],
	);
	return { deposit: side(reading.deposit), withdrawal: side(reading.withdrawal), types: Object.fromEntries(known) };
}
