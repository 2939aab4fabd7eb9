/** Sign-in: e-mail and password for a new session. Unknown, disabled and wrong are one answer after one amount of work. */
import type { Selectable } from "kysely";
import type { SignIn } from "#lib/contracts/member.ts";
import { endSessionRow } from "#server/access/end-session.ts";
import { verifyPassword } from "#server/access/passwords.ts";
import { type LiveSession, preferencesOf } from "#server/access/read-session.ts";
import { hashSessionId, nameOfSession, newSessionId } from "#server/access/session-id.ts";
import { idleLimitMs, sessionEnd } from "#server/access/session-limits.ts";
import { type Attempt, countAttempt, forgiveAttempt, purgeDelays } from "#server/access/sign-in-delay.ts";
import type { SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { maskEmail } from "#server/log.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import type { MemberTable } from "#server/store/tables.ts";

export interface SignInInput extends SignIn {
	/** Of the browser, as far as it can be known. */
	address: string;
	userAgent: string | null;
	/** The session that the browser still carried: ended, an id is never used again. */
	previousSessionId?: string | null;
}

type System = Pick<SystemContext, "database" | "clock" | "log">;
const FOUND = ["id", "name", "email", "role", "locale", "theme", "disabled_at", "password_hash"] as const;
type Found = Pick<Selectable<MemberTable>, (typeof FOUND)[number]>;

/** Throws `wrong_credentials` or `too_many_attempts` (with the seconds to wait). */
export async function signIn(system: System, input: SignInInput): Promise<LiveSession> {
	const attempt: Attempt = { email: input.email.toLowerCase(), address: input.address };
	await countAttempt(system.database, system.clock.now(), attempt);
	const member: Found | undefined = await system.database
		.selectFrom("member")
		.select(FOUND)
		.where("email", "=", attempt.email)
		.executeTakeFirst();
	const right = await verifyPassword(member?.password_hash ?? null, input.password);
	if (!member || !right || member.disabled_at) {
		await recordRefusal(system, attempt, member?.id ?? null);
		throw new AppError("wrong_credentials", "wrong e-mail or password");
	}
	const session = await openSession(system, input, attempt, member);
	await purgeDelays(system.database, system.clock.now());
	return session;
}

async function openSession(system: System, input: SignInInput, attempt: Attempt, member: Found): Promise<LiveSession> {
	const now = system.clock.now();
	const id = newSessionId();
	const idHash = hashSessionId(id);
	const idle = await system.database.transaction().execute(async (trx) => {
		// The member as now committed: a disabling or a new password while we were computing wins.
		const still = await trx.selectFrom("member").select(["disabled_at", "password_hash"]).where("id", "=", member.id);
		const row = await still.forShare().executeTakeFirst();
		if (!row || row.disabled_at || row.password_hash !== member.password_hash)
			throw new AppError("wrong_credentials", "the account changed during the sign-in");
		await forgiveAttempt(trx, now, attempt);
		if (input.previousSessionId) await endSessionRow(trx, now, input.previousSessionId);
		const userAgent = input.userAgent?.slice(0, 300) ?? null;
		const times = { created_at: now, last_seen_at: now };
		await trx
			.insertInto("session")
			.values({ id_hash: idHash, member_id: member.id, user_agent: userAgent, ...times })
			.execute();
		const subject = { subjectKind: "session", subjectId: nameOfSession(idHash) } as const;
		await recordAudit(trx, { at: now, memberId: member.id, action: "session.started", ...subject });
		return trx.selectFrom("setting").select("value").where("name", "=", "session_idle").executeTakeFirst();
	});
	const { name, email, role } = member;
	const expiresAt = sessionEnd({ createdAt: now, lastSeenAt: now }, idleLimitMs(idle?.value));
	return { id, member: { id: member.id, name, email, role }, preferences: preferencesOf(member), expiresAt };
}

async function recordRefusal(system: System, attempt: Attempt, memberId: string | null): Promise<void> {
	const details = { email: maskEmail(attempt.email) };
	await system.database.transaction().execute(async (trx) => {
		const fact = { at: system.clock.now(), memberId: null, action: "session.refused", details };
		await recordAudit(trx, { ...fact, subjectKind: "member", subjectId: memberId });
	});
}
