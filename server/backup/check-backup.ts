import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { readJson } from "#lib/text/read-json.ts";
import { decrypt, LockedBackup } from "#server/backup/backup-cipher.ts";
import { isSameText, Tally, type TextTally } from "#server/backup/copy-table.ts";
import { BACKUP_FORMAT, MANIFEST_ENTRY, type Manifest, manifestSchema } from "#server/backup/manifest.ts";
import { readTar, type TarEntry } from "#server/backup/tar.ts";
import { UserFacingError } from "#server/errors.ts";

export interface BackupPart {
	table: string;
	text: Buffer;
}

export interface ReadOptions {
	identities?: readonly string[];
	signal?: AbortSignal | undefined;
}

export interface CheckedBackup {
	manifest: Manifest;
	bytes: number;
}

export function partName(table: string, number: number): string {
	return `tables/${table}/${String(number).padStart(6, "0")}.copy`;
}

/** Reads the whole file. Throws a UserFacingError when anything contradicts its manifest. */
export async function checkBackup(path: string, options: ReadOptions = {}): Promise<CheckedBackup> {
	const tallies = new Map<string, Tally>();
	let manifest: Manifest | null = null;
	let last: string | null = null;
	for await (const entry of readEntries(path, options)) {
		if (manifest) throw untrusted(path, "there is something behind its manifest");
		if (entry.name === MANIFEST_ENTRY) {
			manifest = readManifest(path, entry);
			continue;
		}
		const { table, text } = partOf(path, entry);
		if (table !== last && tallies.has(table)) throw untrusted(path, `table ${table} occurs in it twice`);
		last = table;
		const tally = tallies.get(table) ?? new Tally();
		tallies.set(table, tally);
		tally.take(text);
	}
	if (!manifest) throw untrusted(path, "its manifest is missing");
	requireEqual(path, manifest, new Map([...tallies].map(([table, tally]) => [table, tally.result()])));
	return { manifest, bytes: (await stat(path)).size };
}

export async function* readParts(path: string, options: ReadOptions): AsyncGenerator<BackupPart> {
	for await (const entry of readEntries(path, options)) if (entry.name !== MANIFEST_ENTRY) yield partOf(path, entry);
}

function requireEqual(path: string, manifest: Manifest, found: Map<string, TextTally>): void {
	const nothing = new Tally().result();
	for (const table of manifest.tables) {
		if (!isSameText(table, found.get(table.name) ?? nothing))
			throw untrusted(path, `table ${table.name} is not what was written`);
		found.delete(table.name);
	}
	const [stray] = found.keys();
	if (stray) throw untrusted(path, `its manifest does not know table ${stray}`);
}

async function* readEntries(path: string, { identities = [], signal }: ReadOptions): AsyncGenerator<TarEntry> {
	const open = (file: AsyncIterable<Buffer>) => decrypt(file, identities);
	const text = pipeline(createReadStream(path, { signal }), open, createGunzip(), () => undefined);
	try {
		yield* readTar(text);
	} catch (error) {
		throw toUserError(path, error);
	} finally {
		text.destroy();
	}
}

function toUserError(path: string, error: unknown): unknown {
	if (error instanceof UserFacingError) return untrusted(path, error.message);
	const { code = "", message } = error as NodeJS.ErrnoException;
	if (error instanceof LockedBackup) return new UserFacingError(`${path} ${message}`);
	if (code === "ENOENT") return new UserFacingError(`There is no file ${path}.`);
	if (code === "EISDIR") return new UserFacingError(`${path} is a folder. Give the path of a backup file.`);
	if (code === "Z_BUF_ERROR") return untrusted(path, "it is truncated");
	if (code.startsWith("Z_")) return untrusted(path, message);
	return error;
}

function untrusted(path: string, why: string): UserFacingError {
	return new UserFacingError(`${path} is not a complete backup: ${why}. Use another one.`);
}

function partOf(path: string, { name, content }: TarEntry): BackupPart {
	const table = /^tables\/([a-z_][a-z0-9_]*)\/\d{6}\.copy$/.exec(name)?.[1];
	if (!table) throw untrusted(path, `it contains ${JSON.stringify(name)}, which is not part of a backup`);
	return { table, text: content };
}

function readManifest(path: string, { content }: TarEntry): Manifest {
	const value = readJson(content.toString("utf8"));
	const { format } = Object(value) as { format?: unknown };
	if (typeof format === "number" && format > BACKUP_FORMAT)
		throw new UserFacingError(
			`${path} was made by a newer version of Cauri, in a format that this version cannot read.`,
		);
	const read = manifestSchema.safeParse(value);
	if (!read.success) throw untrusted(path, "its manifest cannot be read");
	return read.data;
}
