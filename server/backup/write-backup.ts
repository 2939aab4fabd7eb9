/**
 * Writes a snapshot of the desk's tables, except unlogged ones, to one file, and reads the file back before it gets its final name. The
 * desk keeps running. The database is not changed: an older schema is copied as it is.
 */
import { open, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { isDeepStrictEqual } from "node:util";
import { createGzip } from "node:zlib";
import type { ClientBase } from "pg";
import { type BackupCipher, encryptTo } from "#server/backup/backup-cipher.ts";
import { nextName, withBackupFolder } from "#server/backup/backup-folder.ts";
import { type CheckedBackup, checkBackup, partName } from "#server/backup/check-backup.ts";
import { copyOut, settleForCopying, Tally } from "#server/backup/copy-table.ts";
import { type DeskTable, type DeskTables, readDeskTables } from "#server/backup/desk-tables.ts";
import { BACKUP_FORMAT, type BackedUpTable, MANIFEST_ENTRY, type Manifest } from "#server/backup/manifest.ts";
import { type OneConnection, withOneConnection } from "#server/backup/one-connection.ts";
import { TAR_END, tarEntry } from "#server/backup/tar.ts";
import { UserFacingError } from "#server/errors.ts";
import { publish } from "#server/store/durable-file.ts";
import { readSchemaVersion, requireKnown, type SchemaVersion } from "#server/store/schema-version.ts";
import { readServerIdentity } from "#server/store/server-identity.ts";

/** A part of a table in the file has about this many bytes, so that memory does not grow with the table. */
const PART_BYTES = 4 * 1024 * 1024;

export interface BackupOptions {
	databaseUrl: string;
	/** A folder that holds only backups of this desk. */
	folder: string;
	version: string;
	recipients?: readonly string[];
	/** Called with the finished file and keys that open it. */
	tryOut?: (path: string, identities: readonly string[]) => Promise<void>;
	signal?: AbortSignal;
}

export interface WrittenBackup extends CheckedBackup {
	path: string;
	isEncrypted: boolean;
	foreign: string[];
}

/** Throws a UserFacingError or an error of disk or database, and leaves no draft. When `tryOut` throws, the finished file stays. */
export async function writeBackup(options: BackupOptions): Promise<WrittenBackup> {
	const { databaseUrl, folder, recipients = [], signal } = options;
	// guard: backup-is-encrypted
	const cipher = recipients.length > 0 ? await encryptTo(recipients) : null;
	return withBackupFolder(folder, () =>
		withOneConnection(databaseUrl, "cauri-backup", async (connection) => {
			const { path, draft } = nextName(folder, new Date(), cipher !== null);
			try {
				const { manifest, foreign } = await writeDraft(connection, draft, { ...options, cipher });
				const checked = await checkBackup(draft, { identities: cipher ? [cipher.identity] : [], signal });
				if (!isDeepStrictEqual(checked.manifest, manifest))
					throw new UserFacingError(`${folder} does not return what was written to it. Use another disk.`);
				await publish(draft, path);
				await options.tryOut?.(path, cipher ? [cipher.identity] : []);
				return { ...checked, path, foreign, isEncrypted: cipher !== null };
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
	{ version, cipher, signal }: BackupOptions & { cipher: BackupCipher | null },
): Promise<{ manifest: Manifest; foreign: string[] }> {
	const identity = await readServerIdentity(connection.database);
	const { rows } = await connection.client.query<{ server_version: string }>("show server_version");
	const server = {
		version: rows[0]?.server_version ?? "unknown",
		identifier: identity.server,
		timeline: identity.timeline,
	};
	const { tables: existing, foreign, schema } = await beginSnapshot(connection);
	const tables = existing.filter(({ isUnlogged }) => !isUnlogged);
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
		const write = async (chunks: AsyncIterable<Uint8Array>) => {
			for await (const chunk of cipher ? cipher.encrypt(chunks) : chunks) await file.appendFile(chunk);
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

/** Takes locks before the snapshot, so that a concurrent migration is in it completely or not at all. */
async function beginSnapshot({ client, database }: OneConnection): Promise<DeskTables & { schema: SchemaVersion }> {
	const readState = async () => ({ ...(await readDeskTables(client)), schema: await readSchemaVersion(database) });
	const before = await readState();
	if (before.schema.applied.length === 0)
		throw new UserFacingError("There is nothing to back up: this database has no tables of Cauri.");
	requireKnown(before.schema);
	await client.query("begin isolation level repeatable read read only");
	const names = before.tables.map(({ name }) => client.escapeIdentifier(name));
	await client.query(`lock table ${names.join(", ")} in access share mode`);
	await settleForCopying(client);
	const locked = await readState();
	if (JSON.stringify(locked) !== JSON.stringify(before))
		throw new UserFacingError("A new version migrated the database during the backup. Start the backup again.");
	return locked;
}

async function readMoment(client: ClientBase): Promise<Pick<Manifest, "at" | "head">> {
	const { rows: now } = await client.query<{ at: Date }>("select now() as at");
	const { rows } = await client.query<{ entry: string; hash: string; at: Date }>(
		"select id::text as entry, hash, at from audit_entry order by id desc limit 1",
	);
	const [head] = rows;
	return { at: (now[0]?.at ?? new Date()).toISOString(), head: head ? { ...head, at: head.at.toISOString() } : null };
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
		throw new UserFacingError(`${text.rows} rows of table ${table.name} were read, but it has ${rows[0]?.count}.`);
	return { name: table.name, columns: table.columns, ...text, counter: await readCounter(client, table) };
}

async function readCounter(client: ClientBase, { counter }: DeskTable): Promise<BackedUpTable["counter"]> {
	if (!counter) return null;
	// Sequences ignore the snapshot: this number may be ahead. A restore then skips numbers, and none is given twice.
	const { rows } = await client.query<{ last: string | null }>(
		"select pg_sequence_last_value($1::regclass)::text as last",
		[counter.sequence],
	);
	return { column: counter.column, last: rows[0]?.last ?? null };
}
