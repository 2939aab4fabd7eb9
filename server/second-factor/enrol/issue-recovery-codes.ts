/** Ten new recovery codes in place of those that were: the old ones open nothing any more. */
import { actAsHolder } from "#server/second-factor/act-as-holder.ts";
import { hashRecoveryCode, newRecoveryCodes } from "#server/second-factor/recovery-codes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** The codes themselves: told once, kept nowhere. */
export async function issueRecoveryCodes(trx: DatabaseTransaction, at: Date, memberId: string): Promise<string[]> {
	const codes = newRecoveryCodes();
	await actAsHolder(trx, memberId);
	await trx.deleteFrom("recovery_code").where("member_id", "=", memberId).execute();
	await trx
		.insertInto("recovery_code")
		.values(codes.map((code) => ({ member_id: memberId, code_hash: hashRecoveryCode(memberId, code), created_at: at })))
		.execute();
	return codes;
}
