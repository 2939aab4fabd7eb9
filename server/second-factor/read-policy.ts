/** Who must have a second factor here, and who has none yet. */
import { sql } from "kysely";
import type { SecondFactorRules, SecondFactorStatus } from "#lib/contracts/second-factor.ts";
import { may } from "#lib/roles.ts";
import { readRules } from "#lib/second-factor-policy.ts";
import { demand } from "#server/access/permissions.ts";
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
	demand(context, "settings.read");
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

/** To admins, while a password alone is enough for everything: the desk stays as it is until one of them raises it. */
export async function advisesSecondFactor({ database, member }: Context): Promise<boolean> {
	return may(member.role, "settings.manage") && (await readSecondFactorRules(database)).policy === "off";
}
