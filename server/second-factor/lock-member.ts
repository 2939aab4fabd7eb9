/** Serialises changes of a member's factors: two parallel removals could otherwise leave none. */
import type { DatabaseTransaction } from "#server/store/database.ts";

export async function lockMember(trx: DatabaseTransaction, memberId: string): Promise<void> {
	await trx.selectFrom("member").select("id").where("id", "=", memberId).forNoKeyUpdate().execute();
}
