/** Verifies a typed code against the member's authenticator app or remaining recovery codes. Each code is valid once. */
import type { SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { notifyMember } from "#server/notices/notify-member.ts";
import { actAsHolder } from "#server/second-factor/act-as-holder.ts";
import { hashRecoveryCode } from "#server/second-factor/recovery-codes.ts";
import { openSecret, sealSecret } from "#server/second-factor/seal-secret.ts";
import { stepOfCode } from "#server/second-factor/totp-code.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

type System = Pick<SystemContext, "config" | "clock">;

/** `confirmed` false: an app that is being enrolled. Throws `invalid_input` (`code`: wrong_code). */
export async function verifyTotp(
	{ config, clock }: System,
	trx: DatabaseTransaction,
	{ memberId, code, confirmed = true }: { memberId: string; code: string; confirmed?: boolean },
): Promise<void> {
	const row = await trx
		.selectFrom("totp")
		.selectAll()
		.where("member_id", "=", memberId)
		.where("confirmed_at", confirmed ? "is not" : "is", null)
		.forUpdate()
		.executeTakeFirst();
	const secret = row && openSecret(config, memberId, row.secret);
	const now = clock.now();
	const lastStep = row?.last_step == null ? null : Number(row.last_step);
	const step = secret ? stepOfCode(secret, code, { now, lastStep }) : null;
	if (!row || !secret || step === null) throw wrongCode();
	await actAsHolder(trx, memberId);
	await trx
		.updateTable("totp")
		// Sealed again with the newest password, so that a replaced one can be removed once everybody has signed in.
		.set({
			secret: sealSecret(config, memberId, secret),
			last_step: step,
			last_used_at: now,
			confirmed_at: row.confirmed_at ?? now,
		})
		.where("member_id", "=", memberId)
		.execute();
}

/** Throws `invalid_input` (`code`: wrong_code), also for a used code. */
export async function spendRecoveryCode(
	{ clock }: System,
	trx: DatabaseTransaction,
	{ memberId, code }: { memberId: string; code: string },
): Promise<void> {
	const at = clock.now();
	const used = await trx
		.updateTable("recovery_code")
		.set({ used_at: at })
		.where("member_id", "=", memberId)
		.where("code_hash", "=", hashRecoveryCode(memberId, code))
		.where("used_at", "is", null)
		.returning("code_hash")
		.executeTakeFirst();
	if (!used) throw wrongCode();
	const subject = { subjectKind: "member", subjectId: memberId } as const;
	await recordAudit(trx, { at, memberId, action: "member.recovery_code_used", ...subject });
	await notifyMember(trx, { at, memberId, kind: "recovery_code_used" });
}

function wrongCode(): AppError {
	return new AppError("invalid_input", "the code is wrong or was already used", { fields: { code: "wrong_code" } });
}
