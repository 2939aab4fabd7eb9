/** Once a week, restores a backup into a scratch database beside the desk's, verifies its audit log, and drops the database. */
import { escapeIdentifier } from "pg";
import { noteNow } from "#server/backup/last-backup.ts";
import { withOneConnection } from "#server/backup/one-connection.ts";
import { type RestoreOptions, restoreBackup } from "#server/backup/restore-backup.ts";

export const LAST_RESTORE = "last_restore";
const EVERY = "7 days";
// PostgreSQL: insufficient_privilege.
const NOT_ALLOWED = "42501";

// The copy takes the size of the database, its log nearly as much again. A full disk could end PostgreSQL, for the desk, too.
const ROOM = { times: 2, reserveBytes: 100_000_000 };

interface RestoreCheck extends Pick<RestoreOptions, "databaseUrl" | "path" | "identities" | "signal"> {
	/** Free bytes on the disk of the database; null when it is on another machine. */
	freeBytes?: () => number | null;
}

/**
 * Returns the seconds taken, `not_allowed` when the account may not create databases, `no_room` when the disk could become full, or null:
 * less than a week after the last check, and during another one. Throws a UserFacingError when the file does not restore; then no check
 * is recorded.
 */
export async function checkRestoreWhenDue({
	freeBytes = () => null,
	...check
}: RestoreCheck): Promise<number | "not_allowed" | "no_room" | null> {
	return withOneConnection(check.databaseUrl, "cauri-backup", async ({ client, database }) => {
		// A backup to another folder may be restoring into the same scratch database now.
		const { rows } = await client.query<{ due: boolean; mine: boolean; name: string; like: string; bytes: number }>(
			`select datname as name, pg_database_size(oid)::float8 as bytes,
				pg_try_advisory_lock(hashtextextended('cauri:restore_check', 0)) as mine,
				not exists (select from setting where name = $1 and changed_at between now() - $2::interval and now()) as due,
				format('encoding %L lc_collate %L lc_ctype %L', pg_encoding_to_char(encoding), datcollate, datctype) as like
			from pg_database where datname = current_database()`,
			[LAST_RESTORE, EVERY],
		);
		const [row] = rows;
		if (!row?.mine) return null;
		const scratch = `${row.name.slice(0, 48)}_restore_check`;
		const drop = () => client.query(`drop database if exists ${escapeIdentifier(scratch)} with (force)`);
		const began = performance.now();
		try {
			// A killed check may have left its database behind, which takes room until it is dropped.
			await drop();
			if (!row.due) return null;
			if ((freeBytes() ?? Number.POSITIVE_INFINITY) < ROOM.times * row.bytes + ROOM.reserveBytes) return "no_room";
			// Copies encoding and locale, because the server's default encoding might lack characters of names.
			await client.query(`create database ${escapeIdentifier(scratch)} template template0 ${row.like}`);
		} catch (error) {
			if ((error as { code?: string }).code === NOT_ALLOWED) return "not_allowed";
			throw error;
		}
		try {
			const databaseUrl = urlOf(check.databaseUrl, scratch);
			await restoreBackup({ ...check, databaseUrl, replace: false, onWait: () => undefined });
		} finally {
			await drop();
		}
		const seconds = Math.round((performance.now() - began) / 1_000);
		await noteNow(database, LAST_RESTORE, { seconds });
		return seconds;
	});
}

function urlOf(databaseUrl: string, name: string): string {
	const url = new URL(databaseUrl);
	url.pathname = `/${encodeURIComponent(name)}`;
	return url.href;
}
