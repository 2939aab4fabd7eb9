import { movementDirection } from "#lib/movements/movements.ts";

/** The sign before an amount; none if the service wrote one itself, or if the direction is unknown. */
export function movementSign(type: string, amount: string): "+" | "−" | "" {
	const direction = movementDirection(type);
	if (amount.startsWith("-") || direction === null) return "";
	return direction === "in" ? "+" : "−";
}
