/** The service that this database is used with, by its environment; its payments must not be sent through another one. */
import { z } from "zod";
import type { SystemContext } from "#server/context.ts";
import type { Database } from "#server/store/database.ts";

export const ENVIRONMENT_IN_USE = "environment_in_use";

/** False also for a database that was never used: it is from now on. */
export async function isOtherEnvironment({ database, config, clock }: SystemContext): Promise<boolean> {
	const inUse = await readEnvironmentInUse(database);
	if (inUse !== null) return inUse !== config.environment;
	const value = JSON.stringify({ environment: config.environment });
	await database
		.insertInto("setting")
		.values({ name: ENVIRONMENT_IN_USE, value, changed_at: clock.now(), changed_by: null })
		.onConflict((conflict) => conflict.column("name").doNothing())
		.execute();
	return false;
}

/** Null when it is not set. An unreadable value is never our environment. */
async function readEnvironmentInUse(database: Database): Promise<string | null> {
	const row = await database
		.selectFrom("setting")
		.select("value")
		.where("name", "=", ENVIRONMENT_IN_USE)
		.executeTakeFirst();
	return row ? environmentOf(row.value) : null;
}

export function environmentOf(value: unknown): string {
	return z.object({ environment: z.string() }).safeParse(value).data?.environment ?? "";
}
