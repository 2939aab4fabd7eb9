/** Logs refused requests with the member's id and our own words; nothing that a person wrote. */
import { ERROR_CODES } from "#lib/error-codes.ts";
import { hashSessionId } from "#server/access/session-id.ts";
import type { SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";

export interface RefusedRequest {
	/** Absent: nobody is signed in. */
	member?: string | undefined;
	/** The session id from the cookie, when a valid cookie was sent. */
	sessionId?: string | null | undefined;
	action?: string | undefined;
	method?: string | undefined;
	route?: string | undefined;
}

/** Notes a 401 or 403; other code logs the rest, and sign-in logs its own refusals. Never throws. */
export async function noteRefusal(
	system: Pick<SystemContext, "database" | "log">,
	error: unknown,
	{ member, sessionId, ...request }: RefusedRequest,
): Promise<void> {
	if (!(error instanceof AppError) || ![401, 403].includes(ERROR_CODES[error.code])) return;
	if (error.code === "wrong_credentials") return;
	const line = { event: "request.refused", code: error.code, ...request };
	if (error.code !== "unauthenticated") return system.log.warn({ ...line, member, cause: error.message });
	const ended = sessionId ? await whyNoSession(system, sessionId).catch(() => null) : null;
	system.log.info({ ...line, member: ended?.member, cause: ended?.why ?? "no session" });
}

/** Finds the member of a session that is no longer valid, and the reason, for the log. Null: it never existed, or was deleted. */
async function whyNoSession(
	system: Pick<SystemContext, "database">,
	id: string,
): Promise<{ member: string; why: "signed out" | "member disabled" | "too old" } | null> {
	const row = await system.database
		.selectFrom("session")
		.innerJoin("member", "member.id", "session.member_id")
		.select(["member.id", "member.disabled_at", "session.ended_at"])
		.where("session.id_hash", "=", hashSessionId(id))
		.executeTakeFirst();
	if (!row) return null;
	const why = row.disabled_at ? "member disabled" : row.ended_at ? "signed out" : "too old";
	return { member: row.id, why };
}
