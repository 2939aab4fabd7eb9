/** Opens a session without the form and its slow hash, for tests of anything else. */

import { hashSessionId, newSessionId } from "#server/access/session-id.ts";
import { sessionCookie } from "#server/http/cookies/session-cookie.ts";
import type { Database } from "#server/store/database.ts";
import { insertRows } from "#tests/support/rows/rows.ts";

interface Desk {
	database: Database;
	config: Parameters<typeof sessionCookie>[0];
}

/** Returns the cookie, as `name=value`. */
export async function openSession({ database, config }: Desk, member: { id: string }, at: Date): Promise<string> {
	const id = newSessionId();
	await insertRows(database, "session", {
		id_hash: hashSessionId(id),
		member_id: member.id,
		user_agent: null,
		created_at: at,
		last_seen_at: at,
	});
	return (await sessionCookie(config, id)).split(";")[0] ?? "";
}
