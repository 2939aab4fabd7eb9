/**
 * Selects the factors that may answer for a purpose: for important ones, a factor does not count while it is new. The database checks the
 * same rule.
 */
import type { StepUpPurpose } from "#lib/contracts/second-factor.ts";
import { AppError } from "#server/errors.ts";
import { readSigningKeys } from "#server/payments/rules/approval-signature.ts";
import { type Factors, hasFactor, methodsOf, readFactors } from "#server/second-factor/factors-of.ts";
import type { Database } from "#server/store/database.ts";

/** A member with passkeys that the worker knows may approve only with these: the worker verifies their signature once more. */
async function readSigning(database: Database, memberId: string, counting: Factors): Promise<Factors> {
	const keys = await readSigningKeys(database, memberId);
	if (keys.length === 0) return counting;
	return { passkeys: counting.passkeys.filter(({ id }) => keys.includes(id)), totp: false, recoveryCodes: 0 };
}

/** Returns null when the member has no factor and proves by password. Throws `factor_too_new` when no factor of the member counts yet. */
export async function readCountingFactors(
	database: Database,
	{ memberId, purpose }: { memberId: string; purpose: StepUpPurpose },
): Promise<Factors | null> {
	const all = await readFactors(database, memberId);
	if (!hasFactor(all)) return null;
	// New factors may answer for the member's own account and for exports, because these approve nothing.
	if (purpose === "account" || purpose === "export") return all;
	const counting = await readFactors(database, memberId, { countingOnly: true });
	const usable = purpose === "approve" ? await readSigning(database, memberId, counting) : counting;
	if (methodsOf(usable).length === 0) throw new AppError("factor_too_new", "every second factor is too new to count");
	return usable;
}
