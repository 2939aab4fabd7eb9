import { addDays } from "#lib/dates.ts";

export interface Period {
	from: string;
	/** Inclusive. */
	to: string;
}

/** The month before, for days of one month that begin with its first; else as many days before. */
export function periodBefore({ from, to }: Period): Period {
	const last = addDays(from, -1);
	if (from.endsWith("-01") && to.slice(0, 7) === from.slice(0, 7)) return { from: `${last.slice(0, 7)}-01`, to: last };
	return { from: addDays(from, -daysIn({ from, to })), to: last };
}

function daysIn({ from, to }: Period): number {
	return (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
}
