/** Inserts a transaction started elsewhere, as the register keeps it after its look-up. */

import type { Insertable } from "kysely";
import type { SystemContext } from "#server/context.ts";
import type { Tables } from "#server/store/tables/tables.ts";
import { insertRows } from "#tests/support/rows/rows.ts";

type Row = Insertable<Tables["imported_transaction"]>;
type Facts = Partial<Row> & Pick<Row, "reference">;

/** By default found with success. */
export async function insertImport(
	{ database, config, clock }: Pick<SystemContext, "database" | "config" | "clock">,
	importedBy: { id: string },
	facts: Facts,
): Promise<void> {
	const found = { state: "found" as const, service_status: "success", position: 1 };
	await insertRows(database, "imported_transaction", {
		...{ environment: config.environment, imported_by: importedBy.id, imported_at: clock.now() },
		...{ ...found, ...facts },
	});
}
