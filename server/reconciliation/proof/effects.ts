/**
 * Computes a line's effect on the balance, under a rule for fees and types. Assumption: the service counts the fees of all payouts in one
 * way, and those of all deposits in one way. Pure.
 */
import type { FeeRule, FeeSide } from "#lib/contracts/reconciliation.ts";
import type { AmountMinor } from "#lib/money.ts";
import { movementDirection } from "#lib/movements/movements.ts";

/** A `FeeRule` for counting. */
export interface Rule {
	deposit: FeeSide;
	withdrawal: FeeSide;
	/** Directions of types without a known sign; a type not listed has no effect. */
	types: Readonly<Record<string, "in" | "out">>;
}

/** Applies until a person keeps another rule; counts like `movementEffect`. */
export const USUAL_RULE: FeeRule = { deposit: "beside", withdrawal: "beside", types: [] };

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

/** `effectOf` where the rule knows the type's sign, else null. */
export function knownEffects(rule: Rule) {
	return (type: string, amount: AmountMinor, fee: AmountMinor): AmountMinor | null =>
		hasSign(rule, type) ? effectOf(rule, type, amount, fee) : null;
}

export function ruleOf({ deposit, withdrawal, types }: FeeRule): Rule {
	return { deposit, withdrawal, types: Object.fromEntries(types.map(({ type, effect }) => [type, effect])) };
}
