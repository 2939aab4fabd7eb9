/** Whether a member has a password that opens the desk for them: otherwise none is asked of them as a proof. */
import { NO_PASSWORD, passwordOpens } from "#server/access/password-sign-in.ts";
import type { SystemContext } from "#server/context.ts";

export async function hasOwnPassword(
	system: Pick<SystemContext, "database" | "config">,
	memberId: string,
): Promise<boolean> {
	const own = system.database.selectFrom("member").select("password_hash").where("id", "=", memberId);
	const row = await own.executeTakeFirst();
	return row !== undefined && row.password_hash !== NO_PASSWORD && (await passwordOpens(system, memberId)) !== "never";
}
