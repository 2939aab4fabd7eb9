/** Who is signed in, and how far: the row decides, whatever the cookie says. */
import { type Expression, type SqlBool, sql } from "kysely";
import { LOCALES, type Preferences, THEMES } from "#lib/contracts/member.ts";
import type { FactorKind, SessionStage } from "#lib/contracts/second-factor.ts";
import { demandsFactor, readRules } from "#lib/second-factor-policy.ts";
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
	/** Names the session through all renewals of its id. */
	key: string;
	member: Actor;
	/** Somebody else set the password: it is changed before anything else. */
	passwordTemporary: boolean;
	/** Only a full one reaches the desk. */
	stage: SessionStage;
	/** When the member last showed that they were there: the second step, else the sign-in. Null: the provider does not say. */
	provedAt: Date | null;
	/** It began at the identity provider. */
	throughProvider: boolean;
	/** What they once chose; without it their browser decides. */
	preferences: Preferences;
	expiresAt: Date;
}

export interface SessionQuestion {
	id: string | null;
	/** False for what no person did (streams, polling): it must not keep an unattended screen signed in. */
	counts?: boolean;
	/** Also one that still owes its second step: whoever asks so looks at `stage`. */
	unfinished?: boolean;
}

/** Null: no such session, ended, too old, idle too long, its member is disabled, or its second step is owed. */
export async function readSession(
	system: Pick<SystemContext, "database" | "clock">,
	{ id, counts = true, unfinished = false }: SessionQuestion,
): Promise<LiveSession | null> {
	if (id === null) return null;
	const now = system.clock.now();
	const hash = hashSessionId(id);
	const grace = new Date(now.getTime() - RENEWAL_GRACE_MS);
	// What was under way when the id was renewed is answered; afterwards the old id is nobody's.
	const isMeant = sql<boolean>`(id_hash = ${hash} or (renewed_from = ${hash} and renewed_at > ${grace}))`;
	const session = await findSession(system, isMeant, counts);
	if (!session || (session.stage !== "full" && !unfinished)) return null;
	return { ...session, id };
}

/** As the next request will find it: what it may reach depends on the member's second factor. */
export async function demandSession(
	system: Pick<SystemContext, "database" | "clock">,
	id: string,
): Promise<LiveSession> {
	const session = await readSession(system, { id, unfinished: true });
	if (!session) throw new AppError("unauthenticated", "the session ended as it began");
	return session;
}

/** The same session by its key, whatever its id is now: for streams, which outlive a renewal. Keeps nothing alive. */
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

/** What somebody who was invited becomes at a second admin's word, while that waits: they are there with what it will ask of them. */
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

/** Reckoned at each request: a factor that was added, or a policy that was raised, counts for the sessions of before. */
function stageOf({ role, awaited_role, rules, factor, has_factor }: SessionMember): SessionStage {
	if (has_factor) return factor === null ? "factor" : "full";
	const { policy } = readRules(rules);
	const isDemanded = demandsFactor(policy, role) || (awaited_role !== null && demandsFactor(policy, awaited_role));
	return isDemanded ? "enrolment" : "full";
}

/** A word that this version does not know counts as none. */
function preferencesOf(row: { locale: string | null; theme: string | null }): Preferences {
	const locale = LOCALES.find((each) => each === row.locale);
	const theme = THEMES.find((each) => each === row.theme);
	return { ...(locale && { locale }), ...(theme && { theme }) };
}
