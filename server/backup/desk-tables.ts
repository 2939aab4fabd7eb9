/** Lists the tables that the desk's migrations create, with columns, order and sequence. The job queue is recreated, not copied. */
import type { ClientBase } from "pg";
import { escapeIdentifier } from "pg";
import { DESK_MIGRATIONS, readMigrationFiles } from "#server/store/schema-version.ts";

export interface DeskTable {
	name: string;
	columns: string[];
	/** SQL that orders the rows the same on every server. */
	order: string;
	/** True for an unlogged table: its rows are temporary, and no backup contains them. */
	isUnlogged: boolean;
	counter: { column: string; sequence: string } | null;
}

export interface DeskTables {
	tables: DeskTable[];
	/** Tables in the same schema that no migration of Cauri creates; they are left alone. */
	foreign: string[];
}

export const MIGRATION_TABLE = "kysely_migration";
const MIGRATION_LOCK = "kysely_migration_lock";

/** Reads the names of the tables and functions that migrations create, whether or not the database has them yet. */
export async function readMadeNames(): Promise<{ tables: string[]; functions: string[] }> {
	const text = (await readMigrationFiles(DESK_MIGRATIONS)).map((file) => file.text).join("\n");
	const named = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name = ""]) => name))];
	return {
		tables: named(/^create (?:unlogged )?table (\w+)/gim),
		functions: named(/^create (?:or replace )?function (\w+)/gim),
	};
}

export async function readDeskTables(client: ClientBase): Promise<DeskTables> {
	const { rows } = await client.query<Row>(EXISTING);
	const own = new Set([...(await readMadeNames()).tables, MIGRATION_TABLE]);
	const isOwn = ({ name }: Row) => own.has(name);
	return {
		tables: rows.filter(isOwn).map(toTable),
		foreign: rows.filter((row) => !isOwn(row) && row.name !== MIGRATION_LOCK).map(({ name }) => name),
	};
}

interface Row {
	name: string;
	columns: string[];
	is_unlogged: boolean;
	key: { column: string; is_text: boolean }[] | null;
	counter: { column: string; sequence: string } | null;
}

function toTable({ name, columns, is_unlogged: isUnlogged, key, counter }: Row): DeskTable {
	// Texts sort by bytes: servers differ in how they sort letters.
	const order = key?.map(({ column, is_text }) => escapeIdentifier(column) + (is_text ? ' collate "C"' : ""));
	return { name, columns, isUnlogged, order: order?.join(", ") ?? `"${name}"::text collate "C"`, counter };
}

const EXISTING = `
	select c.relname::text as name, c.relpersistence = 'u' as is_unlogged,
		array(
			select a.attname::text from pg_attribute a
			where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
			order by a.attnum) as columns,
		(
			select json_agg(json_build_object('column', a.attname, 'is_text', a.attcollation <> 0) order by k.place)
			from pg_index i cross join unnest(i.indkey) with ordinality as k (attnum, place)
			join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
			where i.indrelid = c.oid and i.indisprimary) as key,
		(
			select json_build_object('column', a.attname, 'sequence', pg_get_serial_sequence(quote_ident(c.relname), a.attname))
			from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '' and not a.attisdropped) as counter
	from pg_class c
	where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
		and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
	order by c.relname collate "C"`;
