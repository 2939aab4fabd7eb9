/** Checks whether this person may decide on this payout. lib/roles.ts has the roles; read-approvals.ts counts how many must approve. */
import type { Decision } from "#lib/contracts/payment.ts";
import type { Actor } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";

/** The maker never approves or rejects; only the maker and admins may cancel. Throws own_approval, forbidden. */
export function requireDecider(
	member: Pick<Actor, "id" | "role">,
	row: PaymentRow,
	decision: Decision["decision"],
): void {
	// guard: maker-does-not-approve
	const own = row.maker_id === member.id;
	if (decision !== "cancel") {
		if (own) throw new AppError("own_approval", "the maker cannot decide on it");
		return;
	}
	const mayCancel = member.role === "admin" || own;
	if (!mayCancel) throw new AppError("forbidden", "only its maker or an admin may cancel it");
}

/** Refuses a corrector of the payout, and a member who has approved it before. Throws own_approval, already_approved. */
export function requireNewApprover(
	member: string,
	payout: { correctors: readonly string[]; given: readonly { id: string }[] },
): void {
	if (payout.correctors.includes(member)) throw new AppError("own_approval", "who corrected it cannot approve it");
	if (payout.given.some(({ id }) => id === member))
		throw new AppError("already_approved", "the same person has already agreed");
}
