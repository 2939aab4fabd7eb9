/** Marks the mirror as complete: all its lines were read a moment ago. */
import type { SystemContext } from "#server/context.ts";
import { throughAccount } from "#tests/support/database/program-accounts.ts";

export async function keepLevel(
	{ database, config, clock }: Pick<SystemContext, "database" | "config" | "clock">,
	currency = "XOF",
): Promise<void> {
	const synced_at = clock.now();
	const owned = throughAccount(database, "owner");
	const { id, count } = await owned
		.selectFrom("movement")
		.select((of) => [of.fn.max("id").as("id"), of.fn.countAll().as("count")])
		.executeTakeFirstOrThrow();
	const row = { synced_at, mirror_rows: Number(count), last_movement_id: id ?? "0" };
	await owned
		.insertInto("movement_sync")
		.values({ environment: config.environment, currency, started_at: synced_at, ...row })
		.onConflict((conflict) => conflict.columns(["environment", "currency"]).doUpdateSet(row))
		.execute();
}
