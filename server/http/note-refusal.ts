/** Who was refused at a door, and why: the member's id and our own words, nothing that a person wrote. */
import { ERROR_CODES } from "#lib/error-codes.ts";
import { whyNoSession } from "#server/access/why-no-session.ts";
import type { SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";

export interface RefusedRequest {
	/** Absent: nobody is signed in. */
	member?: string | undefined;
	/** As in the cookie, when one of ours came along. */
	sessionId?: string | null | undefined;
	action?: string | undefined;
	method?: string | undefined;
	route?: string | undefined;
}

/** Notes a 401 or 403; anything else is told elsewhere. A refused sign-in is told by its verb. Never throws. */
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
