/** Reads a backup from its first byte to its last, and believes nothing that does not fit what it says of itself. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { BackupError } from "#server/backup/backup-error.ts";
import { isSameText, Tally, type TextTally } from "#server/backup/copy-table.ts";
import { BACKUP_FORMAT, MANIFEST_ENTRY, type Manifest, manifestSchema } from "#server/backup/manifest.ts";
import { readTar, type TarEntry } from "#server/backup/tar.ts";

/** A piece of a table's text; pieces come in order. */
export interface BackupPart {
	table: string;
	text: Buffer;
}

export interface CheckedBackup {
	manifest: Manifest;
	/** Of the file. */
	bytes: number;
}

export function partName(table: string, number: number): string {
	return `tables/${table}/${String(number).padStart(6, "0")}.copy`;
}

/** Throws a BackupError that says what is wrong. */
export async function checkBackup(path: string, signal?: AbortSignal): Promise<CheckedBackup> {
	const tallies = new Map<string, Tally>();
	let manifest: Manifest | null = null;
	let last: string | null = null;
	for await (const entry of readEntries(path, signal)) {
		if (manifest) throw untrusted(path, "there is something behind its manifest");
		if (entry.name === MANIFEST_ENTRY) {
			manifest = readManifest(path, entry);
			continue;
		}
		const { table, text } = partOf(path, entry);
		if (table !== last && tallies.has(table)) throw untrusted(path, `table ${table} stands in it twice`);
		last = table;
		const tally = tallies.get(table) ?? new Tally();
		tallies.set(table, tally);
		tally.take(text);
	}
	if (!manifest) throw untrusted(path, "its manifest is missing");
	demandEqual(path, manifest, new Map([...tallies].map(([table, tally]) => [table, tally.result()])));
	return { manifest, bytes: (await stat(path)).size };
}

/** The tables' texts of a backup that was checked. */
export async function* readParts(path: string, signal?: AbortSignal): AsyncGenerator<BackupPart> {
	for await (const entry of readEntries(path, signal)) if (entry.name !== MANIFEST_ENTRY) yield partOf(path, entry);
}

function demandEqual(path: string, manifest: Manifest, found: Map<string, TextTally>): void {
	const nothing = new Tally().result();
	for (const table of manifest.tables) {
		if (!isSameText(table, found.get(table.name) ?? nothing))
			throw untrusted(path, `table ${table.name} is not what was written`);
		found.delete(table.name);
	}
	const [stray] = found.keys();
	if (stray) throw untrusted(path, `its manifest does not know table ${stray}`);
}

async function* readEntries(path: string, signal?: AbortSignal): AsyncGenerator<TarEntry> {
	const text = pipeline(createReadStream(path, { signal }), createGunzip(), () => undefined);
	try {
		yield* readTar(text);
	} catch (error) {
		throw told(path, error);
	} finally {
		text.destroy();
	}
}

function told(path: string, error: unknown): unknown {
	if (error instanceof BackupError) return untrusted(path, error.message);
	const { code = "", message } = error as NodeJS.ErrnoException;
	if (code === "ENOENT") return new BackupError(`There is no file ${path}.`);
	if (code === "EISDIR") return new BackupError(`${path} is a folder: name the file of a backup.`);
	// zlib's own: what it read is not what was packed.
	if (code === "Z_BUF_ERROR") return untrusted(path, "it is cut: its end is missing");
	if (code.startsWith("Z_")) return untrusted(path, message);
	return error;
}

function untrusted(path: string, why: string): BackupError {
	return new BackupError(`${path} is not a whole backup: ${why}. Take another one.`);
}

function partOf(path: string, { name, content }: TarEntry): BackupPart {
	const table = /^tables\/([a-z_][a-z0-9_]*)\/\d{6}\.copy$/.exec(name)?.[1];
	if (!table) throw untrusted(path, `it holds ${JSON.stringify(name)}, which no backup of Cauri does`);
	return { table, text: content };
}

function readManifest(path: string, { content }: TarEntry): Manifest {
	let value: unknown;
	try {
		value = JSON.parse(content.toString("utf8"));
	} catch {
		throw untrusted(path, "its manifest cannot be read");
	}
	const format = (value as { format?: unknown } | null)?.format;
	if (typeof format === "number" && format > BACKUP_FORMAT)
		throw new BackupError(`${path} was made by a newer version of Cauri, in a form that this one does not read.`);
	const read = manifestSchema.safeParse(value);
	if (!read.success) throw untrusted(path, "its manifest cannot be read");
	return read.data;
}
