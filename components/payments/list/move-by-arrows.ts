import type { KeyboardEvent } from "react";

/** On a tbody: arrows, Home and End move the focus between the links of its rows. */
export function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
	const links = [...event.currentTarget.querySelectorAll<HTMLElement>("tr a[href]")];
	const at = links.indexOf(document.activeElement as HTMLElement);
	if (at < 0) return;
	const goals: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 };
	const goal = goals[event.key];
	if (goal === undefined || !links[goal]) return;
	event.preventDefault();
	links[goal].focus();
}
