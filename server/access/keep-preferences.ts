import type { Preferences } from "#lib/contracts/member.ts";
import { readSession } from "#server/access/read-session.ts";
import type { SystemContext } from "#server/context.ts";

/** Stores nothing without a live session: before sign-in, only cookies store preferences. Not audited: preferences affect nobody else. */
export async function keepPreferences(
	system: Pick<SystemContext, "database" | "clock" | "config">,
	{ sessionId, ...preferences }: Preferences & { sessionId: string | null },
): Promise<void> {
	const chosen = Object.fromEntries(Object.entries(preferences).filter(([, value]) => value !== undefined));
	const session = await readSession(system, { id: sessionId });
	if (!session || Object.keys(chosen).length === 0) return;
	await system.database.updateTable("member").set(chosen).where("id", "=", session.member.id).execute();
}
