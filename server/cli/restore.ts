/** `npm run restore`: restores a backup completely or not at all, and explains what that means for sending. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { readIdentities } from "#server/backup/backup-cipher.ts";
import { type PredictedMismatch, predictMismatch } from "#server/backup/predict-mismatch.ts";
import { afterRestore, type RestoredBackup, restoreBackup } from "#server/backup/restore-backup.ts";
import { withDeskDatabase } from "#server/cli/launcher/desk-database.ts";
import { headPlaces, loadEnvFile } from "#server/cli/launcher/project.ts";
import { requireOwner } from "#server/cli/launcher/refuse-start.ts";
import { runTask } from "#server/cli/launcher/run-launcher.ts";
import { say } from "#server/cli/launcher/terminal.ts";
import { withDatabase } from "#server/store/database.ts";

const USAGE = `npm run restore -- FILE [--replace | --undo-migration] [--identity FILE]

Restores a backup that npm run backup wrote: into an empty database, or, with --replace, over the existing data. Stop the desk
first. The whole file is checked before the database changes; the restore is one transaction, which is verified before it is
committed. --identity is the file of the secret key (AGE-SECRET-KEY-1…) of an encrypted backup. A backup of an older version is
migrated. DATA_DIR/head and DATA_DIR/journal stay unchanged: by them the desk detects that its database was restored.
--undo-migration also replaces the data, but keeps the schema of the backup's version: cauri update uses it to go back.
The database is DATABASE_URL's, else the embedded one of DATA_DIR (default .data).

Exit code: 0 when the backup is restored, 1 when the database is unchanged or a later step failed, 2 for wrong options.`;

await runTask(USAGE, readArguments, async ({ path, replace, undoesMigration, identity }, signal) => {
	const identities = identity === null ? [] : await readIdentities(identity);
	loadEnvFile();
	requireOwner();
	await withDeskDatabase(process.env, { program: "restore", alone: true, creates: true }, async (databaseUrl) => {
		const onWait = () => say("A program of Cauri sent a heartbeat a moment ago; checking whether it still runs …");
		const restored = await restoreBackup({ databaseUrl, path, replace, undoesMigration, identities, onWait, signal });
		if (undoesMigration) return say(`The database is as it was at ${restored.manifest.at}.`);
		say(restoredMessage(restored));
		const predicted = await withDatabase(databaseUrl, { application_name: "cauri-restore", max: 2 }, (database) =>
			predictMismatch(database, headPlaces(process.env)),
		).catch(afterRestore);
		say(mismatchMessage(predicted, restored));
	});
});

function readArguments(args: string[]) {
	const flag = { type: "boolean", default: false } as const;
	const options = { replace: flag, "undo-migration": flag, identity: { type: "string" } } as const;
	const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
	const [file, ...more] = positionals;
	if (!file || more.length > 0) throw new Error("Give the path of one backup file.");
	const identity = values.identity ? resolve(values.identity) : null;
	const undoesMigration = values["undo-migration"];
	return { path: resolve(file), replace: values.replace || undoesMigration, undoesMigration, identity };
}

function restoredMessage({ manifest, migrated }: RestoredBackup): string {
	const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
	return [
		`Restored as of ${manifest.at}: ${rows} rows of ${manifest.tables.length} tables, read back and equal; the audit log is intact.`,
		...(migrated.length > 0 ? [`Migrated: ${migrated.join(", ")}.`] : []),
		"Everyone must sign in again. Members, roles and passwords are those of the backup: see npm run member -- list.",
	].join("\n");
}

function mismatchMessage(predicted: PredictedMismatch, { manifest }: RestoredBackup): string {
	const acknowledge = "two admins have checked the movements and confirmed the mismatch in Settings";
	if (predicted.kind === "nothing_since")
		return "Nothing was recorded here since this backup. Sending resumes when the worker has read the wallets.";
	if (predicted.kind === "no_head")
		return predicted.sent
			? `This machine does not know this database: nothing is sent from here until ${acknowledge}, unless a worker that knows it is running. Payouts that wait in it may have been sent since.`
			: "Nothing was ever sent from this database. Sending resumes when the worker has read the wallets.";
	const { kind, known } = predicted;
	return kind === "restored_backup"
		? `This machine knows more than the backup: entry ${known.entry} of ${known.at}; the backup ends at entry ${manifest.head?.entry ?? "0"}.\nSending stays stopped until ${acknowledge}. Payouts that wait in the backup may have been sent since; npm run audit -- journal lists those that were.`
		: `This is not the PostgreSQL server that this machine knows.\nSending resumes when every machine has found that no payment is missing here; if one is, it stays stopped until ${acknowledge}.`;
}
