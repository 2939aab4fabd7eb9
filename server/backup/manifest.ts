/** What a backup says of itself: its last entry, so that it can tell what was really written. */
import { z } from "zod";

export const MANIFEST_ENTRY = "manifest.json";
/** Of the file's own form; another one is another number. */
export const BACKUP_FORMAT = 1;

/** Names go into SQL, quoted; they are those of migrations all the same. */
const nameSchema = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const countSchema = z.int().min(0);
const idSchema = z.string().regex(/^\d{1,19}$/);

const tableSchema = z.object({
	name: nameSchema,
	columns: z.array(nameSchema).min(1),
	rows: countSchema,
	bytes: countSchema,
	/** Of the table's text, in the order of its key. */
	sha256: z.string().regex(/^[0-9a-f]{64}$/),
	/** Of the column that numbers its rows by itself: the last number given; null when none was. */
	counter: z.object({ column: nameSchema, last: idSchema.nullable() }).nullable(),
});
export type BackedUpTable = z.infer<typeof tableSchema>;

export const manifestSchema = z.object({
	format: z.literal(BACKUP_FORMAT),
	/** Version of Cauri that wrote it. */
	version: z.string().max(40),
	/** The moment whose state it is, by the database's clock. */
	at: z.iso.datetime(),
	/** Which PostgreSQL it was; null: it did not tell. */
	server: z.object({ version: z.string(), identifier: z.string().nullable(), timeline: z.string().nullable() }),
	/** What its schema had seen, in order. */
	migrations: z.array(z.string().regex(/^\d{4}-[a-z0-9-]+$/)).min(1),
	/** The newest entry of the record in it; null: the record is empty. */
	head: z.object({ entry: idSchema, hash: z.string().min(1), at: z.iso.datetime() }).nullable(),
	tables: z.array(tableSchema).min(1),
});
export type Manifest = z.infer<typeof manifestSchema>;
