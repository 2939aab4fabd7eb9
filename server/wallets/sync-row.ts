/** The row that tells of a wallet's sync: when it began, what it left out, and the fault of a stream that failed. */
import { sql } from "kysely";
import type { ErrorCode } from "#lib/error-codes.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import type { SetAside } from "#server/wallets/movement-staging.ts";

export interface MirrorKey {
	environment: string;
	currency: string;
}

export interface SyncStart {
	fault: string | null;
	may_be_cut: boolean;
	unreadable_lines: number;
	body_digest: string | null;
	/** Now, by the database's clock. */
	beganAt: Date;
}

/** Returns what stood there before. */
export async function noteStart(connection: Database, mirror: MirrorKey, startedAt: Date): Promise<SyncStart> {
	return connection
		.insertInto("movement_sync")
		.values({ ...mirror, started_at: startedAt })
		.onConflict((conflict) => conflict.columns(["environment", "currency"]).doUpdateSet({ started_at: startedAt }))
		.returning(["fault", "may_be_cut", "unreadable_lines", "body_digest", sql<Date>`clock_timestamp()`.as("beganAt")])
		.executeTakeFirstOrThrow();
}

/** The service says what it said before: the mirror is level again, and stays as it is. */
export async function noteUnchanged(
	connection: Database,
	mirror: MirrorKey,
	{ startedAt, beganAt }: { startedAt: Date; beganAt: Date },
): Promise<void> {
	await connection
		.updateTable("movement_sync")
		.set({ synced_at: startedAt, began_at: beganAt, ended_at: sql<Date>`clock_timestamp()`, fault: null })
		.where("environment", "=", mirror.environment)
		.where("currency", "=", mirror.currency)
		.execute();
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

/** The lines that this answer left unread take the place of those that the one before did. */
export async function keepUnreadable(
	trx: DatabaseTransaction,
	{ environment, currency }: MirrorKey,
	{ first }: SetAside,
	at: Date,
): Promise<void> {
	await trx
		.deleteFrom("unreadable_movement")
		.where("environment", "=", environment)
		.where("currency", "=", currency)
		.execute();
	if (first.length === 0) return;
	const rows = first.map(({ place, line: { field, fault, excerpt } }) => ({
		...{ environment, currency, place, since: at },
		...{ field, fault, excerpt },
	}));
	await trx.insertInto("unreadable_movement").values(rows).execute();
}
