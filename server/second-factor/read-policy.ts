/** Reads who must have a second factor, and who has none yet. */
import { sql } from "kysely";
import type { SecondFactorRules, SecondFactorStatus } from "#lib/contracts/second-factor.ts";
import { readRules } from "#lib/members/second-factor-policy.ts";
import { may } from "#lib/roles.ts";
import { requirePermission } from "#server/access/permissions.ts";
import { memberHasFactor } from "#server/access/session/has-factor.ts";
import type { Context } from "#server/context.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

export const POLICY_SETTING = "second_factor";

export async function readSecondFactorRules(database: Database | DatabaseTransaction): Promise<SecondFactorRules> {
	const row = await database
		.selectFrom("setting")
		.select("value")
		.where("name", "=", POLICY_SETTING)
		.executeTakeFirst();
	return readRules(row?.value);
}

export async function readSecondFactorPolicy(context: Context): Promise<SecondFactorStatus> {
	requirePermission(context, "settings.read");
	const { database } = context;
	const without = await database
		.selectFrom("member")
		.select(["id", "name", "role"])
		.where("disabled_at", "is", null)
		.where(sql<boolean>`not ${memberHasFactor}`)
		.orderBy("name")
		.execute();
	return { ...(await readSecondFactorRules(database)), without };
}

/** True for admins while a password alone is enough for everything: only an admin's decision changes that. */
export async function advisesSecondFactor({ database, member }: Context): Promise<boolean> {
	return may(member.role, "settings.manage") && (await readSecondFactorRules(database)).policy === "off";
}
