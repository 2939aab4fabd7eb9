/** Logs refused requests with the member's id and our own words; nothing that a person wrote. */
import { ERROR_CODES } from "#lib/error-codes.ts";
import { hashSessionId } from "#server/access/session-id.ts";
import type { SystemContext } from "#server/context.ts";
import type { AppError } from "#server/errors.ts";

interface DeniedRequest {
	member?: string | undefined;
	sessionId?: string | null;
	action?: string | undefined;
	method: string;
	route: string;
}

/** Logs answers with 401 or 403, except wrong passwords, which the sign-in logs itself. Never throws. */
export async function logDenied(
	system: Pick<SystemContext, "database" | "log">,
	error: AppError,
	{ member, sessionId, ...request }: DeniedRequest,
): Promise<void> {
	if (![401, 403].includes(ERROR_CODES[error.code])) return;
	if (error.code === "wrong_credentials") return;
	const line = { event: "request.refused", code: error.code, ...request };
	if (error.code !== "unauthenticated") return system.log.warn({ ...line, member, cause: error.message });
	const ended = sessionId ? await whyNoSession(system, sessionId).catch(() => null) : null;
	system.log.info({ ...line, member: ended?.member, cause: ended?.why ?? "no session" });
}

/** Returns whose session it was and why the session is no longer valid; null when no such session is stored. */
async function whyNoSession(
	system: Pick<SystemContext, "database">,
	id: string,
): Promise<{ member: string; why: "session ended" | "member disabled" | "too old" } | null> {
	const row = await system.database
		.selectFrom("session")
		.innerJoin("member", "member.id", "session.member_id")
		.select(["member.id", "member.disabled_at", "session.ended_at"])
		.where("session.id_hash", "=", hashSessionId(id))
		.executeTakeFirst();
	if (!row) return null;
	const why = row.disabled_at ? "member disabled" : row.ended_at ? "session ended" : "too old";
	return { member: row.id, why };
}
