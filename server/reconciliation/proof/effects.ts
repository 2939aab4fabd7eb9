/**
 * Computes a line's effect on the balance under a rule for fees and types. Assumption: the service counts the fees of all payouts
 * alike, and those of all deposits alike. Pure.
 */
import type { FeeRule } from "#lib/contracts/reconciliation.ts";
import type { AmountMinor } from "#lib/money.ts";
import { directionOf } from "#lib/movements/kept-direction.ts";
import type { movementEffect, signedMovement } from "#lib/movements/movements.ts";

/** Applies until an admin stores another rule; counts like `movementEffect`. */
export const USUAL_RULE: FeeRule = { deposit: "beside", withdrawal: "beside", types: [] };

export function effectOf(rule: FeeRule, type: string, amount: AmountMinor, fee: AmountMinor): AmountMinor {
	const direction = directionOf(rule, type);
	if (direction === null) return 0n;
	const isInside = (type === "deposit" || type === "withdrawal") && rule[type] === "inside";
	const cost = isInside ? 0n : fee;
	return direction === "in" ? amount - cost : -(amount + cost);
}

/** Returns `effectOf` of the rule, but null for a type that the rule gives no sign. */
export function knownEffects(rule: FeeRule): typeof movementEffect {
	return (type, amount, fee) => (directionOf(rule, type) === null ? null : effectOf(rule, type, amount, fee));
}

/** Returns amount and fee as the rule counts them, signed: their sum is `effectOf`. Returns null when the rule gives the type no sign. */
export function signedBy(rule: FeeRule): typeof signedMovement {
	return (type, amount, fee) => {
		if (directionOf(rule, type) === null) return null;
		const signed = effectOf(rule, type, amount, 0n);
		return { amount: signed, fee: effectOf(rule, type, amount, fee) - signed };
	};
}
