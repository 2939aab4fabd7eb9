/** Who is signed in: the row decides, whatever the cookie says. */
import { LOCALES, type Preferences, THEMES } from "#lib/contracts/member.ts";
import { hashSessionId } from "#server/access/session-id.ts";
import { idleLimitMs, sessionEnd, TOUCH_EVERY_MS } from "#server/access/session-limits.ts";
import type { Actor, SystemContext } from "#server/context.ts";

export interface LiveSession {
	/** As in the cookie. */
	id: string;
	member: Actor;
	/** Somebody else set the password: it is changed before anything else. */
	passwordTemporary: boolean;
	/** What they once chose; without it their browser decides. */
	preferences: Preferences;
	expiresAt: Date;
}

export interface SessionQuestion {
	id: string | null;
	/** False for what no person did (streams, polling): it must not keep an unattended screen signed in. */
	counts?: boolean;
}

/** Null: no such session, ended, too old, idle too long, or its member is disabled. */
export async function readSession(
	system: Pick<SystemContext, "database" | "clock">,
	{ id, counts = true }: SessionQuestion,
): Promise<LiveSession | null> {
	if (id === null) return null;
	const now = system.clock.now();
	const idHash = hashSessionId(id);
	const row = await system.database
		.selectFrom("session")
		.innerJoin("member", "member.id", "session.member_id")
		.leftJoin("setting", (join) => join.on("setting.name", "=", "session_idle"))
		.select(["member.id", "member.name", "member.email", "member.role", "member.locale", "member.theme"])
		.select("member.password_temporary")
		.select(["session.created_at", "session.last_seen_at", "setting.value as idle"])
		.where("session.id_hash", "=", idHash)
		.where("session.ended_at", "is", null)
		.where("member.disabled_at", "is", null)
		.executeTakeFirst();
	if (!row) return null;
	const idleMs = idleLimitMs(row.idle);
	const times = { createdAt: row.created_at, lastSeenAt: row.last_seen_at };
	if (sessionEnd(times, idleMs) <= now) return null;
	if (counts && now.getTime() - times.lastSeenAt.getTime() >= TOUCH_EVERY_MS) {
		await system.database
			.updateTable("session")
			.set({ last_seen_at: now })
			.where("id_hash", "=", idHash)
			.where("last_seen_at", "<", now)
			.execute();
		times.lastSeenAt = now;
	}
	const member = { id: row.id, name: row.name, email: row.email, role: row.role };
	const session = { id, member, passwordTemporary: row.password_temporary, preferences: preferencesOf(row) };
	return { ...session, expiresAt: sessionEnd(times, idleMs) };
}

/** A word that this version does not know counts as none. */
export function preferencesOf(row: { locale: string | null; theme: string | null }): Preferences {
	const locale = LOCALES.find((each) => each === row.locale);
	const theme = THEMES.find((each) => each === row.theme);
	return { ...(locale && { locale }), ...(theme && { theme }) };
}
