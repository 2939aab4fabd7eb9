/** Tells whether members may sign in with passwords; when that is switched off, only one emergency admin may. */
import { sql } from "kysely";
import { z } from "zod";
import type { SystemContext } from "#server/context.ts";
import type { Database } from "#server/store/database.ts";

export const PASSWORD_SIGN_IN = "password_sign_in";

const rulesSchema = z.discriminatedUnion("allowed", [
	z.object({ allowed: z.literal(true) }),
	z.object({ allowed: z.literal(false), emergencyMemberId: z.string() }),
]);
export type PasswordRules = z.infer<typeof rulesSchema>;

/** Stored instead of a hash: no password opens this account, and verification takes equally long. */
export const NO_PASSWORD = "none";

type System = { database: Database; config: Pick<SystemContext["config"], "singleSignOn"> };

/** Reads the stored rules; the environment does not change them. */
export async function keptPasswordRules(database: Database): Promise<PasswordRules> {
	const row = await database
		.selectFrom("setting")
		.select("value")
		.where("name", "=", PASSWORD_SIGN_IN)
		.executeTakeFirst();
	return rulesSchema.safeParse(row?.value).data ?? { allowed: true };
}

/** Returns the rules in force. Without an identity provider in the environment, passwords work again: nobody else could sign in. */
export async function readPasswordRules({ database, config }: System): Promise<PasswordRules> {
	return config.singleSignOn === null ? { allowed: true } : keptPasswordRules(database);
}

/**
 * `emergency`: passwords are off, and this member is the exception. `provider`: the member has an account at the provider, which
 * has not let them in of late. The same applies to sign-in by passkey, because somebody who left the business must not get in
 * without the provider.
 */
export async function passwordOpens(
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

/** True without an account there, or if the provider admitted the member within 72 hours: an outage over a weekend stops nobody. */
const ADMITTED = sql<boolean>`coalesce(bool_or(admitted_at > now() - interval '72 hours'), count(*) = 0)`;

async function isProviderDue(database: Database, memberId: string | null): Promise<boolean> {
	const known = database
		.selectFrom("member_identity")
		.select(ADMITTED.as("admitted"))
		.where("member_id", "=", memberId);
	return !(await known.executeTakeFirstOrThrow()).admitted;
}
