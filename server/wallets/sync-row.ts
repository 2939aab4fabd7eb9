/** The row that tells of a wallet's sync: when it began, and the fault of a stream that failed. */
import type { ErrorCode } from "#lib/error-codes.ts";
import type { Database } from "#server/store/database.ts";

export interface MirrorKey {
	environment: string;
	currency: string;
}

/** Returns what stood there before. */
export async function noteStart(
	connection: Database,
	mirror: MirrorKey,
	startedAt: Date,
): Promise<{ fault: string | null; may_be_cut: boolean }> {
	return connection
		.insertInto("movement_sync")
		.values({ ...mirror, started_at: startedAt })
		.onConflict((conflict) => conflict.columns(["environment", "currency"]).doUpdateSet({ started_at: startedAt }))
		.returning(["fault", "may_be_cut"])
		.executeTakeFirstOrThrow();
}

/** The mirror itself, and the time at which it was last level, stay as they were. */
export async function noteFault(connection: Database, mirror: MirrorKey, fault: ErrorCode): Promise<void> {
	await connection
		.updateTable("movement_sync")
		.set({ fault })
		.where("environment", "=", mirror.environment)
		.where("currency", "=", mirror.currency)
		.execute();
}
