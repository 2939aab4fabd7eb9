/** A file of many rows wants a fresh proof that it is really the member: left for every session, as its dialog would. */
import { sql } from "kysely";
import type { Pool } from "pg";
import { asOwner } from "#server/store/as-owner.ts";
import { openDatabase } from "#server/store/database.ts";

export async function proveExport(pool: Pool): Promise<void> {
	await asOwner(openDatabase(pool), (trx) =>
		sql`insert into step_up (id, member_id, session_key, purpose, nonce, created_at, method, proved_at)
			select gen_random_uuid()::text, member_id, key, 'export', 'bench', now(), 'password', now()
			from session where ended_at is null`.execute(trx),
	);
}
