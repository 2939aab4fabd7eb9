import type { PasswordRuleState } from "#lib/loosening.ts";
import type { PasswordRules } from "#server/access/password-sign-in.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** The rules as two admins read them in a request; the database makes the same of the setting (migration 0032). */
export async function passwordRuleState(trx: DatabaseTransaction, rules: PasswordRules): Promise<PasswordRuleState> {
	if (rules.allowed) return { allowed: true, emergencyMemberId: null, emergency: null };
	const { emergencyMemberId } = rules;
	const row = await trx.selectFrom("member").select("name").where("id", "=", emergencyMemberId).executeTakeFirst();
	return { allowed: false, emergencyMemberId, emergency: row?.name ?? null };
}
