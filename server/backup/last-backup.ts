import { sql } from "kysely";
import { withOneConnection } from "#server/backup/one-connection.ts";
import type { Database } from "#server/store/database.ts";
import { selectSetting, writeSetting } from "#server/store/settings.ts";

export const LAST_BACKUP = "last_backup";

export async function noteBackup(databaseUrl: string, about: { bytes: number; isEncrypted: boolean }): Promise<void> {
	await withOneConnection(databaseUrl, "cauri-backup", ({ database }) => noteNow(database, LAST_BACKUP, about));
}

/** Stores `about` as the setting `name`, with the current time of the database's clock. */
export async function noteNow(database: Database, name: string, about: object): Promise<void> {
	await writeSetting(database, name, about, { at: sql<Date>`now()`, by: null });
}

export async function readLastBackup(database: Database): Promise<Date | null> {
	return (await selectSetting(database, LAST_BACKUP))?.changed_at ?? null;
}

/**
 * Calls `run` when the last backup is older than `everyMs` and no other machine writes a backup now: each machine may have a schedule.
 * Returns the time in ms until the next backup is due; 0 after `run`.
 */
export async function backUpWhenDue(databaseUrl: string, everyMs: number, run: () => Promise<void>): Promise<number> {
	return withOneConnection(databaseUrl, "cauri-backup", async ({ client }) => {
		// The lock belongs to the session: it ends with the connection, even if this machine dies.
		const lock = await client.query<{ mine: boolean }>(
			"select pg_try_advisory_lock(hashtextextended('cauri:backup', 0)) as mine",
		);
		const { rows } = await client.query<{ age: number | null }>(
			`select (extract(epoch from now() - max(changed_at)) * 1000)::float as age from setting where name = $1`,
			[LAST_BACKUP],
		);
		const age = rows[0]?.age ?? null;
		// A time in the future comes from a clock that was ahead; a schedule must not wait until then.
		if (age !== null && age >= 0 && age < everyMs) return everyMs - age;
		if (!lock.rows[0]?.mine) return everyMs;
		await run();
		return 0;
	});
}
