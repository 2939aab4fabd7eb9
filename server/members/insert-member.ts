/** The step that a direct and a confirmed adding share, and the command line: a new row of the business's people, audited. */
import { sql } from "kysely";
import type { NewMember } from "#lib/contracts/member.ts";
import { looksLike } from "#lib/look-alikes.ts";
import type { ChangeStep } from "#server/change-requests/ask/change-step.ts";
import { AppError } from "#server/errors.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export interface MemberToInsert extends Omit<NewMember, "password"> {
	id: string;
	/** Of a password that was judged. */
	passwordHash: string;
}

/** Throws `invalid_input` for a name that looks like another's, `email_taken`. */
export async function insertMember(
	trx: DatabaseTransaction,
	{ id, email, name, role, passwordHash }: MemberToInsert,
	{ at, by, confirmedBy }: ChangeStep,
): Promise<void> {
	await demandNewPerson(trx, { email, name });
	await trx
		.insertInto("member")
		.values({ id, email, name, role, password_hash: passwordHash, created_at: at })
		.execute();
	const details = { name, role, ...(confirmedBy ? { confirmedBy } : {}) };
	await recordAudit(trx, { at, memberId: by, action: "member.added", subjectKind: "member", subjectId: id, details });
	await tellChange(trx, { topic: "members", id });
}

/**
 * Approvals are told apart by names: one that passes for another member's, also a disabled one's, is refused. Holds until the
 * transaction ends. Throws as above.
 */
export async function demandNewPerson(
	trx: DatabaseTransaction,
	{ email, name }: { email: string; name: string },
): Promise<void> {
	// One at a time: two who look alike must see each other.
	await sql`select pg_advisory_xact_lock(hashtextextended('member:name', 0))`.execute(trx);
	const others = await trx.selectFrom("member").select(["name", "email"]).execute();
	if (others.some((other) => other.email === email))
		throw new AppError("email_taken", "a member has this e-mail", { fields: { email: "taken" } });
	if (others.some((other) => looksLike(name, other.name)))
		throw new AppError("invalid_input", "the name looks like another member's", { fields: { name: "looks_like" } });
}
