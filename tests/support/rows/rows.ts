/** Writes and reads one table's rows without a verb. `like`: only rows with these values. */
import type { InsertObject, Selectable, UpdateObject } from "kysely";
import type { Database } from "#server/store/database.ts";
import type { Tables } from "#server/store/tables/tables.ts";
import { throughAccount } from "#tests/support/database/program-accounts.ts";

type Table = keyof Tables & string;
type Row<T extends Table> = Selectable<Tables[T]>;

export async function insertRows<T extends Table>(
	database: Database,
	table: T,
	values: InsertObject<Tables, T> | readonly InsertObject<Tables, T>[],
): Promise<void> {
	await throughAccount(database, "owner").insertInto(table).values(values).execute();
}

export async function updateRows<T extends Table, Column extends keyof Row<T>>(
	database: Database,
	table: T,
	like: Pick<Row<T>, Column>,
	values: UpdateObject<Tables, T>,
): Promise<void> {
	// Kysely's types cannot follow a table that is a parameter.
	const update = throughAccount(database, "owner")
		.updateTable(table as "payment")
		.set(values as never);
	await update.where((of) => of.and(like as never)).execute();
}

/** Returns one of the rows; fails when there is none. */
export async function findRow<T extends Table, Column extends keyof Row<T>>(
	database: Database,
	table: T,
	like: Pick<Row<T>, Column>,
): Promise<Row<T>> {
	const all = throughAccount(database, "owner")
		.selectFrom(table as "payment")
		.selectAll();
	return (await all.where((of) => of.and(like as never)).executeTakeFirstOrThrow()) as Row<T>;
}
