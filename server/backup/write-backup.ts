/**
 * Writes a backup: one moment of the whole database, in one file, read back before it gets its name. The desk goes on meanwhile.
 * Nothing but the file is written: a database of an older version is copied as it is.
 */
import { open, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { isDeepStrictEqual } from "node:util";
import { createGzip } from "node:zlib";
import type { ClientBase } from "pg";
import { BackupError } from "#server/backup/backup-error.ts";
import { nextName, publish, removeOld, withBackupFolder } from "#server/backup/backup-folder.ts";
import { type CheckedBackup, checkBackup, partName } from "#server/backup/check-backup.ts";
import { copyOut, settleForCopying, Tally } from "#server/backup/copy-table.ts";
import { type DeskTable, type DeskTables, readDeskTables } from "#server/backup/desk-tables.ts";
import { BACKUP_FORMAT, type BackedUpTable, MANIFEST_ENTRY, type Manifest } from "#server/backup/manifest.ts";
import { type OneConnection, withOneConnection } from "#server/backup/one-connection.ts";
import { TAR_END, tarEntry } from "#server/backup/tar.ts";
import { readSchemaVersion, type SchemaVersion } from "#server/store/schema-version.ts";
import { readServerIdentity } from "#server/store/server-identity.ts";

/** What is in memory at once, of a table of any size. */
const PART_BYTES = 4 * 1024 * 1024;

export interface BackupOptions {
	databaseUrl: string;
	/** Where to: a folder for backups of this desk alone. */
	folder: string;
	/** Version of Cauri. */
	version: string;
	/** How many to keep, this one included; null: all. Older ones go once the new one is whole. */
	keep: number | null;
	signal?: AbortSignal;
}

export interface WrittenBackup extends CheckedBackup {
	path: string;
	/** Names of older backups that went. */
	removed: string[];
	/** Tables beside the desk's own, which are not in it. */
	foreign: string[];
}

/** Throws a BackupError, or what the disk or the database said; then there is no file. */
export async function writeBackup(options: BackupOptions): Promise<WrittenBackup> {
	const { databaseUrl, folder, keep, signal } = options;
	return withBackupFolder(folder, () =>
		withOneConnection(databaseUrl, "cauri-backup", async (connection) => {
			const { path, draft } = nextName(folder, new Date());
			try {
				const { manifest, foreign } = await writeDraft(connection, draft, options);
				// From the file alone: what cannot be read now could not be put back later.
				const checked = await checkBackup(draft, signal);
				if (!isDeepStrictEqual(checked.manifest, manifest))
					throw new BackupError(`${folder} does not give back what is written to it. Take another disk.`);
				await publish(draft, path, folder);
				const removed = keep === null ? [] : await removeOld(folder, keep);
				return { ...checked, path, removed, foreign };
			} catch (error) {
				await rm(draft, { force: true });
				throw error;
			}
		}),
	);
}

async function writeDraft(
	connection: OneConnection,
	draft: string,
	{ version, signal }: BackupOptions,
): Promise<{ manifest: Manifest; foreign: string[] }> {
	const identity = await readServerIdentity(connection.database);
	const { rows } = await connection.client.query<{ server_version: string }>("show server_version");
	const server = {
		version: rows[0]?.server_version ?? "unknown",
		identifier: identity.server,
		timeline: identity.timeline,
	};
	const { tables, foreign, schema } = await beginSnapshot(connection);
	const { client } = connection;
	const begun = { format: BACKUP_FORMAT, version, server, migrations: schema.applied, ...(await readMoment(client)) };
	let manifest: Manifest | undefined;
	async function* entries(): AsyncGenerator<Buffer> {
		const at = new Date(begun.at);
		const done: BackedUpTable[] = [];
		for (const table of tables) done.push(yield* tableEntries(client, table, at));
		manifest = { ...begun, format: BACKUP_FORMAT, tables: done };
		yield tarEntry({ name: MANIFEST_ENTRY, content: Buffer.from(`${JSON.stringify(manifest, null, "\t")}\n`) }, at);
		yield TAR_END;
	}
	const file = await open(draft, "wx", 0o600);
	try {
		const write = async (chunks: AsyncIterable<Buffer>) => {
			for await (const chunk of chunks) await file.appendFile(chunk);
		};
		await pipeline(entries, createGzip(), write, { signal });
		await file.sync();
	} finally {
		await file.close();
	}
	await client.query("commit");
	if (!manifest) throw new Error("a backup ended before its manifest");
	return { manifest, foreign };
}

/** Locks come before the snapshot: a migration that waits for us, or that we waited for, is wholly in it or not at all. */
async function beginSnapshot({ client, database }: OneConnection): Promise<DeskTables & { schema: SchemaVersion }> {
	const look = async () => ({ ...(await readDeskTables(client)), schema: await readSchemaVersion(database) });
	const before = await look();
	demandDesk(before.schema);
	await client.query("begin isolation level repeatable read read only");
	const names = before.tables.map(({ name }) => client.escapeIdentifier(name));
	await client.query(`lock table ${names.join(", ")} in access share mode`);
	await settleForCopying(client);
	const locked = await look();
	if (JSON.stringify(locked) !== JSON.stringify(before))
		throw new BackupError("The database was brought level by a new version in this very moment. Begin again.");
	return locked;
}

function demandDesk({ applied, unknown, own }: SchemaVersion): void {
	if (applied.length === 0)
		throw new BackupError("There is nothing to back up: this database holds no tables of Cauri.");
	if (unknown.length > 0)
		throw new BackupError(
			`This database was brought level by a newer version of Cauri (${unknown.at(-1)}; this one ends at ${own}): back it up with that version.`,
		);
}

async function readMoment(client: ClientBase): Promise<Pick<Manifest, "at" | "head">> {
	const { rows: now } = await client.query<{ at: Date }>("select now() as at");
	const { rows } = await client.query<{ entry: string; hash: string; at: Date }>(
		"select id::text as entry, hash, at from audit_entry order by id desc limit 1",
	);
	const [head] = rows;
	return {
		at: (now[0]?.at ?? new Date()).toISOString(),
		head: head ? { ...head, at: head.at.toISOString() } : null,
	};
}

async function* tableEntries(client: ClientBase, table: DeskTable, at: Date): AsyncGenerator<Buffer, BackedUpTable> {
	const tally = new Tally();
	let parts = 0;
	let waiting: Buffer[] = [];
	let length = 0;
	const part = () => {
		parts += 1;
		const content = Buffer.concat(waiting);
		waiting = [];
		length = 0;
		return tarEntry({ name: partName(table.name, parts), content }, at);
	};
	for await (const chunk of copyOut(client, table)) {
		tally.take(chunk);
		waiting.push(chunk);
		length += chunk.length;
		if (length >= PART_BYTES) yield part();
	}
	if (length > 0) yield part();
	const text = tally.result();
	const { rows } = await client.query<{ count: string }>(
		`select count(*) as count from ${client.escapeIdentifier(table.name)}`,
	);
	if (rows[0]?.count !== String(text.rows))
		throw new BackupError(`Of table ${table.name} ${text.rows} rows were read, but it has ${rows[0]?.count}.`);
	return { name: table.name, columns: table.columns, ...text, counter: await readCounter(client, table) };
}

async function readCounter(client: ClientBase, { counter }: DeskTable): Promise<BackedUpTable["counter"]> {
	if (!counter) return null;
	// Not of the snapshot: it may be ahead of it, and then a number is left out after a restore, and none is given twice.
	const { rows } = await client.query<{ last: string | null }>(
		"select pg_sequence_last_value($1::regclass)::text as last",
		[counter.sequence],
	);
	return { column: counter.column, last: rows[0]?.last ?? null };
}
