/** `npm run backup`: writes the database to one file while the desk runs. The file gets its final name only once it is verified. */
import { statfsSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { readIdentities, recipientsIn } from "#server/backup/backup-cipher.ts";
import { removeOld } from "#server/backup/backup-folder.ts";
import { checkBackup } from "#server/backup/check-backup.ts";
import { backUpWhenDue, noteBackup } from "#server/backup/last-backup.ts";
import type { Manifest } from "#server/backup/manifest.ts";
import { checkRestoreWhenDue } from "#server/backup/restore-check.ts";
import { type WrittenBackup, writeBackup } from "#server/backup/write-backup.ts";
import { givenDatabase, withDeskDatabase } from "#server/cli/launcher/desk-database.ts";
import { loadEnvFile } from "#server/cli/launcher/project.ts";
import { requireOwner } from "#server/cli/launcher/refuse-start.ts";
import { runTask } from "#server/cli/launcher/run-launcher.ts";
import { complain, say } from "#server/cli/launcher/terminal.ts";
import { messageSentence, UserFacingError } from "#server/errors.ts";
import { substituteOf } from "#server/store/embedded/postgres-place.ts";
import product from "../../package.json" with { type: "json" };

const USAGE = `npm run backup -- [--to FOLDER] [--keep N] [--every 24h | --stopped]
npm run backup -- check FILE [--identity FILE]

Writes cauri-<time>.tar.gz to FOLDER (default DATA_DIR/backups): all tables of the desk at one moment. The desk may keep running.
The file is read back before it gets its name. Once a week it is also restored into a scratch database, which is dropped. --keep N then deletes all but the newest N backups of the folder.
BACKUP_RECIPIENT encrypts the file to public keys of age (age1…, separated by commas): cauri-<time>.tar.gz.age.
--every 24h (or 30m) keeps running and repeats it; on several machines one of them writes each backup.
--stopped refuses while Cauri runs on DATA_DIR, and does not count as the last backup: an update deletes its file.
Use one folder per desk. The database is DATABASE_URL's, else the embedded one of DATA_DIR (default .data).

check: reads an existing backup completely, without a database. --identity is the file of the secret key (AGE-SECRET-KEY-1…) of an
encrypted one.

Exit code: 0 when there is a complete backup, 1 when there is none or its trial restore failed, 2 for wrong options.`;

/** The longest wait before a schedule retries a failed write, or checks whether another machine wrote the backup. */
const RETRY_MS = 10 * 60_000;
const BOOT_MS = 2 * 60_000;
/** 24 days: Node fires a timer of 25 days at once. */
const LONGEST_WAIT_MS = 24 * 86_400_000;

class TrialError extends UserFacingError {}

await runTask(USAGE, readArguments, async ({ check, identity, to, keep, everyMs, alone }, signal) => {
	if (check !== null) {
		const identities = identity === null ? [] : await readIdentities(identity);
		const { manifest, bytes } = await checkBackup(check, { identities, signal });
		return say(`Complete: ${check}\n${summary(manifest, bytes)}`);
	}
	loadEnvFile();
	requireOwner();
	const folder = resolve(to ?? join(process.env.DATA_DIR || ".data", "backups"));
	const recipients = recipientsIn(process.env);
	const write = async (databaseUrl: string) => {
		const tryOut = async (path: string, identities: readonly string[]) =>
			sayChecked(
				await checkRestoreWhenDue({ databaseUrl, path, identities, signal, freeBytes }).catch((cause: Error) => {
					throw new TrialError(`${path} is complete, but could not be restored on trial: ${messageSentence(cause)}`, {
						cause,
					});
				}),
			);
		const { version } = product;
		const written = await writeBackup({ databaseUrl, folder, version, recipients, tryOut, signal });
		const { bytes, isEncrypted } = written;
		// An update makes its backup alone and deletes it later, so a schedule must not count this backup.
		if (!alone) await noteBackup(databaseUrl, { bytes, isEncrypted });
		say(writtenMessage(written));
		const removed = keep === null ? [] : await removeOld(folder, keep, written.path).catch(notRemoved);
		if (removed.length > 0) say(`Removed older backups: ${removed.join(", ")}.`);
	};
	if (everyMs === null) return withDeskDatabase(process.env, { program: "backup", alone }, write);
	await repeatBackup(everyMs, write, signal);
});

/** Null for a server of one's own, whose disk may be that of another machine. */
function freeBytes(): number | null {
	if (givenDatabase(process.env)) return null;
	const folder = resolve(process.env.DATA_DIR || ".data", "postgres");
	const { bavail, bsize } = statfsSync(join(substituteOf(folder) ?? folder, "data"));
	return bavail * bsize;
}

/** The new backup is complete, even if older backups cannot be removed. */
function notRemoved(cause: Error): string[] {
	complain(`Older backups could not be removed: ${messageSentence(cause)}`);
	return [];
}

function sayChecked(seconds: Awaited<ReturnType<typeof checkRestoreWhenDue>>): void {
	if (seconds === "not_allowed")
		complain(
			"Not restored on trial: this account may not create a database. Give it the right: alter role … createdb.",
		);
	else if (seconds === "no_room")
		complain(
			"Not restored on trial: the disk of the database has too little space left for a second copy. Free some space, or check the file on another machine.",
		);
	else if (seconds !== null)
		say(`Restored on trial into a scratch database, and its audit log is intact: ${seconds} s.`);
}

async function repeatBackup(
	everyMs: number,
	write: (url: string) => Promise<void>,
	signal: AbortSignal,
): Promise<void> {
	// Without DATABASE_URL the desk starts first: a PostgreSQL that the backup started would keep the desk from starting with the machine.
	let waitMs = givenDatabase(process.env) ? 0 : BOOT_MS;
	if (waitMs > 0)
		say("The first check whether a backup is due is in two minutes, so that the desk can start before it.");
	while (await goesOn(waitMs, signal))
		waitMs = await withDeskDatabase(process.env, { program: "backup" }, (url) =>
			backUpWhenDue(url, everyMs, () => write(url)),
		).then(
			(dueMs) => Math.min(dueMs || everyMs, RETRY_MS),
			(error: Error) => {
				// The file of a backup that failed its trial restore stays, so a retry every ten minutes would fill the disk.
				const again = error instanceof TrialError ? Math.min(everyMs, LONGEST_WAIT_MS) : RETRY_MS;
				if (!signal.aborted)
					complain(`No backup: ${messageSentence(error)} It is tried again in ${again / 60_000} minutes.`);
				return again;
			},
		);
}

function goesOn(waitMs: number, signal: AbortSignal): Promise<boolean> {
	return pause(waitMs, true, { signal }).catch(() => false);
}

function readArguments(args: string[]) {
	const text = { type: "string" } as const;
	const options = {
		to: text,
		keep: text,
		identity: text,
		every: text,
		stopped: { type: "boolean", default: false },
	} as const;
	const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
	const [command, file, ...more] = positionals;
	if (
		command !== undefined &&
		(command !== "check" || !file || more.length > 0 || values.to || values.keep || values.every)
	)
		throw new Error("Use options only, or: check FILE.");
	if (values.identity !== undefined && (!file || !values.identity)) throw new Error("--identity needs: check FILE.");
	if (values.to === "") throw new Error("--to needs a folder.");
	if (values.keep !== undefined && !/^[1-9]\d{0,5}$/.test(values.keep))
		throw new Error("--keep needs a whole number, 1 or more.");
	const keep = values.keep === undefined ? null : Number(values.keep);
	const [, count = "", unit = ""] = /^([1-9]\d{0,3})([hm])$/.exec(values.every ?? "1h") ?? [];
	if (!unit) throw new Error("--every needs hours or minutes, such as 24h or 30m.");
	if (values.every && values.stopped) throw new Error("--every and --stopped exclude each other.");
	const everyMs = values.every === undefined ? null : Number(count) * (unit === "h" ? 3_600_000 : 60_000);
	const identity = values.identity ? resolve(values.identity) : null;
	return {
		check: file ? resolve(file) : null,
		identity,
		keep,
		everyMs,
		alone: values.stopped,
		...(values.to ? { to: values.to } : {}),
	};
}

function writtenMessage({ path, manifest, bytes, foreign, isEncrypted }: WrittenBackup): string {
	return [
		`Written and read back: ${path}`,
		summary(manifest, bytes),
		isEncrypted
			? "Encrypted: only the secret key of BACKUP_RECIPIENT decrypts it. Keep that key elsewhere."
			: "Not encrypted: it contains names, numbers and password digests. BACKUP_RECIPIENT encrypts it (docs/operate.md).",
		...(foreign.length > 0 ? [`Left out, because they are not Cauri's: ${foreign.join(", ")}.`] : []),
	].join("\n");
}

function summary({ at, head, tables, version, migrations }: Manifest, bytes: number): string {
	const rows = tables.reduce((sum, table) => sum + table.rows, 0);
	const newest = head ? `last audit entry ${head.entry}` : "the audit log is empty";
	return `As of ${at}: ${rows} rows of ${tables.length} tables, ${newest}. Cauri ${version}, schema ${migrations.at(-1)}, ${bytes} bytes.`;
}
