import type { Session } from "#lib/contracts/member.ts";
import type { LiveSession } from "#server/access/read-session.ts";

/** The session as the browser may see it: never its id. */
export function sessionJson(session: LiveSession): Session {
	const { id, email, name, role } = session.member;
	const { passwordTemporary, stage } = session;
	return { member: { id, email, name, role }, passwordTemporary, expiresAt: session.expiresAt.toISOString(), stage };
}
