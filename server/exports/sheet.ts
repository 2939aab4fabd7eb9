/** A table before it has a file format: its columns, their kinds, and the source of its rows. */
import { dayOf, formatTime } from "#lib/dates.ts";

export interface Column<Row> {
	head: string;
	/**
	 * `time`: ISO 8601 in UTC, shown in business time. `day`: "2026-11-21". `count`: digits. `money`: signed two-decimal text;
	 * `balance`: the same, never added up. `phone`: may begin with a plus sign. `currency`: once per sheet with several
	 * currencies.
	 */
	kind: "text" | "phone" | "time" | "day" | "count" | "money" | "balance" | "currency";
	width: number;
	of(row: Row): string | null;
}

export interface Sheet<Row> {
	/** At most 31 characters. */
	name: string;
	columns: readonly Column<Row>[];
	/** The currency of the row's amounts, which decides how many decimals they show. */
	currencyOf(row: Row): string;
	/** Label of the row's subtotal; null when it has none. */
	groupOf?(row: Row): string | null;
	batches: Batches<Row>;
}

export type Batches<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

/** Returns a UTC time as the business's clocks show it: "2026-11-21 09:41:07". */
export function localTime(utc: string, timeZone: string): string {
	const at = new Date(utc);
	return `${dayOf(at, timeZone)} ${formatTime(at, { locale: "en", timeZone })}`;
}
