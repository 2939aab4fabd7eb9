/** `npm run restore`: puts a backup back, whole or not at all, and says what that means for sending. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type ForeseenDoubt, foreseeDoubt } from "#server/backup/foresee-doubt.ts";
import { type RestoredBackup, restoreBackup } from "#server/backup/restore-backup.ts";
import { becomeOwner } from "#server/cli/launcher/become-owner.ts";
import { withDeskDatabase } from "#server/cli/launcher/desk-database.ts";
import { loadEnvFile } from "#server/cli/launcher/env-file.ts";
import { headPlaces } from "#server/cli/launcher/head-places.ts";
import { runTask } from "#server/cli/launcher/run-task.ts";
import { say } from "#server/cli/launcher/terminal.ts";
import { openDatabase, openPool } from "#server/store/database.ts";

const USAGE = `npm run restore -- FILE [--replace]

Puts a backup of npm run backup back: into an empty database, or, with --replace, instead of what is there. Stop the desk first.
The file is read to its last byte before anything is touched; the rest is one transaction, read back and proved before it
counts. A backup of an older version is brought level. DATA_DIR/head and DATA_DIR/journal stay as they are: by them the desk
notices that its database went back. The database is DATABASE_URL's, else the embedded one of DATA_DIR (default .data).

Ends with 0 when the backup is back, with 1 when the database is as it was, with 2 when it was called wrongly.`;

await runTask(USAGE, readArguments, async ({ path, replace }, signal) => {
	loadEnvFile();
	becomeOwner();
	await withDeskDatabase(process.env, { program: "restore", alone: true }, async (databaseUrl) => {
		const onWait = () => say("A worker gave a sign of life a moment ago; waiting to see whether it lives …");
		const restored = await restoreBackup({ databaseUrl, path, replace, onWait, signal });
		say(restoredMessage(restored));
		say(doubtMessage(await foresee(databaseUrl), restored));
	});
});

function readArguments(args: string[]): { path: string; replace: boolean } {
	const options = { replace: { type: "boolean", default: false } } as const;
	const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
	const [file, ...more] = positionals;
	if (!file || more.length > 0) throw new Error("Name one file.");
	return { path: resolve(file), replace: values.replace };
}

async function foresee(databaseUrl: string): Promise<ForeseenDoubt> {
	const pool = openPool(databaseUrl, { application_name: "cauri-restore", max: 2 });
	try {
		return await foreseeDoubt(openDatabase(pool), headPlaces(process.env));
	} finally {
		await pool.end();
	}
}

function restoredMessage({ manifest, migrated }: RestoredBackup): string {
	const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
	return [
		`Restored as of ${manifest.at}: ${rows} rows of ${manifest.tables.length} tables, read back and equal; the record is whole.`,
		...(migrated.length > 0 ? [`Brought level: ${migrated.join(", ")}.`] : []),
		"Everybody signs in anew. Members, roles and passwords are as they were then: look at npm run member -- list.",
	].join("\n");
}

function doubtMessage(doubt: ForeseenDoubt, { manifest }: RestoredBackup): string {
	const acknowledge = "an admin has looked at the movements and acknowledged it in Settings";
	if (doubt.kind === "nothing_since")
		return "Nothing was recorded here since this backup. Once the worker has read the wallets, the desk goes on.";
	if (doubt.kind === "no_head")
		return doubt.sent
			? `This machine does not know this desk: nothing is sent from here until ${acknowledge}, unless a worker that knows it is at work. What waits in it may have left since.`
			: "Nothing was ever sent from this database. Once the worker has read the wallets, the desk goes on.";
	const known = `entry ${doubt.knownEntry} of ${doubt.knownAt}`;
	return doubt.why === "older"
		? `This machine knows more than the backup: ${known}; the backup ends at entry ${manifest.head?.entry ?? "0"}.\nSending stays stopped until ${acknowledge}. What waits in the backup may have left since; npm run audit -- journal prints what did.`
		: `It is another PostgreSQL than the one that this machine knows.\nSending stays stopped until ${acknowledge}.`;
}
