import type { KeyboardEvent } from "react";

/** On a tbody whose rows can be focused: arrows, Home and End move the focus from row to row. */
export function moveByRows(event: KeyboardEvent<HTMLTableSectionElement>): void {
	const rows = [...event.currentTarget.rows];
	const at = rows.indexOf(document.activeElement as HTMLTableRowElement);
	if (at < 0) return;
	const goals: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 };
	const goal = goals[event.key];
	if (goal === undefined || !rows[goal]) return;
	event.preventDefault();
	rows[goal].focus();
}
