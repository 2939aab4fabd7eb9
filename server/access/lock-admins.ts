import type { DatabaseTransaction } from "#server/store/database.ts";

// NO KEY: payments that point at their maker go on meanwhile, and wait for nothing that waits for them.
/** The admins who can act, locked in one order: two of them cannot demote each other at once, nor confirm what one who leaves asked for. */
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
