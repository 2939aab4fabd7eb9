/** Tells whether a member can sign in with a password of their own; without one, no password is required as a proof. */
import { NO_PASSWORD, passwordOpens } from "#server/access/password-sign-in.ts";
import type { SystemContext } from "#server/context.ts";

export async function hasOwnPassword(
	system: Pick<SystemContext, "database" | "config">,
	memberId: string,
): Promise<boolean> {
	const own = system.database.selectFrom("member").select("password_hash").where("id", "=", memberId);
	const row = await own.executeTakeFirst();
	if (row === undefined || row.password_hash === NO_PASSWORD) return false;
	return ["always", "emergency"].includes(await passwordOpens(system, memberId));
}
