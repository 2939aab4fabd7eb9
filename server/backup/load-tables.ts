import { once } from "node:events";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import type { ClientBase } from "pg";
import { type BackupPart, type ReadOptions, readParts } from "#server/backup/check-backup.ts";
import { copyIn, copyOut, isSameText, Tally } from "#server/backup/copy-table.ts";
import { type DeskTable, readDeskTables } from "#server/backup/desk-tables.ts";
import type { BackedUpTable, Manifest } from "#server/backup/manifest.ts";
import { UserFacingError } from "#server/errors.ts";

/**
 * Replaces the rows of all tables with the backup's, then reads each table back and compares. Runs in the caller's transaction. Throws a
 * UserFacingError when the schema is not the backup's, when rows differ, or when a foreign key fails.
 */
export async function loadTables(
	client: ClientBase,
	path: string,
	manifest: Manifest,
	options: ReadOptions,
): Promise<void> {
	const existing = (await readDeskTables(client)).tables;
	const tables = existing.filter(({ isUnlogged }) => !isUnlogged);
	requireSameShape(tables, manifest);
	const namesOf = (some: readonly DeskTable[]) => some.map(({ name }) => client.escapeIdentifier(name));
	const names = namesOf(tables);
	const foreignKeys = await dropForeignKeys(client, tables);
	for (const name of names) await client.query(`alter table ${name} disable trigger user`);
	// Also empties unlogged tables, which may refer to others. Deletes rows that migrations inserted, because the backup contains them.
	await client.query(`truncate ${namesOf(existing).join(", ")}`);
	await copyParts(client, readParts(path, options), manifest);
	for (const table of tables) await moveCounter(client, table, manifest);
	for (const table of tables) await requireSameRows(client, table, manifest);
	for (const name of names) await client.query(`alter table ${name} enable trigger user`);
	await addForeignKeys(client, foreignKeys);
	await client.query(`analyze ${names.join(", ")}`);
}

function requireSameShape(tables: readonly DeskTable[], manifest: Manifest): void {
	const shape = (all: readonly Pick<BackedUpTable, "name" | "columns">[]) =>
		JSON.stringify(all.map(({ name, columns }) => [name, columns]).sort());
	if (shape(tables) === shape(manifest.tables)) return;
	const known = new Map(tables.map((table) => [table.name, table]));
	const odd = manifest.tables.find(({ name, columns }) => String(known.get(name)?.columns) !== String(columns));
	throw new UserFacingError(
		`The tables of this backup are not those that its version of Cauri made (${odd?.name ?? "one is missing"}): somebody changed them by hand.`,
	);
}

interface Constraint {
	table: string;
	name: string;
	definition: string;
}

/** Drops the foreign keys, so that tables load in any order. Adding them again checks every row. */
async function dropForeignKeys(client: ClientBase, tables: readonly DeskTable[]): Promise<Constraint[]> {
	const { rows } = await client.query<Constraint>(
		`select quote_ident(c.relname) as table, quote_ident(conname) as name, pg_get_constraintdef(con.oid) as definition
		from pg_constraint con join pg_class c on c.oid = con.conrelid
		where c.relnamespace = current_schema()::regnamespace and c.relname = any ($1) and contype = 'f'
		order by con.oid`,
		[tables.map(({ name }) => name)],
	);
	for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
	return rows;
}

async function addForeignKeys(client: ClientBase, constraints: readonly Constraint[]): Promise<void> {
	for (const { table, name, definition } of constraints) {
		try {
			await client.query(`alter table ${table} add constraint ${name} ${definition}`);
		} catch (cause) {
			throw new UserFacingError(`The backup contradicts itself: ${(cause as Error).message}.`, { cause });
		}
	}
}

async function copyParts(client: ClientBase, parts: AsyncIterable<BackupPart>, manifest: Manifest): Promise<void> {
	let open: OpenCopy | null = null;
	for await (const { table, text } of parts) {
		if (open?.table !== table) {
			await close(open);
			open = begin(client, table, manifest);
		}
		if (!open.stream.write(text)) await Promise.race([once(open.stream, "drain"), open.done]);
	}
	await close(open);
}

interface OpenCopy {
	table: string;
	stream: Writable;
	done: Promise<void>;
}

function begin(client: ClientBase, table: string, { tables }: Manifest): OpenCopy {
	const stream = copyIn(client, { name: table, columns: tables.find(({ name }) => name === table)?.columns ?? [] });
	const done = finished(stream);
	// The next wait for the stream receives the rejection. Without a handler until then, the rejection would end the program.
	done.catch(() => undefined);
	return { table, stream, done };
}

async function close(open: OpenCopy | null): Promise<void> {
	open?.stream.end();
	await open?.done;
}

/** Continues the sequence, so that no number is given twice. */
async function moveCounter(client: ClientBase, { name, counter }: DeskTable, { tables }: Manifest): Promise<void> {
	const last = tables.find((table) => table.name === name)?.counter?.last;
	if (!counter || !last) return;
	const column = client.escapeIdentifier(counter.column);
	await client.query(
		`select setval($1::regclass, greatest($2::bigint, (select max(${column}) from ${client.escapeIdentifier(name)})))`,
		[counter.sequence, last],
	);
}

/** Throws a UserFacingError unless the table's text is byte for byte the same as in the backup. */
async function requireSameRows(client: ClientBase, table: DeskTable, { tables }: Manifest): Promise<void> {
	const tally = new Tally();
	for await (const chunk of copyOut(client, table)) tally.take(chunk);
	const written = tables.find(({ name }) => name === table.name);
	if (!written || !isSameText(written, tally.result()))
		throw new UserFacingError(`Table ${table.name} differs in this database from the backup.`);
}
