import { type Expression, type SqlBool, sql } from "kysely";
import type { Preferences } from "#lib/contracts/member.ts";
import type { SessionStage } from "#lib/contracts/second-factor.ts";
import { readRules, requiresFactor } from "#lib/members/second-factor-policy.ts";
import { memberHasFactor } from "#server/access/session/has-factor.ts";
import { hashSessionId } from "#server/access/session-id.ts";
import { RENEWAL_GRACE_MS, type SessionSystem, sessionEnd, TOUCH_EVERY_MS } from "#server/access/session-limits.ts";
import type { Actor } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { Database } from "#server/store/database.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";

export interface LiveSession {
	id: string;
	/** Stays the same through all renewals of the id. */
	key: string;
	member: Actor;
	passwordTemporary: boolean;
	stage: SessionStage;
	/** The time at which the member last proved their identity: at the second step, else at sign-in. Null: the provider did not say when. */
	provedAt: Date | null;
	throughProvider: boolean;
	preferences: Preferences;
	expiresAt: Date;
}

export interface SessionQuestion {
	id: string | null;
	/** False for automatic requests (streams, polling): they must not keep the session on an unattended screen alive. */
	counts?: boolean;
	/** Also returns a session that has not passed the second factor; the caller must check `stage`. */
	unfinished?: boolean;
}

/** Returns null when the session does not exist, has ended, is too old or idle too long, its member is disabled, or a second factor is due. */
export async function readSession(
	system: SessionSystem,
	{ id, counts = true, unfinished = false }: SessionQuestion,
): Promise<LiveSession | null> {
	if (id === null) return null;
	const now = system.clock.now();
	const hash = hashSessionId(id);
	const grace = new Date(now.getTime() - RENEWAL_GRACE_MS);
	// The previous id also finds the session until the new one has been used, and for requests that were under way then.
	const isMeant = sql<boolean>`(id_hash = ${hash} or (renewed_from = ${hash} and coalesce(renewed_at > ${grace}, true)))`;
	const session = await findSession(system, isMeant, { counts, hash });
	if (!session || (session.stage !== "full" && !unfinished)) return null;
	return { ...session, id };
}

/** Reads a session that was just started or changed, with the stage that its next request will meet. Throws `unauthenticated`. */
export async function requireSession(system: SessionSystem, id: string): Promise<LiveSession> {
	const session = await readSession(system, { id, unfinished: true });
	if (!session) throw new AppError("unauthenticated", "the session ended before it could be read");
	return session;
}

/** Finds the session by its key, for streams, which outlive a renewal of the id. Does not keep the session alive. */
export async function isSessionAlive(system: SessionSystem, key: string): Promise<boolean> {
	const session = await findSession(system, sql<boolean>`session.key = ${key}`, { counts: false });
	return session?.stage === "full";
}

async function findSession(
	{ database, clock, config }: SessionSystem,
	isMeant: Expression<SqlBool>,
	{ counts, hash }: { counts: boolean; hash?: string },
): Promise<Omit<LiveSession, "id"> | null> {
	const now = clock.now();
	const row = await selectSession(database, isMeant);
	if (!row) return null;
	const stage = stageOf(row);
	if (sessionEnd(row, config) <= now) return null;
	// From the first use of the new id, the previous one works only a few seconds longer.
	if (row.id_hash === hash && row.renewed_from !== null && row.renewed_at === null)
		await database.updateTable("session").set({ renewed_at: now }).where("id_hash", "=", hash).execute();
	if (counts && now.getTime() - row.last_seen_at.getTime() >= TOUCH_EVERY_MS) {
		const touch = database.updateTable("session").set({ last_seen_at: now }).where("key", "=", row.key);
		await touch.where("last_seen_at", "<", now).execute();
		row.last_seen_at = now;
	}
	const member = { id: row.id, name: row.name, email: row.email, role: row.role };
	const throughProvider = row.provider_key !== null;
	const provedAt = row.factor_at ?? (throughProvider ? row.provider_proved_at : row.created_at);
	const passwordTemporary = row.password_temporary;
	const { locale, theme } = row;
	const preferences = { ...(locale && { locale }), ...(theme && { theme }) };
	const known = { key: row.key, member, passwordTemporary, stage, preferences };
	return { ...known, provedAt, throughProvider, expiresAt: sessionEnd(row, config) };
}

function selectSession(database: Database, isMeant: Expression<SqlBool>) {
	return database
		.selectFrom("session")
		.modifyFront(PREPARED)
		.innerJoin("member", "member.id", "session.member_id")
		.leftJoin("provider_session", "provider_session.session_key", "session.key")
		.leftJoin("setting as rules", (join) => join.on("rules.name", "=", "second_factor"))
		.select(["member.id", "member.name", "member.email", "member.role", "member.locale", "member.theme"])
		.select(["session.key", "session.created_at", "session.last_seen_at", "session.factor", "session.factor_at"])
		.select(["session.id_hash", "session.renewed_from", "session.renewed_at", "rules.value as rules"])
		.select(["member.password_temporary", "provider_session.session_key as provider_key"])
		.select("provider_session.proved_at as provider_proved_at")
		.select(memberHasFactor.as("has_factor"))
		.select(AWAITED_ROLE.as("awaited_role"))
		.where(isMeant)
		.where("session.ended_at", "is", null)
		.where("member.disabled_at", "is", null)
		.executeTakeFirst();
}

/** SQL: the role that an invited member gets when a second admin confirms. Its second-factor rules already apply while it waits. */
const AWAITED_ROLE = sql<
	Actor["role"] | null
>`(select after ->> 'role' from change_request where kind = 'member_changed'
	and subject = member.id and state = 'waiting' and expires_at > now() and exists (select from invitation where invitation.id = member.id))`;

type SessionRow = NonNullable<Awaited<ReturnType<typeof selectSession>>>;

/** Computes the stage at each request, so that a new factor or a stricter policy also applies to open sessions. */
function stageOf({ role, awaited_role, rules, factor, has_factor }: SessionRow): SessionStage {
	if (has_factor) return factor === null ? "factor" : "full";
	const { policy } = readRules(rules);
	const isRequired = requiresFactor(policy, role) || (awaited_role !== null && requiresFactor(policy, awaited_role));
	return isRequired ? "enrolment" : "full";
}
