/** Apart from movements.ts, because the page of movements does not need it. */
import { type MovementDirection, movementDirection } from "#lib/movements/movements.ts";

type Rule = { types: readonly { type: string; effect: MovementDirection }[] };

/** Returns null for a type whose direction neither its name nor the rule tells. */
export function directionOf({ types }: Rule, type: string): MovementDirection | null {
	return movementDirection(type) ?? types.findLast((one) => one.type === type)?.effect ?? null;
}
