/**
 * Selects the factors that are valid for a purpose: a new factor does not yet count for important ones. The database checks the
 * same rule.
 */
import type { StepUpPurpose } from "#lib/contracts/second-factor.ts";
import { AppError } from "#server/errors.ts";
import { readSigningKeys } from "#server/payments/rules/approval-signature.ts";
import { type Factors, hasFactor, methodsOf, readFactors } from "#server/second-factor/factors-of.ts";
import type { Database } from "#server/store/database.ts";

/** A member with a passkey that the worker knows must approve with that passkey, because the worker verifies only its signature. */
async function readSigning(database: Database, memberId: string, weighing: Factors): Promise<Factors> {
	const keys = await readSigningKeys(database, memberId);
	if (keys.length === 0) return weighing;
	return { passkeys: weighing.passkeys.filter(({ id }) => keys.includes(id)), totp: false, recoveryCodes: 0 };
}

/** Null: the member has no factor, so the password is used. Throws `factor_too_new` when no factor counts yet. */
export async function readCountingFactors(
	database: Database,
	{ memberId, purpose }: { memberId: string; purpose: StepUpPurpose },
): Promise<Factors | null> {
	const all = await readFactors(database, memberId);
	if (!hasFactor(all)) return null;
	// The member's own account and exports involve no approval.
	if (purpose === "account" || purpose === "export") return all;
	const weighing = await readFactors(database, memberId, { weighing: true });
	const counting = purpose === "approve" ? await readSigning(database, memberId, weighing) : weighing;
	if (methodsOf(counting).length === 0) throw new AppError("factor_too_new", "every second factor is too new to count");
	return counting;
}
