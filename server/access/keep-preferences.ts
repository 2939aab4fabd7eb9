/** Language and theme of a member, for every browser in which they sign in. */
import type { Preferences } from "#lib/contracts/member.ts";
import { readSession } from "#server/access/read-session.ts";
import type { SystemContext } from "#server/context.ts";

/** Without a living session nothing is kept: before the sign-in only the browser remembers. Not audited: it concerns nobody else. */
export async function keepPreferences(
	system: Pick<SystemContext, "database" | "clock">,
	{ sessionId, ...preferences }: Preferences & { sessionId: string | null },
): Promise<void> {
	const chosen = Object.fromEntries(Object.entries(preferences).filter(([, value]) => value !== undefined));
	const session = await readSession(system, { id: sessionId });
	if (!session || Object.keys(chosen).length === 0) return;
	await system.database.updateTable("member").set(chosen).where("id", "=", session.member.id).execute();
}
