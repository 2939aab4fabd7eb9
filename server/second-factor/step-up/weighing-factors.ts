/** The factors that may answer for a purpose: one that was added just now proves nothing that matters. The database judges the same. */
import type { StepUpPurpose } from "#lib/contracts/second-factor.ts";
import { AppError } from "#server/errors.ts";
import { type Factors, hasFactor, methodsOf, readFactors } from "#server/second-factor/factors-of.ts";
import type { Database } from "#server/store/database.ts";

/** Null: the member has none, and a password stands in its place. Throws `factor_too_new` where none has weight yet. */
export async function readWeighingFactors(
	database: Database,
	{ memberId, purpose }: { memberId: string; purpose: StepUpPurpose },
): Promise<Factors | null> {
	const all = await readFactors(database, memberId);
	if (!hasFactor(all)) return null;
	// One's own account and its exports approve nothing.
	if (purpose === "account" || purpose === "export") return all;
	const weighing = await readFactors(database, memberId, { weighing: true });
	if (methodsOf(weighing).length === 0) throw new AppError("factor_too_new", "no second factor has weight yet");
	return weighing;
}
