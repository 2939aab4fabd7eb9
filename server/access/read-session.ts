/** Reads the signed-in member and the session's stage. The row decides, not the cookie. */
import { type Expression, type SqlBool, sql } from "kysely";
import { LOCALES, type Preferences, THEMES } from "#lib/contracts/member.ts";
import type { FactorKind, SessionStage } from "#lib/contracts/second-factor.ts";
import { readRules, requiresFactor } from "#lib/members/second-factor-policy.ts";
import { memberHasFactor } from "#server/access/session/has-factor.ts";
import { hashSessionId } from "#server/access/session-id.ts";
import {
	idleLimitMs,
	RENEWAL_GRACE_MS,
	SECOND_STEP_MS,
	sessionEnd,
	TOUCH_EVERY_MS,
} from "#server/access/session-limits.ts";
import type { Actor, SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { PREPARED } from "#server/store/keep-prepared.ts";

export interface LiveSession {
	/** As in the cookie. */
	id: string;
	/** Identifies the session through all renewals of its id. */
	key: string;
	member: Actor;
	/** Somebody else set the password: the member changes it before anything else. */
	passwordTemporary: boolean;
	/** Only a full session reaches the desk. */
	stage: SessionStage;
	/** The time of the member's last proof: the second step, else the sign-in. Null: the provider does not say. */
	provedAt: Date | null;
	throughProvider: boolean;
	preferences: Preferences;
	expiresAt: Date;
}

export interface SessionQuestion {
	id: string | null;
	/** False for automatic requests (streams, polling), which must not keep an unattended screen signed in. */
	counts?: boolean;
	/** Also returns a session that has not passed the second factor; the caller must check `stage`. */
	unfinished?: boolean;
}

/** Null: no such session, ended, too old, idle too long, a disabled member, or a second factor still required. */
export async function readSession(
	system: Pick<SystemContext, "database" | "clock">,
	{ id, counts = true, unfinished = false }: SessionQuestion,
): Promise<LiveSession | null> {
	if (id === null) return null;
	const now = system.clock.now();
	const hash = hashSessionId(id);
	const grace = new Date(now.getTime() - RENEWAL_GRACE_MS);
	// Requests under way during a renewal still work; afterwards the old id is worthless.
	const isMeant = sql<boolean>`(id_hash = ${hash} or (renewed_from = ${hash} and renewed_at > ${grace}))`;
	const session = await findSession(system, isMeant, counts);
	if (!session || (session.stage !== "full" && !unfinished)) return null;
	return { ...session, id };
}

/** Reads the session as the next request will: its stage depends on the member's second factor. */
export async function requireSession(
	system: Pick<SystemContext, "database" | "clock">,
	id: string,
): Promise<LiveSession> {
	const session = await readSession(system, { id, unfinished: true });
	if (!session) throw new AppError("unauthenticated", "the session ended before it could be read");
	return session;
}

/** Checks the session by its key, with any current id: for streams, which outlive a renewal. Does not keep it alive. */
export async function isSessionAlive(system: Pick<SystemContext, "database" | "clock">, key: string): Promise<boolean> {
	const session = await findSession(system, sql<boolean>`session.key = ${key}`, false);
	return session?.stage === "full";
}

async function findSession(
	{ database, clock }: Pick<SystemContext, "database" | "clock">,
	isMeant: Expression<SqlBool>,
	counts: boolean,
): Promise<Omit<LiveSession, "id"> | null> {
	const now = clock.now();
	const row = await selectSession(database, isMeant);
	if (!row) return null;
	const idleMs = idleLimitMs(row.idle);
	const times = { createdAt: row.created_at, lastSeenAt: row.last_seen_at };
	const stage = stageOf(row);
	if (sessionEnd(times, idleMs) <= now) return null;
	if (stage === "factor" && now.getTime() - row.created_at.getTime() >= SECOND_STEP_MS) return null;
	if (counts && now.getTime() - times.lastSeenAt.getTime() >= TOUCH_EVERY_MS) {
		const touch = database.updateTable("session").set({ last_seen_at: now }).where("key", "=", row.key);
		await touch.where("last_seen_at", "<", now).execute();
		times.lastSeenAt = now;
	}
	const member = { id: row.id, name: row.name, email: row.email, role: row.role };
	const throughProvider = row.provider_key !== null;
	const provedAt = row.factor_at ?? (throughProvider ? row.provider_proved_at : row.created_at);
	const passwordTemporary = row.password_temporary;
	const known = { key: row.key, member, passwordTemporary, stage, preferences: preferencesOf(row) };
	return { ...known, provedAt, throughProvider, expiresAt: sessionEnd(times, idleMs) };
}

function selectSession(database: SystemContext["database"], isMeant: Expression<SqlBool>) {
	return database
		.selectFrom("session")
		.modifyFront(PREPARED)
		.innerJoin("member", "member.id", "session.member_id")
		.leftJoin("setting", (join) => join.on("setting.name", "=", "session_idle"))
		.leftJoin("provider_session", "provider_session.session_key", "session.key")
		.leftJoin("setting as rules", (join) => join.on("rules.name", "=", "second_factor"))
		.select(["member.id", "member.name", "member.email", "member.role", "member.locale", "member.theme"])
		.select(["session.key", "session.created_at", "session.last_seen_at", "session.factor", "session.factor_at"])
		.select(["setting.value as idle", "rules.value as rules"])
		.select(["member.password_temporary", "provider_session.session_key as provider_key"])
		.select("provider_session.proved_at as provider_proved_at")
		.select(memberHasFactor.as("has_factor"))
		.select(AWAITED_ROLE.as("awaited_role"))
		.where(isMeant)
		.where("session.ended_at", "is", null)
		.where("member.disabled_at", "is", null)
		.executeTakeFirst();
}

/** The role that an invited member will have once a second admin confirms; the same second-factor rules apply meanwhile. */
const AWAITED_ROLE = sql<Actor["role"] | null>`(select invitation.role from invitation where invitation.id = member.id
	and exists (select from change_request where kind = 'member_changed' and subject = member.id and state = 'waiting'
		and expires_at > now()))`;

interface SessionMember {
	role: Actor["role"];
	awaited_role: Actor["role"] | null;
	rules: unknown;
	factor: FactorKind | null;
	has_factor: boolean;
}

/** Computed at each request: a new factor or a stricter policy applies to existing sessions too. */
function stageOf({ role, awaited_role, rules, factor, has_factor }: SessionMember): SessionStage {
	if (has_factor) return factor === null ? "factor" : "full";
	const { policy } = readRules(rules);
	const isRequired = requiresFactor(policy, role) || (awaited_role !== null && requiresFactor(policy, awaited_role));
	return isRequired ? "enrolment" : "full";
}

/** A value that this version does not know counts as none. */
function preferencesOf(row: { locale: string | null; theme: string | null }): Preferences {
	const locale = LOCALES.find((each) => each === row.locale);
	const theme = THEMES.find((each) => each === row.theme);
	return { ...(locale && { locale }), ...(theme && { theme }) };
}
