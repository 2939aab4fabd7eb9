/** The manifest is the last entry of a backup, so that it lists the tables as they were written. */
import { z } from "zod";

export const MANIFEST_ENTRY = "manifest.json";
export const BACKUP_FORMAT = 1;

/** Names are quoted in SQL, and must have the form of names in our migrations. */
const nameSchema = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const countSchema = z.int().min(0);
const idSchema = z.string().regex(/^\d{1,19}$/);

const tableSchema = z.object({
	name: nameSchema,
	columns: z.array(nameSchema).min(1),
	rows: countSchema,
	bytes: countSchema,
	/** Digest of the table's rows as COPY text, in key order. */
	sha256: z.string().regex(/^[0-9a-f]{64}$/),
	/** Null without an identity column; `last` is null before the first number. */
	counter: z.object({ column: nameSchema, last: idSchema.nullable() }).nullable(),
});
export type BackedUpTable = z.infer<typeof tableSchema>;

export const manifestSchema = z.object({
	format: z.literal(BACKUP_FORMAT),
	version: z.string().max(40),
	/** Time of the snapshot, by the database clock. */
	at: z.iso.datetime(),
	server: z.object({ version: z.string(), identifier: z.string().nullable(), timeline: z.string().nullable() }),
	migrations: z.array(z.string().regex(/^\d{4}-[a-z0-9.-]+$/)).min(1),
	head: z.object({ entry: idSchema, hash: z.string().min(1), at: z.iso.datetime() }).nullable(),
	tables: z.array(tableSchema).min(1),
});
export type Manifest = z.infer<typeof manifestSchema>;
