import { sql } from "kysely";
import { ulid } from "ulid";
import type { NewMember } from "#lib/contracts/member.ts";
import { looksLike } from "#lib/members/look-alikes.ts";
import { requireGoodPassword } from "#server/access/password/password-rules.ts";
import { hashPassword } from "#server/access/password/passwords.ts";
import { AppError } from "#server/errors.ts";
import type { ChangeStep } from "#server/guarded-changes/guarded-change.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { publishUpdate } from "#server/store/live-updates.ts";

export interface MemberToInsert extends Omit<NewMember, "password"> {
	id: string;
	passwordHash: string;
}

/** Throws `email_taken`, or `invalid_input` when the name resembles another member's. */
export async function insertMember(
	trx: DatabaseTransaction,
	{ id, email, name, role, passwordHash }: MemberToInsert,
	{ at, by, confirmedBy }: ChangeStep,
): Promise<void> {
	await requireNewPerson(trx, { email, name });
	await trx
		.insertInto("member")
		.values({ id, email, name, role, password_hash: passwordHash, created_at: at })
		.execute();
	const details = { name, role, ...(confirmedBy ? { confirmedBy } : {}) };
	await recordAudit(trx, { at, memberId: by, action: "member.added", subjectKind: "member", subjectId: id, details });
	await publishUpdate(trx, { topic: "members", id });
}

/**
 * Throws `email_taken`, or `invalid_input` for a name that resembles another member's, disabled ones included: names identify
 * approvers. Holds the lock for new names until the transaction ends.
 */
export async function requireNewPerson(
	trx: DatabaseTransaction,
	{ email, name }: { email: string; name: string },
): Promise<void> {
	await lockNames(trx);
	const others = await trx.selectFrom("member").select(["name", "email"]).execute();
	if (others.some((other) => other.email === email))
		throw new AppError("email_taken", "a member has this e-mail", { fields: { email: "taken" } });
	if (others.some((other) => looksLike(name, other.name)))
		throw new AppError("invalid_input", "the name looks like another member's", { fields: { name: "looks_like" } });
}

/** Two transactions at once would not see each other's name, and could add two similar ones. Call it after locking the admins who act. */
export async function lockNames(trx: DatabaseTransaction): Promise<void> {
	await sql`select pg_advisory_xact_lock(hashtextextended('member:name', 0))`.execute(trx);
}

export interface PasswordRules {
	/** A password must not be made of the words of this name. */
	businessName?: string | undefined;
	/** Skips the check of the password: demo members share a public one. */
	isDemo?: boolean;
}

/** Checks and hashes the password before any transaction, because hashing is slow on purpose. Throws `invalid_input`. */
export async function prepareMember(
	{ email: typed, name, role, password }: NewMember,
	at: Date,
	{ businessName, isDemo = false }: PasswordRules,
): Promise<MemberToInsert> {
	const email = typed.toLowerCase();
	if (!isDemo) await requireGoodPassword(password, { email, name, businessName });
	return { id: ulid(at.getTime()), email, name, role, passwordHash: await hashPassword(password) };
}
