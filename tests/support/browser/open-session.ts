/** A session without the form and its costly hash: what a sign-in leaves behind, for tests of anything else. */
import { hashSessionId, newSessionId } from "#server/access/session-id.ts";
import { sessionCookie } from "#server/http/session-cookie.ts";
import type { Stack } from "#tests/support/browser/stack.ts";

/** The cookie, as `name=value`. */
export async function openSession(desk: Stack, member: { id: string }): Promise<string> {
	const id = newSessionId();
	const now = new Date();
	await desk.database
		.insertInto("session")
		.values({
			id_hash: hashSessionId(id),
			member_id: member.id,
			user_agent: null,
			created_at: now,
			last_seen_at: now,
		})
		.execute();
	const config = { appOrigin: new URL(desk.origin), sessionPasswords: { 1: desk.sessionPassword } };
	return (await sessionCookie(config, id)).split(";")[0] ?? "";
}
