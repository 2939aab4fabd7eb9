import type { DatabaseTransaction } from "#server/store/database.ts";

// NO KEY: payments that reference their maker continue meanwhile, which avoids a deadlock.
/** Locks the active admins in one order: two cannot demote each other at once, nor confirm a request of one who is leaving. */
export async function lockAdmins(trx: DatabaseTransaction): Promise<Set<string>> {
	const rows = await trx
		.selectFrom("member")
		.select("id")
		.where("role", "=", "admin")
		.where("disabled_at", "is", null)
		.orderBy("id")
		.forNoKeyUpdate()
		.execute();
	return new Set(rows.map((row) => row.id));
}
