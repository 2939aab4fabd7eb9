/** A line's effect on the balance, under a rule for fees and types. Pure. */
import type { Reading } from "#lib/contracts/reconciliation.ts";
import type { AmountMinor } from "#lib/money.ts";
import { movementDirection } from "#lib/movements/movements.ts";

/** Chosen before counting; `Reading` records how well it is supported. */
export interface Rule {
	deposit: "beside" | "inside";
	withdrawal: "beside" | "inside";
	/** Directions of types without a known sign; a type not listed has no effect. */
	types: Readonly<Record<string, "in" | "out">>;
}

/** The same as `movementEffect`, until the data show otherwise. */
export const USUAL_RULE: Rule = { deposit: "beside", withdrawal: "beside", types: {} };

export function effectOf(rule: Rule, type: string, amount: AmountMinor, fee: AmountMinor): AmountMinor {
	const direction = movementDirection(type);
	if (direction === "in") return rule.deposit === "beside" ? amount - fee : amount;
	if (direction === "out") return rule.withdrawal === "beside" ? -(amount + fee) : -amount;
	// The service chooses the type's text, which may equal an inherited property name.
	const told = Object.hasOwn(rule.types, type) ? rule.types[type] : undefined;
	if (told === undefined) return 0n;
	return told === "in" ? amount - fee : -(amount + fee);
}

export function hasSign(rule: Rule, type: string): boolean {
	return movementDirection(type) !== null || Object.hasOwn(rule.types, type);
}

export function ruleOf(reading: Reading): Rule {
	const side = (fee: Reading["deposit"]) => (fee === "inside" ? "inside" : "beside");
	const known = reading.types.flatMap(({ type, effect }) =>
		effect === "in" || effect === "out" ? [[type, effect] as const] : [],
	);
	return { deposit: side(reading.deposit), withdrawal: side(reading.withdrawal), types: Object.fromEntries(known) };
}
