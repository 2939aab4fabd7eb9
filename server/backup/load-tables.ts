/** Fills empty tables of the right schema with a backup's rows, and reads each back out of the database. */
import { once } from "node:events";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import type { ClientBase } from "pg";
import { BackupError } from "#server/backup/backup-error.ts";
import { type BackupPart, readParts } from "#server/backup/check-backup.ts";
import { copyIn, copyOut, isSameText, Tally } from "#server/backup/copy-table.ts";
import { type DeskTable, readDeskTables } from "#server/backup/desk-tables.ts";
import type { BackedUpTable, Manifest } from "#server/backup/manifest.ts";

/** In the transaction of the caller, whose tables have the backup's schema. Throws a BackupError. */
export async function loadTables(
	client: ClientBase,
	path: string,
	manifest: Manifest,
	signal?: AbortSignal,
): Promise<void> {
	const { tables } = await readDeskTables(client);
	demandSameShape(tables, manifest);
	const names = tables.map(({ name }) => client.escapeIdentifier(name));
	const setAside = await setConstraintsAside(client, tables);
	for (const name of names) await client.query(`alter table ${name} disable trigger user`);
	// What migrations wrote by themselves stands in the backup, too.
	await client.query(`truncate ${names.join(", ")}`);
	await copyParts(client, readParts(path, signal), manifest);
	for (const table of tables) await moveCounter(client, table, manifest);
	for (const table of tables) await demandRead(client, table, manifest);
	for (const name of names) await client.query(`alter table ${name} enable trigger user`);
	await putBack(client, setAside);
	await client.query(`analyze ${names.join(", ")}`);
}

function demandSameShape(tables: readonly DeskTable[], manifest: Manifest): void {
	const shape = (all: readonly Pick<BackedUpTable, "name" | "columns">[]) =>
		JSON.stringify(all.map(({ name, columns }) => [name, columns]).sort());
	if (shape(tables) === shape(manifest.tables)) return;
	const known = new Map(tables.map((table) => [table.name, table]));
	const odd = manifest.tables.find(({ name, columns }) => String(known.get(name)?.columns) !== String(columns));
	throw new BackupError(
		`The tables of this backup are not those that its version of Cauri made (${odd?.name ?? "one is missing"}): somebody changed them by hand.`,
	);
}

interface Constraint {
	table: string;
	name: string;
	definition: string;
}

/**
 * Links between tables would want an order; checks that PostgreSQL holds only against new rows were not true of all old ones.
 * Put back, a link is proved for every row.
 */
async function setConstraintsAside(client: ClientBase, tables: readonly DeskTable[]): Promise<Constraint[]> {
	const { rows } = await client.query<Constraint>(
		`select quote_ident(c.relname) as table, quote_ident(conname) as name, pg_get_constraintdef(con.oid) as definition
		from pg_constraint con join pg_class c on c.oid = con.conrelid
		where c.relnamespace = current_schema()::regnamespace and c.relname = any ($1)
			and (contype = 'f' or (contype = 'c' and not convalidated))
		order by con.oid`,
		[tables.map(({ name }) => name)],
	);
	for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
	return rows;
}

async function putBack(client: ClientBase, constraints: readonly Constraint[]): Promise<void> {
	for (const { table, name, definition } of constraints) {
		try {
			await client.query(`alter table ${table} add constraint ${name} ${definition}`);
		} catch (cause) {
			throw new BackupError(`The backup contradicts itself: ${(cause as Error).message}.`, { cause });
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
	/** Rejects with what the database said. */
	done: Promise<void>;
}

function begin(client: ClientBase, table: string, { tables }: Manifest): OpenCopy {
	const stream = copyIn(client, { name: table, columns: tables.find(({ name }) => name === table)?.columns ?? [] });
	const done = finished(stream);
	// Heard at the next wait; a rejection that nobody waits for yet would end the program.
	done.catch(() => undefined);
	return { table, stream, done };
}

async function close(open: OpenCopy | null): Promise<void> {
	open?.stream.end();
	await open?.done;
}

/** No number is given a second time. */
async function moveCounter(client: ClientBase, { name, counter }: DeskTable, { tables }: Manifest): Promise<void> {
	const last = tables.find((table) => table.name === name)?.counter?.last;
	if (!counter || !last) return;
	const column = client.escapeIdentifier(counter.column);
	await client.query(
		`select setval($1::regclass, greatest($2::bigint, (select max(${column}) from ${client.escapeIdentifier(name)})))`,
		[counter.sequence, last],
	);
}

/** The same text comes out as went in, to the byte. */
async function demandRead(client: ClientBase, table: DeskTable, { tables }: Manifest): Promise<void> {
	const tally = new Tally();
	for await (const chunk of copyOut(client, table)) tally.take(chunk);
	const written = tables.find(({ name }) => name === table.name);
	if (!written || !isSameText(written, tally.result()))
		throw new BackupError(`Table ${table.name} does not say in this database what it says in the backup.`);
}
