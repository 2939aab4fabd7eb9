import type { KeyboardEvent } from "react";

/** On a list's keydown: arrows, Home and End move the focus between `stops`. Does nothing unless one of them has the focus. */
export function moveFocus(event: KeyboardEvent, stops: readonly HTMLElement[]): void {
	const at = stops.indexOf(document.activeElement as HTMLElement);
	if (at < 0) return;
	const goals: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: stops.length - 1 };
	const goal = stops[goals[event.key] ?? -1];
	if (!goal) return;
	event.preventDefault();
	goal.focus();
}
