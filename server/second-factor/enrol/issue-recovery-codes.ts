/** Replaces the member's recovery codes with ten new ones; the old ones stop working. */
import { actAsHolder } from "#server/second-factor/act-as-holder.ts";
import { hashRecoveryCode, newRecoveryCodes } from "#server/second-factor/recovery-codes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** Returns the codes, which are shown once and not stored. */
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
