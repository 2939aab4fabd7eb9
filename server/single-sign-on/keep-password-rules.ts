/** The step that writes whether passwords open the desk, whoever had to agree to it before. */
import { sql } from "kysely";
import { endSessionRows, endSessionsOf } from "#server/access/end-session.ts";
import { PASSWORD_SIGN_IN, type PasswordRules } from "#server/access/password-sign-in.ts";
import type { ChangeStep } from "#server/change-requests/ask/change-step.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/**
 * Switched off, they also end what they had opened, but for the emergency admin; who is that one no more signs in again. False:
 * it was so already.
 */
export async function keepPasswordRules(
	trx: DatabaseTransaction,
	{ before, after }: { before: PasswordRules; after: PasswordRules },
	{ at, by, confirmedBy }: ChangeStep,
): Promise<boolean> {
	const value = JSON.stringify(after);
	if (value === JSON.stringify(before)) return false;
	const row = { value, changed_at: at, changed_by: by };
	await trx
		.insertInto("setting")
		.values({ name: PASSWORD_SIGN_IN, ...row })
		.onConflict((conflict) => conflict.column("name").doUpdateSet(row))
		.execute();
	if (!before.allowed) await endSessionsOf(trx, at, before.emergencyMemberId);
	else if (!after.allowed) {
		const isByPassword = sql<boolean>`member_id <> ${after.emergencyMemberId}
			and not exists (select from provider_session where provider_session.session_key = session.key)`;
		await endSessionRows(trx, at, { where: isByPassword });
	}
	const emergency = after.allowed ? null : await nameOf(trx, after.emergencyMemberId);
	await recordAudit(trx, {
		...{ at, memberId: by, subjectKind: "setting", subjectId: PASSWORD_SIGN_IN },
		action: after.allowed ? "setting.password_sign_in_on" : "setting.password_sign_in_off",
		details: { ...(emergency === null ? {} : { emergency }), ...(confirmedBy ? { confirmedBy } : {}) },
	});
	await tellChange(trx, { topic: "settings", id: PASSWORD_SIGN_IN });
	return true;
}

async function nameOf(trx: DatabaseTransaction, id: string): Promise<string | null> {
	const row = await trx.selectFrom("member").select("name").where("id", "=", id).executeTakeFirst();
	return row?.name ?? null;
}
