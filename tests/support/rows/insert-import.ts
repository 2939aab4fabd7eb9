/** A transaction that was started elsewhere, as the register holds it once its reference was looked up. */
import type { Insertable } from "kysely";
import type { SystemContext } from "#server/context.ts";
import type { Tables } from "#server/store/tables.ts";

type Row = Insertable<Tables["imported_transaction"]>;
type Facts = Partial<Row> & Pick<Row, "reference">;

/** Found with success, unless the facts say otherwise. */
export async function insertImport(
	{ database, config, clock }: Pick<SystemContext, "database" | "config" | "clock">,
	importedBy: { id: string },
	facts: Facts,
): Promise<void> {
	const found = { state: "found" as const, service_status: "success", position: 1 };
	await database
		.insertInto("imported_transaction")
		.values({
			...{ environment: config.environment, imported_by: importedBy.id, imported_at: clock.now() },
			...{ ...found, ...facts },
		})
		.execute();
}
