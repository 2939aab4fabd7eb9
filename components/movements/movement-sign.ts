import { movementDirection } from "#lib/movements/movements.ts";

/** The sign before an amount; none if the direction is unknown. */
export function movementSign(type: string): "+" | "−" | "" {
	const direction = movementDirection(type);
	if (direction === null) return "";
	return direction === "in" ? "+" : "−";
}
