import { sql } from "kysely";
import { z } from "zod";
import type { SystemContext } from "#server/context.ts";
import type { Database } from "#server/store/database.ts";
import { readSetting } from "#server/store/settings.ts";

export const PASSWORD_SIGN_IN = "password_sign_in";

const rulesSchema = z.discriminatedUnion("allowed", [
	z.object({ allowed: z.literal(true) }),
	z.object({ allowed: z.literal(false), emergencyMemberId: z.string() }),
]);
export type PasswordRules = z.infer<typeof rulesSchema>;

/** Stored in place of a hash for a member without a password. No password matches it, and the check takes as long as for any other member. */
export const NO_PASSWORD = "none";

type System = { database: Database; config: Pick<SystemContext["config"], "singleSignOn"> };

/** Reads the stored rules, which may differ from the rules in force (`readPasswordRules`). */
export async function keptPasswordRules(database: Database): Promise<PasswordRules> {
	return readSetting<PasswordRules>(database, PASSWORD_SIGN_IN, rulesSchema, { allowed: true });
}

/** Reads the rules in force. Without an identity provider in the environment passwords are allowed: otherwise nobody could sign in. */
export async function readPasswordRules({ database, config }: System): Promise<PasswordRules> {
	return config.singleSignOn === null ? { allowed: true } : keptPasswordRules(database);
}

/**
 * Tells how a password or passkey may sign this member in. `emergency`: passwords are off except for this member. `provider`: the provider
 * did not admit the member in the last 72 hours and must do so first, because the person may have left the business.
 */
export async function readLocalSignIn(
	system: System,
	memberId: string | null,
): Promise<"always" | "emergency" | "provider" | "never"> {
	const rules = await readPasswordRules(system);
	if (!rules.allowed) return memberId === rules.emergencyMemberId ? "emergency" : "never";
	// guard: provider-admits-to-the-password
	return system.config.singleSignOn !== null && (await isProviderDue(system.database, memberId))
		? "provider"
		: "always";
}

/** True without an account at the provider, or if the provider admitted the member in the last 72 hours: it may fail for a weekend. */
const ADMITTED = sql<boolean>`coalesce(bool_or(admitted_at > now() - interval '72 hours'), count(*) = 0)`;

async function isProviderDue(database: Database, memberId: string | null): Promise<boolean> {
	const known = database
		.selectFrom("member_identity")
		.select(ADMITTED.as("admitted"))
		.where("member_id", "=", memberId);
	return !(await known.executeTakeFirstOrThrow()).admitted;
}
