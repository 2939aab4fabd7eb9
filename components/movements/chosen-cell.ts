import type { MovementColumn } from "#lib/lists/list-columns.ts";

/** Phones show these of the chosen columns. */
const ON_PHONES: readonly MovementColumn[] = ["when", "type", "amount"];
const FIGURES: readonly MovementColumn[] = ["fee", "amount", "balance"];

export function isFigure(column: MovementColumn): boolean {
	return FIGURES.includes(column);
}

export function isOnPhones(column: MovementColumn): boolean {
	return ON_PHONES.includes(column);
}

/** The classes of a cell where the member chose the columns. */
export function chosenCell(column: MovementColumn): string {
	const room = isOnPhones(column) ? "" : " max-sm:hidden";
	if (column === "when") return "num text-ink-2 max-sm:text-xs sm:relative sm:pl-7!";
	if (column === "amount") return "figure font-[540]";
	if (isFigure(column)) return `figure text-ink-2${room}`;
	return `max-w-60 truncate${column === "type" ? "" : " text-ink-2"}${room}`;
}
