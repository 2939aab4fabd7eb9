/** The manifest is the last entry of a backup, so that it lists what was really written. */
import { z } from "zod";

export const MANIFEST_ENTRY = "manifest.json";
export const BACKUP_FORMAT = 1;

/** Names are quoted in SQL, and must also look like names of migrations. */
const nameSchema = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const countSchema = z.int().min(0);
const idSchema = z.string().regex(/^\d{1,19}$/);

const tableSchema = z.object({
	name: nameSchema,
	columns: z.array(nameSchema).min(1),
	rows: countSchema,
	bytes: countSchema,
	/** Digest of the table's text in key order. */
	sha256: z.string().regex(/^[0-9a-f]{64}$/),
	/** Last number of the identity column; null when none was given. */
	counter: z.object({ column: nameSchema, last: idSchema.nullable() }).nullable(),
});
export type BackedUpTable = z.infer<typeof tableSchema>;

export const manifestSchema = z.object({
	format: z.literal(BACKUP_FORMAT),
	version: z.string().max(40),
	/** Time of the snapshot, by the database clock. */
	at: z.iso.datetime(),
	/** Identity of the PostgreSQL server; null when unknown. */
	server: z.object({ version: z.string(), identifier: z.string().nullable(), timeline: z.string().nullable() }),
	migrations: z.array(z.string().regex(/^\d{4}-[a-z0-9.-]+$/)).min(1),
	/** Newest entry of the audit log in the backup; null when the log is empty. */
	head: z.object({ entry: idSchema, hash: z.string().min(1), at: z.iso.datetime() }).nullable(),
	tables: z.array(tableSchema).min(1),
});
export type Manifest = z.infer<typeof manifestSchema>;
