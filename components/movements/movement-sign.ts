import { movementDirection } from "#lib/movements.ts";

/** The sign before an amount; none where the service wrote one itself, or where nobody knows which way it went. */
export function movementSign(type: string, amount: string): "+" | "−" | "" {
	const direction = movementDirection(type);
	if (amount.startsWith("-") || direction === null) return "";
	return direction === "in" ? "+" : "−";
}
