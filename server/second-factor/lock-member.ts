/** One change of a member's factors at a time: two that remove "the last but one" would leave none. */
import type { DatabaseTransaction } from "#server/store/database.ts";

export async function lockMember(trx: DatabaseTransaction, memberId: string): Promise<void> {
	await trx.selectFrom("member").select("id").where("id", "=", memberId).forNoKeyUpdate().execute();
}
