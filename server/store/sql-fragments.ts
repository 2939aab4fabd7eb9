import { type Insertable, type RawBuilder, type Selectable, sql } from "kysely";
import type { Database } from "#server/store/database.ts";
import type { Tables } from "#server/store/tables/tables.ts";

/** Lists values for `in (…)` as literals, so that the planner sees which partial index fits. Never use it for user input. */
export function listed(values: readonly string[]): RawBuilder<unknown> {
	return sql.join(values.map((value) => sql.lit(value)));
}

export interface WalletKey {
	environment: string;
	currency: string;
}

/** `table` qualifies the columns, for a statement with several tables. */
export function ofWallet({ environment, currency }: WalletKey, table?: string): RawBuilder<boolean> {
	const of = (column: string) => sql.ref(table ? `${table}.${column}` : column);
	return sql<boolean>`${of("environment")} = ${environment} and ${of("currency")} = ${currency}`;
}

/** For `jsonb_to_recordset`: PostgreSQL refuses half a surrogate pair, with which a cut text of the service may end. */
export function toJson(rows: readonly object[]): string {
	return JSON.stringify(rows, (_key, value: unknown) => (typeof value === "string" ? value.toWellFormed() : value));
}

export type NewRow<T extends keyof Tables> = {
	[C in keyof Insertable<Tables[T]>]: C extends keyof Selectable<Tables[T]> ? Selectable<Tables[T]>[C] : never;
};

/**
 * Inserts any number of rows with one parameter: PostgreSQL takes at most 65,535 parameters, and each takes memory. Give values
 * of jsonb columns as objects, not as text. A column that only some rows name is null in the others.
 */
export function insertAll<T extends keyof Tables & string>(store: Database, table: T, rows: readonly NewRow<T>[]) {
	const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))] as (keyof Tables[T] & string)[];
	const into = store.insertInto(table);
	return (columns.length > 0 ? into.columns(columns) : into).expression(
		sql`select ${sql.join(columns.map((column) => sql.ref(column)))}
			from jsonb_populate_recordset(null::${sql.table(table)}, ${toJson(rows)}::jsonb)`,
	);
}
