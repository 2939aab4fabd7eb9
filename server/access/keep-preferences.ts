/** Stores a member's language and theme, for every browser where they sign in. */
import type { Preferences } from "#lib/contracts/member.ts";
import { readSession } from "#server/access/read-session.ts";
import type { SystemContext } from "#server/context.ts";

/**
 * Stores nothing without a live session: before sign-in only the browser remembers. Not audited, because it affects nobody else.
 */
export async function keepPreferences(
	system: Pick<SystemContext, "database" | "clock">,
	{ sessionId, ...preferences }: Preferences & { sessionId: string | null },
): Promise<void> {
	const chosen = Object.fromEntries(Object.entries(preferences).filter(([, value]) => value !== undefined));
	const session = await readSession(system, { id: sessionId });
	if (!session || Object.keys(chosen).length === 0) return;
	await system.database.updateTable("member").set(chosen).where("id", "=", session.member.id).execute();
}
