import type { Pool } from "pg";

/** Changes entries or seals of the audit log, as only the database's owner can: without the triggers that refuse it. */
export async function asOwner(pool: Pool, statement: string, values: unknown[] = []): Promise<void> {
	const client = await pool.connect();
	try {
		await client.query("alter table audit_entry disable trigger user; alter table audit_seal disable trigger user");
		await client.query(statement, values);
		await client.query("alter table audit_entry enable trigger user; alter table audit_seal enable trigger user");
	} finally {
		client.release();
	}
}
