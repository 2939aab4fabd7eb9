/** `npm run backup`: the database in one file, written while the desk runs, read back before it gets its name. */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { checkBackup } from "#server/backup/check-backup.ts";
import type { Manifest } from "#server/backup/manifest.ts";
import { type WrittenBackup, writeBackup } from "#server/backup/write-backup.ts";
import { becomeOwner } from "#server/cli/launcher/become-owner.ts";
import { withDeskDatabase } from "#server/cli/launcher/desk-database.ts";
import { loadEnvFile } from "#server/cli/launcher/env-file.ts";
import { runTask } from "#server/cli/launcher/run-task.ts";
import { say } from "#server/cli/launcher/terminal.ts";
import product from "../../package.json" with { type: "json" };

const USAGE = `npm run backup -- [--to FOLDER] [--keep N]
npm run backup -- check FILE

Writes cauri-<time>.tar.gz to FOLDER (DATA_DIR/backups): every table of the desk as it is at one moment, whether the desk runs
or not. It is read back before it gets its name. --keep removes all but the newest N of the folder, once the new one is whole.
One folder a desk. The database is DATABASE_URL's, else the embedded one of DATA_DIR (default .data).

check: reads a backup that was made before, to the last byte. No database is asked.

Ends with 0 when there is a whole backup, with 1 when there is none, with 2 when it was called wrongly.`;

await runTask(USAGE, readArguments, async ({ check, to, keep }, signal) => {
	if (check !== null) return say(checkedMessage(check, await checkBackup(check, signal)));
	loadEnvFile();
	becomeOwner();
	const folder = resolve(to ?? join(process.env.DATA_DIR || ".data", "backups"));
	const written = await withDeskDatabase(process.env, { program: "backup" }, (databaseUrl) =>
		writeBackup({ databaseUrl, folder, version: product.version, keep, signal }),
	);
	say(writtenMessage(written));
});

function readArguments(args: string[]): { check: string | null; to?: string; keep: number | null } {
	const options = { to: { type: "string" }, keep: { type: "string" } } as const;
	const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
	const [command, file, ...more] = positionals;
	if (command !== undefined && (command !== "check" || !file || more.length > 0 || values.to || values.keep))
		throw new Error("Say nothing but options, or: check FILE.");
	if (values.to === "") throw new Error("--to wants a folder.");
	if (values.keep !== undefined && !/^[1-9]\d{0,5}$/.test(values.keep))
		throw new Error("--keep wants a whole number, 1 or more.");
	const keep = values.keep === undefined ? null : Number(values.keep);
	return { check: file ? resolve(file) : null, keep, ...(values.to ? { to: values.to } : {}) };
}

function writtenMessage({ path, manifest, bytes, removed, foreign }: WrittenBackup): string {
	return [
		`Written and read back: ${path}`,
		summary(manifest, bytes),
		...(removed.length > 0 ? [`Removed, older: ${removed.join(", ")}.`] : []),
		...(foreign.length > 0 ? [`Not in it, since they are not Cauri's: ${foreign.join(", ")}.`] : []),
	].join("\n");
}

function checkedMessage(path: string, { manifest, bytes }: { manifest: Manifest; bytes: number }): string {
	return `Whole: ${path}\n${summary(manifest, bytes)}`;
}

function summary({ at, head, tables, version, migrations }: Manifest, bytes: number): string {
	const rows = tables.reduce((sum, table) => sum + table.rows, 0);
	const newest = head ? `newest entry of the record ${head.entry}` : "the record is empty";
	return `As of ${at}: ${rows} rows of ${tables.length} tables, ${newest}. Cauri ${version}, schema ${migrations.at(-1)}, ${bytes} bytes.`;
}
