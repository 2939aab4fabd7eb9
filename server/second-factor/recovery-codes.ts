/** Recovery codes: 140 random bits each, shown once, stored as digests. */

import { hash, randomBytes } from "node:crypto";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { recordAccountEvent } from "#server/notices/notify-member.ts";
import { changeOwnFactors, hasFactor, readFactors } from "#server/second-factor/factors-of.ts";
import { actAs, type DatabaseTransaction } from "#server/store/database.ts";

/**
 * Replaces all recovery codes: the old ones stop working at once, the new ones confirm protected acts only after a day. Throws
 * `step_up_needed`; `conflict` when the member has no factor.
 */
export async function renewRecoveryCodes(
	context: Context,
	{ sessionKey }: { sessionKey: string },
): Promise<{ recoveryCodes: string[] }> {
	const { member, clock } = context;
	return changeOwnFactors(context, async (trx) => {
		if (!hasFactor(await readFactors(trx, member.id))) throw new AppError("conflict", "no second factor");
		const at = clock.now();
		await actAs(trx, "session", sessionKey);
		const recoveryCodes = await issueRecoveryCodes(trx, at, member.id);
		await recordAccountEvent(trx, { at, memberId: member.id, kind: "recovery_codes_renewed" });
		return { recoveryCodes };
	});
}

export async function issueRecoveryCodes(trx: DatabaseTransaction, at: Date, memberId: string): Promise<string[]> {
	const codes = newRecoveryCodes();
	await actAs(trx, "own_factor", memberId);
	await trx.deleteFrom("recovery_code").where("member_id", "=", memberId).execute();
	await trx
		.insertInto("recovery_code")
		.values(codes.map((code) => ({ member_id: memberId, code_hash: hashRecoveryCode(memberId, code), created_at: at })))
		.execute();
	return codes;
}

export const RECOVERY_CODES = 10;
// Crockford's alphabet: no two of its characters look alike.
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 28;

export function newRecoveryCodes(): string[] {
	return Array.from({ length: RECOVERY_CODES }, () => {
		const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");
		return letters.match(/.{4}/g)?.join("-") ?? letters;
	});
}

/** Brings a typed code to the form that is hashed: lower case, no spaces or hyphens, 0 for O, and 1 for I or L. */
export function plainRecoveryCode(typed: string): string {
	const letters = typed.toLowerCase().replace(/[^a-z0-9]/g, "");
	return letters.replaceAll("o", "0").replace(/[il]/g, "1");
}

/** Needs no slow hash for a code of 140 random bits. The member's id makes the digests of two members differ. */
export function hashRecoveryCode(memberId: string, typed: string): string {
	return hash("sha256", `recovery:${memberId}:${plainRecoveryCode(typed)}`);
}
