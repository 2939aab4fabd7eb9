import { keptPasswordRules, type PasswordRules } from "#server/access/password-sign-in.ts";
import type { ApplyChange } from "#server/change-requests/ask/change-step.ts";
import { keepPasswordRules } from "#server/single-sign-on/keep-password-rules.ts";
import { passwordRuleState } from "#server/single-sign-on/password-rule-state.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** As they were asked for, if those of then still stand and whom a password shall let in is still an admin with one. */
export const applyPasswordRules: ApplyChange = async (_system, trx, row, step) => {
	const before = await keptPasswordRules(trx);
	const was = await passwordRuleState(trx, before);
	if (was.allowed !== row.before.allowed || was.emergencyMemberId !== row.before.emergencyMemberId) return "void";
	const emergencyMemberId = String(row.after.emergencyMemberId);
	const after: PasswordRules = row.after.allowed === true ? { allowed: true } : { allowed: false, emergencyMemberId };
	if (!after.allowed && !(await isStillAdmin(trx, emergencyMemberId))) return "void";
	return (await keepPasswordRules(trx, { before, after }, step)) ? "done" : "void";
};

// Whether there is a password was looked at when it was asked for: the worker sees no hash of one, and nobody takes it away.
async function isStillAdmin(trx: DatabaseTransaction, id: string): Promise<boolean> {
	const row = await trx
		.selectFrom("member")
		.select("id")
		.where("id", "=", id)
		.where("role", "=", "admin")
		.where("disabled_at", "is", null)
		.where("password_temporary", "=", false)
		.executeTakeFirst();
	return row !== undefined;
}
