/** A file of rows before it has a format: what its columns are called, what they hold, and where the rows come from. */

export interface Column<Row> {
	/** In the language of the file. */
	head: string;
	/**
	 * `time`: ISO 8601 in UTC, shown on the business's clock. `day`: "2026-11-21". `count`: digits. `money`: two-decimal text with
	 * its sign, `balance` the same of what is not added up. `phone`: text that may begin with a plus sign. `currency` stands once in
	 * a sheet that has amounts of several.
	 */
	kind: "text" | "phone" | "time" | "day" | "count" | "money" | "balance" | "currency";
	/** Of the column in a workbook, in characters. */
	width: number;
	/** Null for an empty cell. */
	of(row: Row): string | null;
}

export interface Sheet<Row> {
	/** At most 31 characters. */
	name: string;
	columns: readonly Column<Row>[];
	/** Whose decimals the amounts of a row have. */
	currencyOf(row: Row): string;
	/** What a row is added up under beside the sum of all, in words; null: under nothing of its own. */
	groupOf?(row: Row): string | null;
	batches: AsyncIterable<readonly Row[]>;
}
