/**
 * Computes a line's effect on the balance under a rule for fees and types. Assumption: the service counts the fees of all payouts
 * alike, and those of all deposits alike. Pure.
 */
import type { FeeRule, FeeSide } from "#lib/contracts/reconciliation.ts";
import type { AmountMinor } from "#lib/money.ts";
import { movementDirection, type signedMovement } from "#lib/movements/movements.ts";

export interface Rule {
	deposit: FeeSide;
	withdrawal: FeeSide;
	/** Directions of types without a known sign; a type not listed has no effect. */
	types: Readonly<Record<string, "in" | "out">>;
}

/** Applies until an admin stores another rule; counts like `movementEffect`. */
export const USUAL_RULE: FeeRule = { deposit: "beside", withdrawal: "beside", types: [] };

/** Returns null for a type whose direction neither its name nor the rule tells. */
export function directionOf(rule: Rule, type: string): "in" | "out" | null {
	// The service chooses the type's text, which may equal an inherited property name.
	const ruled = Object.hasOwn(rule.types, type) ? rule.types[type] : undefined;
	return movementDirection(type) ?? ruled ?? null;
}

export function effectOf(rule: Rule, type: string, amount: AmountMinor, fee: AmountMinor): AmountMinor {
	const direction = directionOf(rule, type);
	if (direction === null) return 0n;
	const isInside = (type === "deposit" || type === "withdrawal") && rule[type] === "inside";
	const cost = isInside ? 0n : fee;
	return direction === "in" ? amount - cost : -(amount + cost);
}

export function hasSign(rule: Rule, type: string): boolean {
	return directionOf(rule, type) !== null;
}

export function knownEffects(rule: Rule) {
	return (type: string, amount: AmountMinor, fee: AmountMinor): AmountMinor | null =>
		hasSign(rule, type) ? effectOf(rule, type, amount, fee) : null;
}

/** Returns amount and fee as the rule counts them, signed: their sum is `effectOf`. Returns null when the rule gives the type no sign. */
export function signedBy(rule: Rule): typeof signedMovement {
	return (type, amount, fee) => {
		if (!hasSign(rule, type)) return null;
		const signed = effectOf(rule, type, amount, 0n);
		return { amount: signed, fee: effectOf(rule, type, amount, fee) - signed };
	};
}

export function ruleOf({ deposit, withdrawal, types }: FeeRule): Rule {
	return { deposit, withdrawal, types: Object.fromEntries(types.map(({ type, effect }) => [type, effect])) };
}
